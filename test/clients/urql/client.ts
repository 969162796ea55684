import { Client, fetchExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { graphcacheKeys, graphcacheResolvers } from 'docgraph/client';
import type { IntrospectionQuery } from 'graphql';
import introspection from '../generated/introspection.json' with { type: 'json' };

/** Of the strict form. Where the cache lacks a value, it returns null only at a position that can be null. */
const schema = introspection as unknown as IntrospectionQuery;

export function createClient(url: string, token: string, fetch?: typeof globalThis.fetch): Client {
  return new Client({
    url,
    fetch,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    exchanges: [
      cacheExchange({
        schema,
        keys: graphcacheKeys,
        resolvers: graphcacheResolvers(),
        updates: {
          Mutation: {
            // The queries that are in use read the lists again.
            createChangeRequestComment: (_result, { input }, cache) => {
              const { changeRequestId } = input as { changeRequestId: string };
              const changeRequest = { __typename: 'ChangeRequest', id: changeRequestId };
              for (const { fieldName, arguments: args } of cache.inspectFields(changeRequest)) {
                if (fieldName === 'comments') cache.invalidate(changeRequest, fieldName, args);
              }
            },
            deleteChangeRequestComment: (_result, { input }, cache) => {
              cache.invalidate({ __typename: 'ChangeRequestComment', ...(input as { id: string }) });
            },
          },
        },
      }),
      fetchExchange,
    ],
  });
}
