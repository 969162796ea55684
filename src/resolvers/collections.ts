import { collections } from '../contract/collections.ts';
import type { CollectionResolvers, QueryResolvers } from '../generated/resolvers.ts';
import { keyBelow } from '../relay/ids.ts';
import { connection, edge, lookup } from './fields.ts';

export const Query = {
  collection: lookup(collections.get, (_, { id }) => ({ path: keyBelow('Collection', {}, id) })),
} satisfies Pick<QueryResolvers, 'collection'>;

export const Collection = {
  organization: edge('Organization', ({ organization }) => ({ organizationId: organization })),
  parent: edge('Collection', ({ parent }) => (parent == null ? null : { collectionId: parent })),
  spaces: connection(collections.spaces, ({ key }) => ({ path: key })),
} satisfies CollectionResolvers;
