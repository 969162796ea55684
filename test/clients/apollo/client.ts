import { ApolloClient, HttpLink, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';
import possibleTypes from '../generated/possible-types.json' with { type: 'json' };

/** Lists with other filters are other lists in the cache. The arguments of paging are not part of its keys. */
const pages = relayStylePagination((args) =>
  Object.keys(args ?? {}).filter((name) => name !== 'first' && name !== 'after'),
);

/** `relayStylePagination` alone cannot store a list that is null because of an error. */
const connection: typeof pages = {
  ...pages,
  merge: (existing, incoming, options) =>
    incoming && typeof pages.merge === 'function' ? pages.merge(existing, incoming, options) : (existing ?? null),
};

export function createClient(url: string, token: string, fetch?: typeof globalThis.fetch): ApolloClient {
  return new ApolloClient({
    link: new HttpLink({ uri: url, headers: { authorization: `Bearer ${token}` }, fetch }),
    cache: new InMemoryCache({
      // For fragments on the interfaces, such as `... on Content`.
      possibleTypes,
      typePolicies: {
        // The only records without an id: select their `restId`.
        User: { keyFields: ['restId'] },
        // The connections that the app reads page by page, with `edges`.
        Organization: { fields: { sites: connection } },
        ChangeRequest: { fields: { comments: connection } },
      },
    }),
  });
}
