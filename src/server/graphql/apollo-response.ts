import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { GraphQLResponse, RequestParts } from '../http/http-messages.ts';
import { codeOf } from '../request/error-code.ts';
import type { RequestResult } from '../request/request-state.ts';
import { statusOfApollo } from './response-status.ts';

interface Answered {
  request: Pick<RequestParts, 'method' | 'headers'>;
  /** Undefined where the request is not one of GraphQL. */
  result: RequestResult | undefined;
  /** Whether a GET has to prove that it is of the gateway's own origin. */
  needsProof: boolean;
}

/** A response of Apollo in the form of the endpoint. Rejects where a plugin has set a status or a header that HTTP does not allow. */
export async function responseOf(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  { request, result, needsProof }: Answered,
): Promise<GraphQLResponse & { body: string }> {
  checkHead(status, headers);
  let text = '';
  if (body.kind === 'complete') text = body.string;
  else for await (const chunk of body.asyncIterator) text += chunk;
  const contentType = headers.get('content-type') ?? '';
  const code = result === undefined ? codeIn(text) : firstCodeOf(result.errors);
  const refined = statusOfApollo(request, { status, contentType, code, result }, needsProof);
  return { status: refined, headers: Object.fromEntries(headers), body: text };
}

/** Servers differ in what they make of an invalid head, which may be an error that nobody handles: none gets one. */
function checkHead(status: number, headers: ReadonlyMap<string, string>): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) throw new RangeError(`${status} is no status.`);
  for (const [name, value] of headers) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

/** The code of the first error in a response of Apollo that has no data. */
export function codeIn(body: string): string {
  const { errors } = JSON.parse(body) as { errors?: GraphQLFormattedError[] };
  return firstCodeOf(errors);
}

function firstCodeOf([error]: readonly GraphQLFormattedError[] = []): string {
  return error === undefined ? 'UNKNOWN' : codeOf(error);
}
