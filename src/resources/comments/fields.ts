import type { Key } from '../../engine/contract/entity.ts';
import { fromRecord } from '../../engine/fields/values.ts';
import { restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type { SpaceCommentsArgs } from '../../generated/resolvers.ts';
import type { ChangeRequestCommentEntity } from '../change-request-comments/contract.ts';
import { PageEntity } from '../contents/entities.ts';
import { MemberEntity } from '../members/contract.ts';
import type { SpaceCommentEntity } from '../space-comments/contract.ts';
import type { Target } from './parent-types.ts';

type CommentEntity = typeof SpaceCommentEntity | typeof ChangeRequestCommentEntity;

/** What comments on spaces and on change requests have in common beside the fields of their record. */
export const commentFields = {
  replyCount: fromRecord<CommentEntity, number | undefined>(({ replies }) => replies),
  target: fromRecord<CommentEntity, Target | undefined>(({ target }, { key }) => target && { target, key }),
};

/** The filters of a list of comments below the key `on`, as both lists take them. */
export function commentQuery({ order, status, format, targetPageId, authorIds }: Partial<SpaceCommentsArgs>, on: Key) {
  return {
    order,
    status,
    format,
    targetPage: restIdBelow(PageEntity, on, targetPageId),
    authors: authorIds?.map((author) => restId(MemberEntity, author)),
  };
}
