import { edgeFrom } from '../../engine/fields/fields.ts';
import type {
  CommentTargetNodeResolvers,
  CommentTargetPageResolvers,
  CommentTargetResolvers,
} from '../../generated/resolvers.ts';

export const CommentTarget = {
  page: ({ target: { page }, key }) => page && { page, key },
  space: edgeFrom('Space', ({ target: { space } }) => space && { spaceId: space }),
  changeRequest: edgeFrom(
    'ChangeRequest',
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
  page: edgeFrom('Page', ({ page: { id }, key }) =>
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
