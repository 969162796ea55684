import { mediaTypeOf, textOf } from '../http/headers.ts';
import type { RequestParts } from '../http/http-messages.ts';
import { partialSuccess } from '../http/response-body.ts';
import type { RequestResult } from '../request/request-state.ts';
import { isSafeGet } from './csrf.ts';

/** GraphQL's own media type: it tells a client that the body is a result of GraphQL, whatever the status. */
const graphqlType = 'application/graphql-response+json';

/** What a rejected request with one of these codes lacks is not its form: it cannot be executed. */
const unprocessable: ReadonlySet<string> = new Set([
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'BAD_USER_INPUT',
  'OPERATION_TOO_EXPENSIVE',
]);

/** The status of an operation's result, as GraphQL over HTTP (edition September 2026) has it. */
export function statusOfResult(contentType: string, { errors }: Pick<RequestResult, 'errors'>): number {
  return errors !== undefined && isOfGraphQL(contentType) ? partialSuccess : 200;
}

/** A response of Apollo, before its status is that of the edition. */
interface ApolloResponse {
  readonly status: number;
  readonly contentType: string;
  /** The code of its first error, where it has no data. */
  readonly code: string;
  /** Undefined where the request is not one of GraphQL. */
  readonly result: RequestResult | undefined;
}

/**
 * The same for a response of Apollo, which knows statuses 200 and 400 alone. Others are those of plugins, and of rules that are the same in
 * the edition. `needsProof`: whether a GET has to prove that it is of the gateway's own origin.
 */
export function statusOfApollo(
  request: Pick<RequestParts, 'method' | 'headers'>,
  { status, contentType, code, result }: ApolloResponse,
  needsProof: boolean,
): number {
  if (!isOfGraphQL(contentType) || (status !== 200 && status !== 400)) return status;
  if (result?.data !== undefined) return status === 200 ? statusOfResult(contentType, result) : status;
  if (code === 'BAD_REQUEST') return statusOfBadRequest(request, needsProof);
  return status === 200 || unprocessable.has(code) ? 422 : status;
}

/** Of a request that is not well-formed, or that a page of another site may have sent. */
function statusOfBadRequest(
  { method, headers }: Pick<RequestParts, 'method' | 'headers'>,
  needsProof: boolean,
): number {
  const contentType = textOf(headers['content-type']);
  const isSupported = contentType === '' ? method === 'GET' : mediaTypeOf(contentType) === 'application/json';
  if (!isSupported) return 415;
  return method === 'GET' && !isSafeGet(headers, needsProof) ? 403 : 422;
}

function isOfGraphQL(contentType: string): boolean {
  return mediaTypeOf(contentType) === graphqlType;
}
