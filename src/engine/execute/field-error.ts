import { type FieldNode, GraphQLError, locatedError } from 'graphql';
import { placeOfNodes } from './source-locations.ts';

type ResponsePath = readonly (string | number)[];

/** An error of a field as graphql's `locatedError` makes it. It has no stack of its own, and its place is known. */
export class FieldError extends GraphQLError {
  /** Number of errors of the same field and code that are not listed. */
  omitted = 0;

  constructor(error: Error, nodes: readonly FieldNode[], path: ResponsePath) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(messageOf(error), { path, originalError: error });
    Error.stackTraceLimit = stackTraceLimit;
    Object.assign(
      this,
      error instanceof GraphQLError && error.nodes !== undefined ? placeOf(error) : placeOfNodes(nodes),
    );
  }

  /** Counts an error of the same field and code that is not listed. */
  countOmitted(): void {
    this.omitted++;
    Object.assign(this, { extensions: { ...this.extensions, omitted: this.omitted } });
  }
}

function placeOf({ nodes, source, positions, locations }: GraphQLError): object {
  return { nodes, source, positions, locations };
}

function messageOf(error: Error): string {
  return typeof error.message === 'string' ? error.message : '';
}

export function toError(thrown: unknown): Error {
  try {
    if (thrown instanceof Error) return thrown;
    return locatedError(thrown, undefined).originalError ?? new Error(unexpected);
  } catch {
    return new Error(unexpected);
  }
}

const unexpected = 'Unexpected error value.';

/** The `extensions.code` of an error; that of an internal error where it has none. */
export function codeOf(error: Error): string {
  const code = error instanceof GraphQLError ? error.extensions.code : undefined;
  return typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR';
}
