import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, keyEdge, lookup } from '../../engine/fields/fields.ts';
import { counted } from '../../engine/fields/skip-when-empty.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  ChangeRequestCommentReplyResolvers,
  ChangeRequestCommentResolvers,
  MutationResolvers,
} from '../../generated/resolvers.ts';
import { commentFields } from '../comments/fields.ts';
import { changedComment, newComment, newCommentNames } from '../comments/inputs.ts';
import { changeRequestComments } from './contract.ts';

export const ChangeRequestComment = {
  ...commentFields,
  space: keyEdge(['Space'], ({ spaceId }) => Reference.to('Space', { spaceId })),
  changeRequest: keyEdge(['ChangeRequest'], ({ spaceId, changeRequestId }) =>
    Reference.to('ChangeRequest', { spaceId, changeRequestId }),
  ),
  // The record's `replies` is the number of replies, and this list has no filter.
  replies: counted(
    ({ replies }) => replies,
    connection(changeRequestComments.replies, ({ key }, { format }) => ({ path: key, query: { format } })),
  ),
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

export const Mutation = {
  createChangeRequestComment: action(
    changeRequestComments.create,
    ({ changeRequestId, ...comment }) => ({ path: keyOf('ChangeRequest', changeRequestId), body: newComment(comment) }),
    ({ result, path }) => ({
      comment: Reference.of('ChangeRequestComment', path, result, changeRequestComments.create),
    }),
    newCommentNames,
  ),
  updateChangeRequestComment: action(
    changeRequestComments.update,
    (input) => ({ path: keyOf('ChangeRequestComment', input.id), body: changedComment(input) }),
    ({ result, path }) => ({
      comment: Reference.of('ChangeRequestComment', path, result, changeRequestComments.update),
    }),
  ),
  deleteChangeRequestComment: action(
    changeRequestComments.delete,
    ({ id }) => ({ path: keyOf('ChangeRequestComment', id) }),
    ({ path }) => ({ deletedId: globalId('ChangeRequestComment', path) }),
  ),
  createChangeRequestCommentReply: action(
    changeRequestComments.createReply,
    ({ commentId, body, format }) => ({
      path: keyOf('ChangeRequestComment', commentId),
      query: { format },
      body: { body },
    }),
    ({ result, path }) => ({
      reply: Reference.of('ChangeRequestCommentReply', path, result, changeRequestComments.createReply),
      comment: Reference.to('ChangeRequestComment', path),
    }),
  ),
} satisfies Pick<
  MutationResolvers,
  | 'createChangeRequestComment'
  | 'updateChangeRequestComment'
  | 'deleteChangeRequestComment'
  | 'createChangeRequestCommentReply'
>;
