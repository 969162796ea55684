import type { Entity, Key } from '../../engine/contract/entity.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { restId, restIdBelow } from '../../engine/relay/global-id.ts';
import type { SpaceCommentsArgs } from '../../generated/resolvers.ts';
import { PageEntity } from '../contents/entities.ts';
import { MemberEntity } from '../members/contract.ts';
import type { Comment } from './contract.ts';
import type { CommentKey, Target } from './parent-types.ts';

type CommentEntity = Entity<string, CommentKey, Comment>;

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
