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
} from '../comments/contract.ts';
import { list, resource } from '../dialect.ts';
import { format } from '../shared/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';

const all = '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments';
const one = `${all}/{commentId}` as const;
const replies = `${one}/replies` as const;

export const changeRequestComments = resource('changeRequestComments', {
  list: list(all, comment, commentFilters),
  create: touches(SpaceEntity, action('POST', all, { body: commentCreate, result: comment })),
  get: get(one, comment, format),
  update: touches(SpaceEntity, action('PUT', one, { body: commentUpdate, result: comment })),
  delete: touches(SpaceEntity, remove(one)),
  replies: list(replies, commentReply, format),
  createReply: touches(
    SpaceEntity,
    action('POST', replies, { query: format, body: replyCreate, result: commentReply }),
  ),
  getReply: get(`${replies}/{commentReplyId}`, commentReply, format),
});

export const ChangeRequestCommentEntity = entity(
  'ChangeRequestComment',
  [changeRequestComments.get],
  [changeRequestComments.list],
);

export const ChangeRequestCommentReplyEntity = entity(
  'ChangeRequestCommentReply',
  [changeRequestComments.getReply],
  [changeRequestComments.replies],
);
