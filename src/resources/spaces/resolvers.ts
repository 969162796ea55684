import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { batchOf } from '../../engine/fields/batch.ts';
import { connection } from '../../engine/fields/connection.ts';
import { connectionFromRecord } from '../../engine/fields/further-connections.ts';
import { lookup, lookupById } from '../../engine/fields/lookup.ts';
import { mergeableConnection } from '../../engine/fields/merged-connection.ts';
import { can, property } from '../../engine/fields/property.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toOne } from '../../engine/fields/to-one.ts';
import { keyBelow, restId } from '../../engine/relay/global-id.ts';
import type { IdArgument } from '../../engine/relay/input-id.ts';
import type {
  SpaceChangeRequestsArgs,
  SpacePermissionsResolvers,
  SpaceResolvers,
  SpaceSitesArgs,
  SpacesMutationResolvers,
  SpacesQueryResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestEntity, changeRequests } from '../change-requests/contract.ts';
import { changeRequestLists, orderOf, statusesOf } from '../change-requests/lists.ts';
import { CollectionEntity } from '../collections/contract.ts';
import { commentQuery } from '../comments/fields.ts';
import { contentFields, linkIn } from '../contents/fields.ts';
import { spaceContents } from '../contents/space-contents.ts';
import { MemberEntity } from '../members/contract.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { given } from '../shared/inputs.ts';
import { SiteEntity, sites } from '../sites/contract.ts';
import { SpaceCommentEntity, spaceComments } from '../space-comments/contract.ts';
import { SpaceEntity, type Space as SpaceRecord, spaces } from './contract.ts';
import { spacePosition } from './inputs.ts';

export const Query = {
  space: lookupById(spaces.get, SpaceEntity),
} satisfies SpacesQueryResolvers;

export const Space = {
  organization: toOne(OrganizationEntity, ({ organization }) => ({ organizationId: organization })),
  parent: toOne(
    CollectionEntity,
    ({ parent }) => (parent == null ? null : { collectionId: parent }),
    ({ organization }) => ({ organizationId: organization }),
  ),
  defaultRole: fromRecord(({ defaultLevel }) => defaultLevel),
  openCommentCount: fromRecord(({ comments }) => comments),
  changeRequestCount: fromRecord((space) => space.changeRequests),
  openChangeRequestCount: fromRecord(({ changeRequestsOpen }) => changeRequestsOpen),
  draftChangeRequestCount: fromRecord(({ changeRequestsDraft }) => changeRequestsDraft),
  ...contentFields<Reference<typeof SpaceEntity>>(spaceContents),
  links: connection(spaces.links, ({ key }, { status }) => ({ path: key, query: { status } }), linkIn),
  search: connection(
    spaces.search,
    ({ key }, { query }) => ({ path: key, query: { query } }),
    (page, { spaceId }) => ({ ...page, spaceId }),
  ),
  // The record's `changeRequests` is the total count, of every status; those of open comments say too little of a list.
  changeRequests: mergeableConnection(
    changeRequests.list,
    ({ key }: Reference<typeof SpaceEntity>, { status, contributorId }: Partial<SpaceChangeRequestsArgs>) => ({
      path: key,
      query: { status, contributor: restId(MemberEntity, contributorId) },
    }),
    ChangeRequestEntity,
    {
      isMerged: ({ statuses, orderBy }) => statuses != null || orderBy != null,
      listsOfEach: (args) => statusesOf(args).length,
      requests: ({ key, record }, args) =>
        changeRequestLists(key, statusesOf(args), restId(MemberEntity, args.contributorId), record),
      orderOf,
    },
    { count: (space) => (space as SpaceRecord).changeRequests },
  ),
  changeRequest: lookup(
    changeRequests.get,
    ({ key }, { by }) => ({
      path: by.id == null ? { ...key, changeRequestId: String(by.number) } : keyBelow(ChangeRequestEntity, key, by.id),
    }),
    ChangeRequestEntity,
  ),
  comments: connection(
    spaceComments.list,
    ({ key }, filters) => ({ path: key, query: commentQuery(filters, key) }),
    SpaceCommentEntity,
  ),
  comment: lookupById(spaceComments.get, SpaceCommentEntity),
  sites: connectionFromRecord(
    sites.list,
    ({ organization }, { title, isPublished }: Partial<SpaceSitesArgs>, { spaceId }) => ({
      path: { organizationId: organization },
      query: { space: spaceId, title, published: isPublished },
    }),
    SiteEntity,
  ),
} satisfies SpaceResolvers;

export const SpacePermissions = {
  ...can('view', 'access', 'viewInviteLinks', 'edit', 'triggerGitSync', 'comment', 'merge', 'review'),
  canAdminister: property('admin'),
} satisfies SpacePermissionsResolvers;

const ofSpace = ({ id }: { readonly id: IdArgument }) => ({ path: keyBelow(SpaceEntity, {}, id) });

/** The mutations of single records. */
const actions = {
  updateSpace: update(
    spaces.update,
    ({ id, title, emoji, editMode, defaultRole }) => ({
      path: keyBelow(SpaceEntity, {}, id),
      body: { title, emoji, editMode, defaultLevel: defaultRole },
    }),
    ({ record }) => ({ space: record(SpaceEntity) }),
    { defaultLevel: 'defaultRole' },
  ),
  deleteSpace: action(spaces.delete, ofSpace, ({ path }) => ({ space: Reference.to(SpaceEntity, path) })),
  duplicateSpace: action(spaces.duplicate, ofSpace, ({ record }) => ({ space: record(SpaceEntity) })),
  restoreSpace: action(spaces.restore, ofSpace, ({ record }) => ({ space: record(SpaceEntity) })),
  moveSpace: action(
    spaces.move,
    ({ id, parentId, position }) => ({
      path: keyBelow(SpaceEntity, {}, id),
      body: {
        parent: given(parentId, (parent) => restId(CollectionEntity, parent)),
        position: spacePosition(position),
      },
    }),
    ({ record }) => ({ space: record(SpaceEntity) }),
    { parent: 'parentId' },
  ),
  transferSpace: action(
    spaces.transfer,
    ({ id, organizationId }) => ({
      path: keyBelow(SpaceEntity, {}, id),
      body: { organization: restId(OrganizationEntity, organizationId) },
    }),
    ({ record }) => ({ space: record(SpaceEntity) }),
    { organization: 'organizationId' },
  ),
} satisfies Omit<SpacesMutationResolvers, 'deleteSpaces' | 'restoreSpaces' | 'moveSpaces'>;

export const Mutation = {
  ...actions,
  deleteSpaces: batchOf(actions.deleteSpace, 'ids', 'id'),
  restoreSpaces: batchOf(actions.restoreSpace, 'ids', 'id'),
  moveSpaces: batchOf(actions.moveSpace, 'ids', 'id'),
} satisfies SpacesMutationResolvers;
