import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { HTTPGraphQLResponse } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import type { GraphQLResponse, RequestParts, ResponseBody } from '../http/http-messages.ts';
import { textOfBody } from '../http/response-body.ts';
import { codeOf } from '../request/error-code.ts';
import type { RequestState } from '../request/request-state.ts';
import { statusOfApollo } from './response-status.ts';

interface Answered {
  request: Pick<RequestParts, 'method' | 'headers'>;
  /** Undefined where the request is not one of GraphQL. */
  state: Pick<RequestState, 'result' | 'serialized'> | undefined;
  /** Whether a GET has to prove that it is of the gateway's own origin. */
  needsProof: boolean;
}

/** A response of Apollo in the form of the endpoint. Rejects where a plugin has set a status or a header that HTTP does not allow. */
export async function responseOf(
  { status = 200, headers, body }: HTTPGraphQLResponse,
  { request, state, needsProof }: Answered,
): Promise<GraphQLResponse> {
  checkHead(status, headers);
  const text = await textOf(body);
  const contentType = headers.get('content-type') ?? '';
  const result = state?.result;
  const code = result === undefined ? codeIn(text) : firstCodeOf(result.errors);
  const refined = statusOfApollo(request, { status, contentType, code, result }, needsProof);
  return { status: refined, headers: Object.fromEntries(headers), body: state?.serialized ?? text };
}

async function textOf(body: HTTPGraphQLResponse['body']): Promise<string> {
  if (body.kind === 'complete') return body.string;
  let text = '';
  for await (const chunk of body.asyncIterator) text += chunk;
  return text;
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
export function codeIn(body: ResponseBody): string {
  const { errors } = JSON.parse(textOfBody(body)) as { errors?: GraphQLFormattedError[] };
  return firstCodeOf(errors);
}

function firstCodeOf([error]: readonly GraphQLFormattedError[] = []): string {
  return error === undefined ? 'UNKNOWN' : codeOf(error);
}
