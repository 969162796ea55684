import { type Key, type KeyOf, keyIn } from '../../engine/contract/entity.ts';
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
import type { Comment } from '../comments/contract.ts';
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

type CommentPath = KeyOf<typeof ChangeRequestEntity>;

/** The path of a comment, with the id of its change request where the input has its number and the comment tells its id. */
function pathOf({ target }: Comment, path: CommentPath): Key {
  if (!ChangeRequestEntity.isAlias(path.changeRequestId)) return path;
  return { ...path, ...keyIn(ChangeRequestEntity, path, { id: target?.changeRequest }) };
}

export const Mutation = {
  createChangeRequestComment: action(
    changeRequestComments.create,
    ({ changeRequestId, ...comment }) => {
      const path = keyOf(ChangeRequestEntity, changeRequestId);
      return { path, body: newComment(comment, path) };
    },
    ({ record, result, path }) => ({ comment: record(ChangeRequestCommentEntity, pathOf(result, path)) }),
    newCommentNames,
  ),
  updateChangeRequestComment: update(
    changeRequestComments.update,
    (input) => ({ path: keyOf(ChangeRequestCommentEntity, input.id), body: changedComment(input) }),
    ({ record, result, path }) => ({ comment: record(ChangeRequestCommentEntity, pathOf(result, path)) }),
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
