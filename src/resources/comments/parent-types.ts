import type { KeyOf } from '../../engine/contract/entity.ts';
import type { ChangeRequestCommentEntity } from '../change-request-comments/contract.ts';
import type { SpaceCommentEntity } from '../space-comments/contract.ts';
import type { CommentTarget, TargetPage } from './contract.ts';

/** What a comment is about, with the comment's key: ids in it are relative to its parents. */
export interface Target {
  target: CommentTarget;
  key: KeyOf<typeof SpaceCommentEntity> | KeyOf<typeof ChangeRequestCommentEntity>;
}

/** The page that a comment is about, as it was when the comment was posted. */
export interface PageOfTarget {
  page: TargetPage;
  key: Target['key'];
}
