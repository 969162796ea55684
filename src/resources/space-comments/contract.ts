import { touches } from '../../engine/contract/caching.ts';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import {
  comment,
  commentCreate,
  commentFilters,
  commentReply,
  commentUpdate,
  replyCreate,
  replyUpdate,
} from '../comments/contract.ts';
import { list, resource } from '../dialect.ts';
import { format } from '../shared/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';

const all = '/v1/spaces/{spaceId}/comments';
const one = `${all}/{commentId}` as const;
const replies = `${one}/replies` as const;
const reply = `${replies}/{commentReplyId}` as const;

export const spaceComments = resource('spaceComments', {
  list: list(all, comment, commentFilters),
  create: touches(SpaceEntity, action('POST', all, { body: commentCreate, result: comment })),
  get: get(one, comment, format),
  update: touches(SpaceEntity, action('PUT', one, { body: commentUpdate, result: comment })),
  delete: touches(SpaceEntity, remove(one)),
  createReply: touches(SpaceEntity, action('POST', replies, { body: replyCreate, result: commentReply })),
  getReply: get(reply, commentReply, format),
  updateReply: touches(SpaceEntity, action('PUT', reply, { body: replyUpdate, result: commentReply })),
  deleteReply: touches(SpaceEntity, remove(reply)),
});

export const SpaceCommentEntity = entity('SpaceComment', [spaceComments.get], [spaceComments.list]);

export const SpaceCommentReplyEntity = entity('SpaceCommentReply', [spaceComments.getReply], []);
