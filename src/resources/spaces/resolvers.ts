import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, lookup } from '../../engine/fields/reads.ts';
import { toOne } from '../../engine/fields/to-one.ts';
import { fromRecord, property } from '../../engine/fields/values.ts';
import { globalId, keyBelow, restId } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  QueryResolvers,
  SpacePermissionsResolvers,
  SpaceResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestEntity, changeRequests } from '../change-requests/contract.ts';
import { CollectionEntity } from '../collections/contract.ts';
import { commentQuery } from '../comments/fields.ts';
import { contentFields } from '../contents/fields.ts';
import { spaceContents } from '../contents/space-contents.ts';
import { MemberEntity } from '../members/contract.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { given, spacePosition } from '../shared/inputs.ts';
import { SpaceCommentEntity, spaceComments } from '../space-comments/contract.ts';
import { SpaceEntity, spaces } from './contract.ts';

export const Query = {
  space: lookup(
    spaces.get,
    (_, { id, shareKey }) => ({ path: keyBelow(SpaceEntity, {}, id), query: { shareKey } }),
    SpaceEntity,
  ),
} satisfies Pick<QueryResolvers, 'space'>;

export const Space = {
  organization: toOne(OrganizationEntity, ({ organization }) => ({ organizationId: organization })),
  parent: toOne(
    CollectionEntity,
    ({ parent }) => (parent == null ? null : { collectionId: parent }),
    ({ organization }) => ({ organizationId: organization }),
  ),
  openCommentCount: fromRecord(({ comments }) => comments),
  changeRequestCount: fromRecord((space) => space.changeRequests),
  openChangeRequestCount: fromRecord(({ changeRequestsOpen }) => changeRequestsOpen),
  draftChangeRequestCount: fromRecord(({ changeRequestsDraft }) => changeRequestsDraft),
  ...contentFields<Reference<typeof SpaceEntity>>(spaceContents),
  links: connection(
    spaces.links,
    ({ key }, { status }) => ({ path: key, query: { status } }),
    (link) => link,
  ),
  search: connection(
    spaces.search,
    ({ key }, { query }) => ({ path: key, query: { query } }),
    (page, { spaceId }) => ({ ...page, spaceId }),
  ),
  // The record's `changeRequests` is the total count, of every status; those of open comments say too little of a list.
  changeRequests: connection(
    changeRequests.list,
    ({ key }, { status, contributorId }) => ({
      path: key,
      query: { status, contributor: restId(MemberEntity, contributorId) },
    }),
    ChangeRequestEntity,
    { count: (space) => space.changeRequests },
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
  comment: lookup(
    spaceComments.get,
    ({ key }, { id, format }) => ({
      path: keyBelow(SpaceCommentEntity, key, id),
      query: { format },
    }),
    SpaceCommentEntity,
  ),
} satisfies SpaceResolvers;

export const SpacePermissions = {
  canView: property('view'),
  canAccess: property('access'),
  canAdminister: property('admin'),
  canViewInviteLinks: property('viewInviteLinks'),
  canEdit: property('edit'),
  canTriggerGitSync: property('triggerGitSync'),
  canComment: property('comment'),
  canMerge: property('merge'),
  canReview: property('review'),
} satisfies SpacePermissionsResolvers;

export const Mutation = {
  updateSpace: action(
    spaces.update,
    ({ id, title, emoji, editMode, defaultLevel }) => ({
      path: keyBelow(SpaceEntity, {}, id),
      body: { title, emoji, editMode, defaultLevel },
    }),
    ({ result }) => ({ space: Reference.of(SpaceEntity, {}, result, spaces.update) }),
  ),
  deleteSpace: action(
    spaces.delete,
    ({ id }) => ({ path: keyBelow(SpaceEntity, {}, id) }),
    ({ path }) => ({ deletedId: globalId(SpaceEntity, path) }),
  ),
  duplicateSpace: action(
    spaces.duplicate,
    ({ id }) => ({ path: keyBelow(SpaceEntity, {}, id) }),
    ({ result }) => ({ space: Reference.of(SpaceEntity, {}, result, spaces.duplicate) }),
  ),
  restoreSpace: action(
    spaces.restore,
    ({ id }) => ({ path: keyBelow(SpaceEntity, {}, id) }),
    ({ result }) => ({ space: Reference.of(SpaceEntity, {}, result, spaces.restore) }),
  ),
  moveSpace: action(
    spaces.move,
    ({ id, parentId, position }) => ({
      path: keyBelow(SpaceEntity, {}, id),
      body: {
        parent: given(parentId, (parent) => restId(CollectionEntity, parent)),
        position: spacePosition(position),
      },
    }),
    ({ result }) => ({ space: Reference.of(SpaceEntity, {}, result, spaces.move) }),
    { parent: 'parentId' },
  ),
  transferSpace: action(
    spaces.transfer,
    ({ id, organizationId }) => ({
      path: keyBelow(SpaceEntity, {}, id),
      body: { organization: restId(OrganizationEntity, organizationId) },
    }),
    ({ result }) => ({ space: Reference.of(SpaceEntity, {}, result, spaces.transfer) }),
    { organization: 'organizationId' },
  ),
} satisfies Pick<
  MutationResolvers,
  'updateSpace' | 'deleteSpace' | 'duplicateSpace' | 'restoreSpace' | 'moveSpace' | 'transferSpace'
>;
