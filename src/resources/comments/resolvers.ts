import { can, property } from '../../engine/fields/property.ts';
import { toOneFrom } from '../../engine/fields/to-one.ts';
import type {
  CommentPermissionsResolvers,
  CommentTargetDocumentNodeResolvers,
  CommentTargetPageResolvers,
  CommentTargetResolvers,
  ReactionResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestEntity } from '../change-requests/contract.ts';
import { PageEntity } from '../contents/entities.ts';
import { SpaceEntity } from '../spaces/contract.ts';

export const CommentPermissions = can('view', 'edit', 'reply', 'delete') satisfies CommentPermissionsResolvers;

export const Reaction = {
  userCount: property('count'),
} satisfies ReactionResolvers;

export const CommentTarget = {
  page: ({ target: { page }, key }) => (page == null ? page : { ...page, key }),
  space: toOneFrom(SpaceEntity, ({ target: { space } }) => space && { spaceId: space }),
  changeRequest: toOneFrom(
    ChangeRequestEntity,
    ({ target: { changeRequest, space }, key: { spaceId } }) =>
      changeRequest && { spaceId: space ?? spaceId, changeRequestId: changeRequest },
  ),
  documentNode: ({ target }) => target.node,
  reviewId: ({ target }) => target.review,
  revisionId: ({ target }) => target.revision,
} satisfies CommentTargetResolvers;

export const CommentTargetDocumentNode = {
  restId: ({ id }) => id,
} satisfies CommentTargetDocumentNodeResolvers;

export const CommentTargetPage = {
  page: toOneFrom(
    PageEntity,
    ({ id, key }) =>
      'changeRequestId' in key
        ? { spaceId: key.spaceId, changeRequestId: key.changeRequestId, pageId: id }
        : { spaceId: key.spaceId, pageId: id },
    { isBesideParent: true, isOptional: true },
  ),
  isOutdated: property('outdated'),
} satisfies CommentTargetPageResolvers;
