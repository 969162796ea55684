import { action, update } from '../../engine/fields/action.ts';
import { connection } from '../../engine/fields/connection.ts';
import { connectionWithin } from '../../engine/fields/embedded-connection.ts';
import { lookupById } from '../../engine/fields/lookup.ts';
import { can, property } from '../../engine/fields/property.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toOne } from '../../engine/fields/to-one.ts';
import { globalId, keyBelow, restId } from '../../engine/relay/global-id.ts';
import type {
  CollectionPermissionsResolvers,
  CollectionResolvers,
  CollectionsMutationResolvers,
  CollectionsQueryResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { given } from '../shared/inputs.ts';
import { ofParent } from '../shared/requests.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { spacePosition } from '../spaces/inputs.ts';
import { CollectionEntity, collections } from './contract.ts';

export const Query = {
  collection: lookupById(collections.get, CollectionEntity),
} satisfies CollectionsQueryResolvers;

export const Collection = {
  organization: toOne(OrganizationEntity, ({ organization }) => ({ organizationId: organization })),
  parent: toOne(
    CollectionEntity,
    ({ parent }) => (parent == null ? null : { collectionId: parent }),
    ({ organization }) => ({ organizationId: organization }),
  ),
  defaultRole: fromRecord(({ defaultLevel }) => defaultLevel),
  // REST has no list of a collection's collections: that of its organization says which collection contains each.
  collections: connectionWithin(CollectionEntity, ({ organization }) => ({ organizationId: organization }), {
    list: collections.list,
    parentOf: ({ parent }) => parent,
  }),
  spaces: connection(collections.spaces, ofParent, SpaceEntity),
} satisfies CollectionResolvers;

export const CollectionPermissions = {
  ...can('view', 'viewInviteLinks', 'create'),
  canAdminister: property('admin'),
} satisfies CollectionPermissionsResolvers;

export const Mutation = {
  createCollection: action(
    collections.create,
    ({ organizationId, title, parentId }) => ({
      path: keyBelow(OrganizationEntity, {}, organizationId),
      body: { title, parent: given(parentId, (parent) => restId(CollectionEntity, parent)) },
    }),
    ({ record }) => ({ collection: record(CollectionEntity) }),
    { parent: 'parentId' },
  ),
  updateCollection: update(
    collections.update,
    ({ id, title, description, defaultRole }) => ({
      path: keyBelow(CollectionEntity, {}, id),
      body: { title, description, defaultLevel: defaultRole },
    }),
    ({ record }) => ({ collection: record(CollectionEntity) }),
    { defaultLevel: 'defaultRole' },
  ),
  deleteCollection: action(
    collections.delete,
    ({ id }) => ({ path: keyBelow(CollectionEntity, {}, id) }),
    ({ path }) => ({ deletedId: globalId(CollectionEntity, path) }),
  ),
  moveCollection: action(
    collections.move,
    ({ id, parentId, position }) => ({
      path: keyBelow(CollectionEntity, {}, id),
      body: {
        parent: given(parentId, (parent) => restId(CollectionEntity, parent)),
        position: spacePosition(position),
      },
    }),
    ({ record }) => ({ collection: record(CollectionEntity) }),
    { parent: 'parentId' },
  ),
  transferCollection: action(
    collections.transfer,
    ({ id, organizationId }) => ({
      path: keyBelow(CollectionEntity, {}, id),
      body: { organization: restId(OrganizationEntity, organizationId) },
    }),
    ({ record }) => ({ collection: record(CollectionEntity) }),
    { organization: 'organizationId' },
  ),
} satisfies CollectionsMutationResolvers;
