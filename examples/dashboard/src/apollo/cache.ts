import { type FieldPolicy, InMemoryCache } from '@apollo/client';
import { relayStylePagination } from '@apollo/client/utilities';

/**
 * Creates the normalized cache. Only lists that load more pages merge them, so a query must select `edges` and `pageInfo`
 * of these; other lists are cached for each set of arguments, and can be read with `nodes`.
 */
export function createCache(): InMemoryCache {
  return new InMemoryCache({
    // A client without it reads fragments on an interface as if they did not match.
    possibleTypes: {
      Node: ['Organization', 'Site', 'SiteSection', 'SiteSpace', 'Space', 'ChangeRequest', 'ChangeRequestComment'],
    },
    typePolicies: {
      // A user is no Node, and has no `id`. Every selection of a user needs `restId`.
      User: { keyFields: ['restId'] },
      Organization: { fields: { sites: pages() } },
      Space: { fields: { changeRequests: pages() } },
      ChangeRequest: { fields: { comments: pages() } },
      ChangeRequestComment: { fields: { replies: pages() } },
    },
  });
}

type Pages = ReturnType<typeof relayStylePagination>;

/**
 * `relayStylePagination`, with two differences. A connection that failed is null: it stays null, and does not become an
 * empty list. And an item that was added to the front of the list moves the others by one, so that the next page repeats
 * items: they are dropped.
 */
function pages(): Pages {
  const policy = relayStylePagination();
  const mergePages = policy.merge as Exclude<Pages['merge'], boolean | undefined>;
  const merge: FieldPolicy['merge'] = (existing, incoming, options) => {
    if (incoming === null) return existing ?? null;
    if (existing === null || !options.args?.after) return mergePages(existing ?? undefined, incoming, options);
    const idOf = (edge: { node?: unknown }) => options.readField('id', edge.node as never);
    const known = new Set(existing?.edges.map(idOf));
    const edges = incoming.edges.filter((edge: { node?: unknown }) => !known.has(idOf(edge)));
    return mergePages(existing, { ...incoming, edges }, options);
  };
  return { ...policy, merge } as Pages;
}
