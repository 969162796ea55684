import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, edge, lookup } from '../../engine/fields/fields.ts';
import { globalId, keyBelow, restId } from '../../engine/relay/global-id.ts';
import type { CollectionResolvers, MutationResolvers, QueryResolvers } from '../../generated/resolvers.ts';
import { given, spacePosition } from '../shared/inputs.ts';
import { collections } from './contract.ts';

export const Query = {
  collection: lookup(collections.get, (_, { id }) => ({ path: keyBelow('Collection', {}, id) })),
} satisfies Pick<QueryResolvers, 'collection'>;

export const Collection = {
  organization: edge('Organization', ({ organization }) => ({ organizationId: organization })),
  parent: edge(
    'Collection',
    ({ parent }) => (parent == null ? null : { collectionId: parent }),
    ({ organization }) => ({ organizationId: organization }),
  ),
  spaces: connection(collections.spaces, ({ key }) => ({ path: key })),
} satisfies CollectionResolvers;

export const Mutation = {
  createCollection: action(
    collections.create,
    ({ organizationId, title, parentId }) => ({
      path: keyBelow('Organization', {}, organizationId),
      body: { title, parent: given(parentId, (parent) => restId('Collection', parent)) },
    }),
    ({ result }) => ({ collection: Reference.of('Collection', {}, result, collections.create) }),
    { parent: 'parentId' },
  ),
  updateCollection: action(
    collections.update,
    ({ id, title, description, defaultLevel }) => ({
      path: keyBelow('Collection', {}, id),
      body: { title, description, defaultLevel },
    }),
    ({ result }) => ({ collection: Reference.of('Collection', {}, result, collections.update) }),
  ),
  deleteCollection: action(
    collections.delete,
    ({ id }) => ({ path: keyBelow('Collection', {}, id) }),
    ({ path }) => ({ deletedId: globalId('Collection', path) }),
  ),
  moveCollection: action(
    collections.move,
    ({ id, parentId, position }) => ({
      path: keyBelow('Collection', {}, id),
      body: { parent: given(parentId, (parent) => restId('Collection', parent)), position: spacePosition(position) },
    }),
    ({ result }) => ({ collection: Reference.of('Collection', {}, result, collections.move) }),
    { parent: 'parentId' },
  ),
  transferCollection: action(
    collections.transfer,
    ({ id, organizationId }) => ({
      path: keyBelow('Collection', {}, id),
      body: { organization: restId('Organization', organizationId) },
    }),
    ({ result }) => ({ collection: Reference.of('Collection', {}, result, collections.transfer) }),
    { organization: 'organizationId' },
  ),
} satisfies Pick<
  MutationResolvers,
  'createCollection' | 'updateCollection' | 'deleteCollection' | 'moveCollection' | 'transferCollection'
>;
