import type { CommentTarget, TargetPage } from './contract.ts';

export type CommentKey =
  | Readonly<{ spaceId: string; commentId: string }>
  | Readonly<{ spaceId: string; changeRequestId: string; commentId: string }>;

/** What a comment is about, with the comment's key: ids in it are relative to its parents. */
export interface Target {
  target: CommentTarget;
  key: CommentKey;
}

/** The page that a comment is about, as it was when the comment was posted. */
export interface PageOfTarget extends TargetPage {
  key: CommentKey;
}
