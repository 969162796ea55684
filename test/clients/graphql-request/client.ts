import { GraphQLClient } from 'graphql-request';

/** With `errorPolicy` 'none', which is the default, a response with errors makes the request fail. */
export function createClient(url: string, token: string, errorPolicy: 'none' | 'all' = 'none'): GraphQLClient {
  return new GraphQLClient(url, { errorPolicy, headers: { authorization: `Bearer ${token}` } });
}
