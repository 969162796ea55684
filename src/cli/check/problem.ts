import type { GraphQLError } from 'graphql';

/** What is wrong with an operation, and where. Line and column start at 1. */
export interface Problem {
  message: string;
  file: string;
  line?: number;
  column?: number;
}

/** An error of graphql. The names of its sources are the files; `file` is that of an error without a place. */
export function problemOf(error: GraphQLError, file: string): Problem {
  const message = error.message.replaceAll(/\s+/g, ' ');
  const source = error.source ?? error.nodes?.[0]?.loc?.source;
  const [location] = error.locations ?? [];
  return { message, file: source?.name ?? file, ...location };
}

/** `<file>:<line>:<column>`, as editors take it. */
export function placeOf({ file, line, column }: Omit<Problem, 'message'>): string {
  return line === undefined || column === undefined ? file : `${file}:${line}:${column}`;
}
