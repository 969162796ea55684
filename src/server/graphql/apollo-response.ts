import type { HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { GraphQLResponse } from './http-messages.ts';

/** A response of Apollo in the form of the endpoint. */
export async function responseOf({
  status = 200,
  headers,
  body,
}: HTTPGraphQLResponse): Promise<GraphQLResponse & { body: string }> {
  let text = '';
  if (body.kind === 'complete') text = body.string;
  else for await (const chunk of body.asyncIterator) text += chunk;
  return { status, headers: Object.fromEntries(headers), body: text };
}

export function codeOf({ extensions }: GraphQLFormattedError): string {
  return String(extensions?.code ?? 'UNKNOWN');
}

/** The code of the first error in a response of Apollo that has no data. */
export function codeIn(body: string): string {
  const { errors = [] } = JSON.parse(body) as { errors?: GraphQLFormattedError[] };
  return errors[0] === undefined ? 'UNKNOWN' : codeOf(errors[0]);
}
