import { Client, fetchExchange } from '@urql/core';
import { cacheExchange, type KeyingConfig } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import type { IntrospectionQuery } from 'graphql';
import introspection from '../generated/introspection.json' with { type: 'json' };

/** Of the strict form. Where the cache lacks a value, it returns null only at a position that can be null. */
const schema = introspection as unknown as IntrospectionQuery;

/** A type without an id is a part of the record that contains it, except for users: select their `restId`. */
const keys: KeyingConfig = {
  ...Object.fromEntries(
    schema.__schema.types
      .filter((type) => type.kind === 'OBJECT' && !type.fields.some(({ name }) => name === 'id'))
      .map(({ name }) => [name, () => null]),
  ),
  User: ({ restId }) => restId as string,
};

export function createClient(url: string, token: string, fetch?: typeof globalThis.fetch): Client {
  return new Client({
    url,
    fetch,
    fetchOptions: { headers: { authorization: `Bearer ${token}` } },
    exchanges: [
      cacheExchange({
        schema,
        keys,
        // The connections that the app reads page by page, with `edges`.
        resolvers: {
          Organization: { sites: relayPagination() },
          ChangeRequest: { comments: relayPagination() },
        },
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
