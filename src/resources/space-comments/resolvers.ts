import { Reference } from '../../engine/data/reference.ts';
import { action, update } from '../../engine/fields/action.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { lookupById } from '../../engine/fields/lookup.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  SpaceCommentReplyResolvers,
  SpaceCommentResolvers,
  SpaceCommentsMutationResolvers,
} from '../../generated/resolvers.ts';
import { commentFields } from '../comments/fields.ts';
import { changedComment, changedCommentNames, changedReply, newComment, newCommentNames } from '../comments/inputs.ts';
import { SpaceEntity } from '../spaces/contract.ts';
import { SpaceCommentEntity, SpaceCommentReplyEntity, spaceComments } from './contract.ts';

export const SpaceComment = {
  ...commentFields,
  space: toParent(SpaceEntity),
  reply: lookupById(spaceComments.getReply, SpaceCommentReplyEntity),
} satisfies SpaceCommentResolvers;

export const SpaceCommentReply = {
  comment: toParent(SpaceCommentEntity),
} satisfies SpaceCommentReplyResolvers;

export const Mutation = {
  createSpaceComment: action(
    spaceComments.create,
    ({ spaceId, ...comment }) => {
      const path = keyBelow(SpaceEntity, {}, spaceId);
      return { path, body: newComment(comment, path) };
    },
    ({ record }) => ({ comment: record(SpaceCommentEntity) }),
    newCommentNames,
  ),
  updateSpaceComment: update(
    spaceComments.update,
    (input) => ({ path: keyOf(SpaceCommentEntity, input.id), body: changedComment(input) }),
    ({ record }) => ({ comment: record(SpaceCommentEntity) }),
    changedCommentNames,
  ),
  deleteSpaceComment: deletion(spaceComments.delete, SpaceCommentEntity, 'space', SpaceEntity),
  createSpaceCommentReply: action(
    spaceComments.createReply,
    ({ commentId, body }) => ({ path: keyOf(SpaceCommentEntity, commentId), body: { body } }),
    ({ record, path }) => ({
      reply: record(SpaceCommentReplyEntity),
      comment: Reference.to(SpaceCommentEntity, path),
    }),
  ),
  updateSpaceCommentReply: update(
    spaceComments.updateReply,
    (input) => ({ path: keyOf(SpaceCommentReplyEntity, input.id), body: changedReply(input) }),
    ({ record }) => ({ reply: record(SpaceCommentReplyEntity) }),
  ),
  deleteSpaceCommentReply: deletion(spaceComments.deleteReply, SpaceCommentReplyEntity, 'comment', SpaceCommentEntity),
} satisfies SpaceCommentsMutationResolvers;
