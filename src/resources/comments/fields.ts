import { fromRecord } from '../../engine/fields/values.ts';
import { restId } from '../../engine/relay/global-id.ts';
import type { SpaceCommentsArgs } from '../../generated/resolvers.ts';
import type { ChangeRequestCommentEntity } from '../change-request-comments/contract.ts';
import { PageEntity } from '../contents/entities.ts';
import { UserIdentity } from '../shared/contract.ts';
import type { SpaceCommentEntity } from '../space-comments/contract.ts';
import type { Target } from './parent-types.ts';

type CommentEntity = typeof SpaceCommentEntity | typeof ChangeRequestCommentEntity;

/** What comments on spaces and on change requests have in common beside the fields of their record. */
export const commentFields = {
  replyCount: fromRecord<CommentEntity, number | undefined>(({ replies }) => replies),
  target: fromRecord<CommentEntity, Target | undefined>(({ target }, { key }) => target && { target, key }),
};

/** The filters of a list of comments, as both lists take them. */
export function commentQuery({ order, status, format, targetPageId, authorIds }: Partial<SpaceCommentsArgs>) {
  return {
    order,
    status,
    format,
    targetPage: restId(PageEntity, targetPageId),
    authors: authorIds?.map((author) => restId(UserIdentity, author)),
  };
}
