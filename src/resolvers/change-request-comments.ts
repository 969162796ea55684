import { changeRequestComments } from '../contract/change-request-comments.ts';
import type { ChangeRequestCommentReplyResolvers, ChangeRequestCommentResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { keyBelow } from '../relay/ids.ts';
import { commentFields } from './comment-fields.ts';
import { connection, keyEdge, lookup } from './fields.ts';

export const ChangeRequestComment = {
  ...commentFields,
  space: keyEdge(['Space'], ({ spaceId }) => Reference.to('Space', { spaceId })),
  changeRequest: keyEdge(['ChangeRequest'], ({ spaceId, changeRequestId }) =>
    Reference.to('ChangeRequest', { spaceId, changeRequestId }),
  ),
  replies: connection(changeRequestComments.replies, ({ key }, { format }) => ({ path: key, query: { format } })),
  reply: lookup(changeRequestComments.getReply, ({ key }, { id, format }) => ({
    path: keyBelow('ChangeRequestCommentReply', key, id),
    query: { format },
  })),
} satisfies ChangeRequestCommentResolvers;

export const ChangeRequestCommentReply = {
  comment: keyEdge(['ChangeRequestComment'], ({ spaceId, changeRequestId, commentId }) =>
    Reference.to('ChangeRequestComment', {
      spaceId,
      changeRequestId,
      commentId,
    }),
  ),
} satisfies ChangeRequestCommentReplyResolvers;
