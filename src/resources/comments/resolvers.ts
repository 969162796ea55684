import { toOneFrom } from '../../engine/fields/to-one.ts';
import { property } from '../../engine/fields/values.ts';
import type {
  CommentPermissionsResolvers,
  CommentTargetNodeResolvers,
  CommentTargetPageResolvers,
  CommentTargetResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestEntity } from '../change-requests/contract.ts';
import { PageEntity } from '../contents/entities.ts';
import { SpaceEntity } from '../spaces/contract.ts';

export const CommentPermissions = {
  canView: property('view'),
  canEdit: property('edit'),
  canReply: property('reply'),
  canDelete: property('delete'),
} satisfies CommentPermissionsResolvers;

export const CommentTarget = {
  page: ({ target: { page }, key }) => (page == null ? page : { page, key }),
  space: toOneFrom(SpaceEntity, ({ target: { space } }) => space && { spaceId: space }),
  changeRequest: toOneFrom(
    ChangeRequestEntity,
    ({ target: { changeRequest, space }, key: { spaceId } }) =>
      changeRequest && { spaceId: space ?? spaceId, changeRequestId: changeRequest },
  ),
  node: ({ target }) => target.node,
  reviewId: ({ target }) => target.review,
  revisionId: ({ target }) => target.revision,
} satisfies CommentTargetResolvers;

export const CommentTargetNode = {
  restId: ({ id }) => id,
} satisfies CommentTargetNodeResolvers;

export const CommentTargetPage = {
  page: toOneFrom(PageEntity, ({ page: { id }, key }) =>
    'changeRequestId' in key
      ? { spaceId: key.spaceId, changeRequestId: key.changeRequestId, pageId: id }
      : { spaceId: key.spaceId, pageId: id },
  ),
  title: ({ page }) => page.title,
  emoji: ({ page }) => page.emoji,
  icon: ({ page }) => page.icon,
  createdAt: ({ page }) => page.createdAt,
  updatedAt: ({ page }) => page.updatedAt,
  path: ({ page }) => page.path,
  isOutdated: ({ page }) => page.outdated,
} satisfies CommentTargetPageResolvers;
