import type { PathOf } from '../engine/contract/endpoint.ts';
import type { Contract } from '../resources/contract.ts';
import { spaceFor } from './access.ts';
import { type ChangeRequestPath, changeRequestFor } from './change-request-records.ts';
import { commentRecord, replyRecord } from './comment-records.ts';
import { commentChanges } from './comment-updates.ts';
import { badField, forbidden, notFound, oneOf } from './errors.ts';
import { byTime, parseOrder } from './filters.ts';
import type { Handlers, OperationRequest, Session } from './handlers.ts';
import { findPage } from './page-tree.ts';
import { commentPermissions, type SpacePermission, spaceRole } from './permissions.ts';
import { revisionOf } from './revisions.ts';
import type { ChangeRequestRow, CommentRow, ReplyRow, SpaceRow } from './rows.ts';

/** What comments belong to: a space, or a change request of the space. */
interface CommentParent {
  readonly space: SpaceRow;
  readonly changeRequest?: ChangeRequestRow;
}

type SpacePath = PathOf<Contract['spaceComments']['list']>;

/** Finds the parent in a request's path, and requires the permission on it. */
type FindParent<Path extends SpacePath> = (
  session: Session,
  path: Path,
  permission: Extract<SpacePermission, 'access' | 'comment'>,
) => CommentParent;

type Operations = Contract['changeRequestComments'] & Pick<Contract['spaceComments'], 'updateReply' | 'deleteReply'>;
type OwnPath<Name extends keyof Operations> = Omit<PathOf<Operations[Name]>, 'spaceId' | 'changeRequestId'>;

/** A request whose path starts with the parent's path. */
type CommentRequest<Name extends keyof Operations, Path> = Omit<OperationRequest<Operations[Name]>, 'path'> & {
  path: Path & OwnPath<Name>;
};

/**
 * The operations on comments and their replies. Posting, reacting, resolving and reopening require the `comment`
 * permission. Only the author edits a text; the author and the space's admins delete it.
 */
function commentHandlers<Path extends SpacePath>(findParent: FindParent<Path>) {
  const findComment = (session: Session, path: Path & { commentId: string }, permission: 'access' | 'comment') => {
    const parent = findParent(session, path, permission);
    return { ...parent, comment: commentIn(session, parent, path.commentId) };
  };
  return {
    list: ({ path, query, paginate, ...session }: CommentRequest<'list', Path>) => {
      const parent = findParent(session, path, 'access');
      requireMarkdown(query.format);
      const rows = commentsOf(session, parent).filter(commentFilter(query));
      const ordered = byTime(rows, (row) => row.postedAt, parseOrder(query.order));
      return paginate(ordered, (row) => commentRecord(session, parent.space, row));
    },

    create: ({ path, body, ...session }: CommentRequest<'create', Path>) => {
      const { store, caller } = session;
      const { space, changeRequest } = findParent(session, path, 'comment');
      const revision = changeRequest?.revision ?? space.revision;
      if (body.page !== undefined && findPage(revisionOf(store, revision).pages, body.page) === undefined) {
        throw badField('page', `The content has no page "${body.page}".`);
      }
      const comment: CommentRow = {
        id: store.newId(),
        space: space.id,
        changeRequest: changeRequest?.id,
        page: body.page,
        node: body.node,
        revision,
        postedBy: caller.id,
        postedAt: store.clock.iso(),
        markdown: body.body.markdown,
        reactions: [],
      };
      return commentRecord(session, space, store.comments.insert(comment));
    },

    get: ({ path, query, ...session }: CommentRequest<'get', Path>) => {
      requireMarkdown(query.format);
      const { space, comment } = findComment(session, path, 'access');
      return commentRecord(session, space, comment);
    },

    update: ({ path, body, ...session }: CommentRequest<'update', Path>) => {
      const { store } = session;
      const { space, comment } = findComment(session, path, 'comment');
      const changes = {
        ...commentChanges(session, space, comment, body),
        ...resolutionChanges(session, comment, body.resolved),
      };
      return commentRecord(session, space, store.comments.update(comment, changes));
    },

    delete: ({ path, ...session }: CommentRequest<'delete', Path>): void => {
      const { store } = session;
      const { space, comment } = findComment(session, path, 'comment');
      requireDeletePermission(session, space, comment);
      for (const reply of store.replies.by('comment', comment.id)) store.replies.remove(reply);
      store.comments.remove(comment);
    },

    replies: ({ path, query, paginate, ...session }: CommentRequest<'replies', Path>) => {
      requireMarkdown(query.format);
      const { space, comment } = findComment(session, path, 'access');
      const rows = session.store.replies.by('comment', comment.id);
      return paginate(rows, (row) => replyRecord(session, space, comment, row));
    },

    createReply: ({ path, query, body, ...session }: CommentRequest<'createReply', Path>) => {
      const { store, caller } = session;
      requireMarkdown(query.format);
      const { space, comment } = findComment(session, path, 'comment');
      const reply: ReplyRow = {
        id: store.newId(),
        comment: comment.id,
        postedBy: caller.id,
        postedAt: store.clock.iso(),
        markdown: body.body.markdown,
        reactions: [],
      };
      return replyRecord(session, space, comment, store.replies.insert(reply));
    },

    getReply: ({ path, query, ...session }: CommentRequest<'getReply', Path>) => {
      requireMarkdown(query.format);
      const { space, comment } = findComment(session, path, 'access');
      return replyRecord(session, space, comment, replyIn(session, comment, path.commentReplyId));
    },

    updateReply: ({ path, body, ...session }: CommentRequest<'updateReply', Path>) => {
      const { store } = session;
      const { space, comment } = findComment(session, path, 'comment');
      const reply = replyIn(session, comment, path.commentReplyId);
      const changed = store.replies.update(reply, commentChanges(session, space, reply, body));
      return replyRecord(session, space, comment, changed);
    },

    deleteReply: ({ path, ...session }: CommentRequest<'deleteReply', Path>): void => {
      const { space, comment } = findComment(session, path, 'comment');
      const reply = replyIn(session, comment, path.commentReplyId);
      requireDeletePermission(session, space, reply);
      session.store.replies.remove(reply);
    },
  };
}

