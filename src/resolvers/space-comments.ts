import { spaceComments } from '../contract/space-comments.ts';
import type { SpaceCommentReplyResolvers, SpaceCommentResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { keyBelow } from '../relay/ids.ts';
import { commentFields } from './comment-fields.ts';
import { keyEdge, lookup } from './fields.ts';

export const SpaceComment = {
  ...commentFields,
  space: keyEdge(['Space'], ({ spaceId }) => Reference.to('Space', { spaceId })),
  reply: lookup(spaceComments.getReply, ({ key }, { id, format }) => ({
    path: keyBelow('SpaceCommentReply', key, id),
    query: { format },
  })),
} satisfies SpaceCommentResolvers;

export const SpaceCommentReply = {
  comment: keyEdge(['SpaceComment'], ({ spaceId, commentId }) => Reference.to('SpaceComment', { spaceId, commentId })),
} satisfies SpaceCommentReplyResolvers;
