import { type ApolloServer, HeaderMap } from '@apollo/server';
import { ObservedRequest } from '../request/observed-request.ts';
import { RequestState, type ServerContext } from '../request/request-state.ts';
import type { FastPath } from './fast-path.ts';

/** `Accept` as clients send it: none, Apollo Client 3 and 4, graphql-request, Relay with `fetch`, urql, and programs. */
const acceptHeaders = [
  '',
  '*/*',
  'application/json',
  'application/json, */*',
  'application/graphql-response+json',
  'application/graphql-response+json, application/json',
  'application/graphql-response+json, application/json;q=0.9',
  'application/graphql-response+json,application/json;q=0.9',
  'application/graphql-response+json, application/graphql+json, application/json',
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed',
];

const noCredentials = { authorization: undefined, headers: [], identity: '', client: '', secrets: [] };

/** Lets the fast path know the content types for these headers, so that the first requests of clients can take it. */
export async function learnContentTypes(apollo: ApolloServer<ServerContext>, fastPath: FastPath): Promise<void> {
  for (const accept of acceptHeaders) {
    const headers = new HeaderMap([['content-type', 'application/json']]);
    if (accept !== '') headers.set('accept', accept);
    const observed = new ObservedRequest('POST', { headers: { accept } });
    const response = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: { method: 'POST', headers, search: '', body: { query: '{__typename}' } },
      context: async () => ({ request: new RequestState(observed, noCredentials, undefined) }),
    });
    fastPath.learn({ headers: { accept } }, response.headers.get('content-type'));
  }
}