/** Comments on a space. The contract has no operation that lists their replies. */
export const spaceComments: Handlers<Contract['spaceComments']> = commentHandlers<SpacePath>(
  (session, path, right) => ({
    space: spaceFor(session, path.spaceId, right),
  }),
);

/** Comments on a change request. The contract has no operation that updates or deletes their replies. */
export const changeRequestComments: Handlers<Contract['changeRequestComments']> =
  commentHandlers<ChangeRequestPath>(changeRequestFor);

function commentsOf({ store }: Session, { space, changeRequest }: CommentParent): CommentRow[] {
  if (changeRequest === undefined) return store.comments.by('space', space.id);
  return store.comments.by('changeRequest', changeRequest.id);
}

function commentIn({ store }: Session, { space, changeRequest }: CommentParent, id: string): CommentRow {
  if (changeRequest === undefined) store.comments.load('space', space.id);
  else store.comments.load('changeRequest', changeRequest.id);
  const comment = store.comments.get(id);
  if (comment?.space !== space.id || comment.changeRequest !== changeRequest?.id) throw notFound('comment', id);
  return comment;
}

function replyIn({ store }: Session, comment: CommentRow, id: string): ReplyRow {
  store.replies.load('comment', comment.id);
  const reply = store.replies.get(id);
  if (reply?.comment !== comment.id) throw notFound('reply', id);
  return reply;
}

/** The contract describes only the markdown variant of a comment's text. */
const requireMarkdown = (format = 'markdown') => oneOf('format', format, ['markdown']);

function commentFilter(query: OperationRequest<Operations['list']>['query']): (comment: CommentRow) => boolean {
  const status = oneOf('status', query.status ?? 'all', ['all', 'open', 'resolved']);
  const { authors, targetPage } = query;
  return (comment) =>
    (status === 'all' || (status === 'resolved') === (comment.resolvedAt !== undefined)) &&
    (authors === undefined || authors.includes(comment.postedBy)) &&
    (targetPage === undefined || comment.page === targetPage);
}

/** Resolving a resolved comment keeps its first resolver. */
function resolutionChanges(
  { store, caller }: Session,
  comment: CommentRow,
  resolved: boolean | undefined,
): Partial<CommentRow> {
  if (resolved === undefined || resolved === (comment.resolvedAt !== undefined)) return {};
  if (!resolved) return { resolvedAt: undefined, resolvedBy: undefined };
  return { resolvedAt: store.clock.iso(), resolvedBy: caller.id };
}

function requireDeletePermission({ store, caller }: Session, space: SpaceRow, row: CommentRow | ReplyRow): void {
  if (commentPermissions(spaceRole(store, caller.id, space), caller.id, row.postedBy).delete) return;
  throw forbidden('Only the author and admins of the space can delete it.');
}
