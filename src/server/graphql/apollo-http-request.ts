import type { HTTPGraphQLRequest } from '@apollo/server';
import { apolloRequest, trivialRequest } from '../admission/trusted-documents/apollo-request.ts';
import { headerMapOf } from '../http/headers.ts';
import type { GraphQLRequest } from '../http/http-messages.ts';
import { isSameOriginGet } from './csrf.ts';
import type { StartedRequest } from './request-start.ts';

/** What Apollo gets of a request: of one that is rejected a trivial one, and it answers with the rejection. */
export function apolloHttpRequest(
  request: GraphQLRequest,
  parsed: StartedRequest,
  needsProof: boolean,
): HTTPGraphQLRequest {
  const { method } = request;
  const isRejected = parsed.rejection !== undefined || parsed.invalid !== undefined;
  const { search, body } = isRejected ? trivialRequest : apolloRequest(request, parsed);
  const headers = headerMapOf(request.headers);
  if (method === 'GET' && isSameOriginGet(request.headers, needsProof)) {
    headers.set('apollo-require-preflight', 'same-origin');
  }
  return { method, headers, search, body };
}
