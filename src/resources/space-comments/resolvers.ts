import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { keyEdge, lookup } from '../../engine/fields/fields.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  SpaceCommentReplyResolvers,
  SpaceCommentResolvers,
} from '../../generated/resolvers.ts';
import { commentFields } from '../comments/fields.ts';
import { changedComment, changedReply, newComment, newCommentNames } from '../comments/inputs.ts';
import { spaceComments } from './contract.ts';

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

export const Mutation = {
  createSpaceComment: action(
    spaceComments.create,
    ({ spaceId, ...comment }) => ({ path: keyBelow('Space', {}, spaceId), body: newComment(comment) }),
    ({ result, path }) => ({ comment: Reference.of('SpaceComment', path, result, spaceComments.create) }),
    newCommentNames,
  ),
  updateSpaceComment: action(
    spaceComments.update,
    (input) => ({ path: keyOf('SpaceComment', input.id), body: changedComment(input) }),
    ({ result, path }) => ({ comment: Reference.of('SpaceComment', path, result, spaceComments.update) }),
  ),
  deleteSpaceComment: action(
    spaceComments.delete,
    ({ id }) => ({ path: keyOf('SpaceComment', id) }),
    ({ path }) => ({ deletedId: globalId('SpaceComment', path) }),
  ),
  createSpaceCommentReply: action(
    spaceComments.createReply,
    ({ commentId, body }) => ({ path: keyOf('SpaceComment', commentId), body: { body } }),
    ({ result, path }) => ({
      reply: Reference.of('SpaceCommentReply', path, result, spaceComments.createReply),
      comment: Reference.to('SpaceComment', path),
    }),
  ),
  updateSpaceCommentReply: action(
    spaceComments.updateReply,
    (input) => ({ path: keyOf('SpaceCommentReply', input.id), body: changedReply(input) }),
    ({ result, path }) => ({ reply: Reference.of('SpaceCommentReply', path, result, spaceComments.updateReply) }),
  ),
  deleteSpaceCommentReply: action(
    spaceComments.deleteReply,
    ({ id }) => ({ path: keyOf('SpaceCommentReply', id) }),
    ({ path }) => ({ deletedId: globalId('SpaceCommentReply', path) }),
  ),
} satisfies Pick<
  MutationResolvers,
  | 'createSpaceComment'
  | 'updateSpaceComment'
  | 'deleteSpaceComment'
  | 'createSpaceCommentReply'
  | 'updateSpaceCommentReply'
  | 'deleteSpaceCommentReply'
>;
