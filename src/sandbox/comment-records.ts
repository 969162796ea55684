import type { Comment, CommentReply, Reaction } from '../resources/comments/contract.ts';
import { contract } from '../resources/contract.ts';
import type { Session } from './handlers.ts';
import { differs, findPage } from './page-tree.ts';
import { commentPermissions, spaceRole } from './permissions.ts';
import { sectionsOf } from './plain-text.ts';
import { revisionOf } from './revisions.ts';
import type { CommentRow, ReactionRow, ReplyRow, SpaceRow, StoredPage } from './rows.ts';
import type { Store } from './store.ts';
import { truncate } from './texts.ts';
import { apiUrl } from './urls.ts';
import { userById } from './users.ts';

export function commentRecord(session: Session, space: SpaceRow, row: CommentRow): Comment {
  const { store } = session;
  return {
    object: 'comment',
    ...commentFields(session, space, row),
    replies: store.replies.count('comment', row.id),
    target: targetRecord(store, space, row),
    urls: { location: commentLocation(row) },
    status: row.resolvedAt === undefined ? 'open' : 'resolved',
    resolvedAt: row.resolvedAt,
    resolvedBy: row.resolvedBy === undefined ? undefined : userById(store, row.resolvedBy),
  };
}

export function replyRecord(session: Session, space: SpaceRow, comment: CommentRow, row: ReplyRow): CommentReply {
  return {
    object: 'comment-reply',
    ...commentFields(session, space, row),
    urls: { location: replyLocation(comment, row.id) },
  };
}

function commentFields({ store, caller }: Session, space: SpaceRow, row: CommentRow | ReplyRow) {
  return {
    id: row.id,
    postedBy: userById(store, row.postedBy),
    postedAt: row.postedAt,
    editedAt: row.editedAt,
    reactions: reactionRecords(store, row.reactions),
    body: { markdown: row.markdown },
    permissions: commentPermissions(spaceRole(store, caller.id, space), caller.id, row.postedBy),
  };
}

/** One record for each emoji, in the order of their first use. */
function reactionRecords(store: Store, rows: readonly ReactionRow[]): Reaction[] {
  const emojis = [...new Set(rows.map(({ emoji }) => emoji))];
  return emojis.map((emoji) => {
    const reactions = rows.filter((row) => row.emoji === emoji);
    const users = reactions.map(({ user, reactedAt }) => ({ user: userById(store, user), reactedAt }));
    return { emoji, count: reactions.length, users };
  });
}

function targetRecord(store: Store, space: SpaceRow, row: CommentRow): Comment['target'] {
  const { changeRequest, page: pageId, node, revision, review } = row;
  const active = changeRequest === undefined ? space.revision : store.changeRequests.get(changeRequest)?.revision;
  const pageIn = (id: string) => (pageId === undefined ? undefined : findPage(revisionOf(store, id).pages, pageId));
  const page = pageIn(revision);
  return {
    space: space.id,
    revision,
    changeRequest,
    review,
    page: page && pageTarget(page, differs(page, pageIn(active ?? revision))),
    node: node === undefined ? undefined : { id: node, preview: previewOf(page, node) },
  };
}

/** The page as it was when the comment was posted; `outdated` tells whether it was changed or removed since. */
function pageTarget({ id, title, emoji, icon, createdAt, updatedAt, path }: StoredPage, outdated: boolean) {
  return { id, title, emoji, icon, createdAt, updatedAt, path, outdated };
}

/** The beginning of the node's text (the page section with that id) at the time of the comment. */
function previewOf(page: StoredPage | undefined, node: string): string | undefined {
  const section = page && sectionsOf(page).find(({ id }) => id === node);
  return section && truncate(section.text, 120);
}

function commentLocation({ space, changeRequest, id }: CommentRow): string {
  if (changeRequest === undefined) return apiUrl(contract.spaceComments.get, { spaceId: space, commentId: id });
  const path = { spaceId: space, changeRequestId: changeRequest, commentId: id };
  return apiUrl(contract.changeRequestComments.get, path);
}

function replyLocation({ space, changeRequest, id }: CommentRow, commentReplyId: string): string {
  const path = { spaceId: space, commentId: id, commentReplyId };
  if (changeRequest === undefined) return apiUrl(contract.spaceComments.getReply, path);
  return apiUrl(contract.changeRequestComments.getReply, { ...path, changeRequestId: changeRequest });
}
