import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { connection } from '../../engine/fields/connection.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { lookupById } from '../../engine/fields/lookup.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyOf } from '../../engine/relay/global-id.ts';
import type {
  ChangeRequestCommentReplyResolvers,
  ChangeRequestCommentResolvers,
  ChangeRequestCommentsMutationResolvers,
} from '../../generated/resolvers.ts';
import { ChangeRequestEntity } from '../change-requests/contract.ts';
import { commentFields } from '../comments/fields.ts';
import { changedComment, changedCommentNames, newComment, newCommentNames } from '../comments/inputs.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { ChangeRequestCommentEntity, ChangeRequestCommentReplyEntity, changeRequestComments } from './contract.ts';

export const ChangeRequestComment = {
  ...commentFields,
  space: toParent(SpaceEntity),
  changeRequest: toParent(ChangeRequestEntity),
  // The record's `replies` is the number of replies, and this list has no filter.
  replies: connection(
    changeRequestComments.replies,
    ({ key }, { format }) => ({ path: key, query: { format } }),
    ChangeRequestCommentReplyEntity,
    { count: ({ replies }) => replies },
  ),
  reply: lookupById(changeRequestComments.getReply, ChangeRequestCommentReplyEntity),
} satisfies ChangeRequestCommentResolvers;

export const ChangeRequestCommentReply = {
  comment: toParent(ChangeRequestCommentEntity),
} satisfies ChangeRequestCommentReplyResolvers;

export const Mutation = {
  createChangeRequestComment: action(
    changeRequestComments.create,
    ({ changeRequestId, ...comment }) => {
      const path = keyOf(ChangeRequestEntity, changeRequestId);
      return { path, body: newComment(comment, path) };
    },
    ({ record }) => ({ comment: record(ChangeRequestCommentEntity) }),
    newCommentNames,
  ),
  updateChangeRequestComment: update(
    changeRequestComments.update,
    (input) => ({ path: keyOf(ChangeRequestCommentEntity, input.id), body: changedComment(input) }),
    ({ record }) => ({ comment: record(ChangeRequestCommentEntity) }),
    changedCommentNames,
  ),
  deleteChangeRequestComment: deletion(
    changeRequestComments.delete,
    ChangeRequestCommentEntity,
    'changeRequest',
    ChangeRequestEntity,
  ),
  createChangeRequestCommentReply: action(
    changeRequestComments.createReply,
    ({ commentId, body, format }) => ({
      path: keyOf(ChangeRequestCommentEntity, commentId),
      query: { format },
      body: { body },
    }),
    ({ record, path }) => ({
      reply: record(ChangeRequestCommentReplyEntity),
      comment: Reference.to(ChangeRequestCommentEntity, path),
    }),
  ),
} satisfies ChangeRequestCommentsMutationResolvers;
