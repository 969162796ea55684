import { entity } from '../../engine/contract/entity.ts';
import { action, get, list, remove, resource } from '../../engine/contract/operation.ts';
import {
  comment,
  commentCreate,
  commentFilters,
  commentReply,
  commentUpdate,
  replyCreate,
  replyUpdate,
} from '../comments/contract.ts';
import { format } from '../shared/contract.ts';

const all = '/v1/spaces/{spaceId}/comments';
const one = `${all}/{commentId}` as const;
const replies = `${one}/replies` as const;
const reply = `${replies}/{commentReplyId}` as const;

export const spaceComments = resource('spaceComments', {
  list: list(all, comment, commentFilters),
  create: action('POST', all, { body: commentCreate, result: comment, status: 200 }),
  get: get(one, comment, format),
  update: action('PUT', one, { body: commentUpdate, result: comment, status: 200 }),
  delete: remove(one),
  createReply: action('POST', replies, { body: replyCreate, result: commentReply, status: 200 }),
  getReply: get(reply, commentReply, format),
  updateReply: action('PUT', reply, { body: replyUpdate, result: commentReply, status: 200 }),
  deleteReply: remove(reply),
});

/** Comments on a space. */
export const SpaceCommentEntity = entity('SpaceComment', [spaceComments.get], [spaceComments.list]);

/** Replies to a comment on a space. */
export const SpaceCommentReplyEntity = entity('SpaceCommentReply', [spaceComments.getReply], []);
