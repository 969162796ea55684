import type { PathOf } from '../engine/contract/operation.ts';
import type { Contract } from '../resources/contract.ts';
import { commentRecord, replyRecord } from './comment-records.ts';
import { badRequest, forbidden, notFound, oneOf } from './errors.ts';
import { byTime, orderOf } from './filters.ts';
import type { Call, Session } from './handlers.ts';
import { findPage } from './page-tree.ts';
import { changePosted } from './posted.ts';
import type { ChangeRequestRow, CommentRow, ReplyRow, SpaceRow } from './records.ts';
import { revisionOf } from './revisions.ts';
import { postedRights, type SpaceRight, spaceRole } from './rights.ts';

/** Where comments stand: on a space, or on a change request of it. */
interface CommentPlace {
  readonly space: SpaceRow;
  readonly changeRequest?: ChangeRequestRow;
}

export type SpacePath = PathOf<Contract['spaceComments']['list']>;

/** Finds the place that a path names, if the caller has the right. */
type Open<Path extends SpacePath> = (
  session: Session,
  path: Path,
  right: Extract<SpaceRight, 'view' | 'comment'>,
) => CommentPlace;

type Operations = Contract['changeRequestComments'] & Pick<Contract['spaceComments'], 'updateReply' | 'deleteReply'>;
type OwnPath<Name extends keyof Operations> = Omit<PathOf<Operations[Name]>, 'spaceId' | 'changeRequestId'>;

/** A call whose path begins with that of the place. */
type CommentCall<Name extends keyof Operations, Path> = Omit<Call<Operations[Name]>, 'path'> & {
  path: Path & OwnPath<Name>;
};

/**
 * The operations on comments and their replies. `comment` posts, reacts, resolves and reopens; only the author rewrites
 * a text; the author and the space's admins delete it.
 */
export function commentHandlers<Path extends SpacePath>(open: Open<Path>) {
  const openComment = (session: Session, path: Path & { commentId: string }, right: 'view' | 'comment') => {
    const place = open(session, path, right);
    return { ...place, comment: commentIn(session, place, path.commentId) };
  };
  return {
    list: ({ path, query, paginate, ...session }: CommentCall<'list', Path>) => {
      const place = open(session, path, 'view');
      checkFormat(query.format);
      const rows = commentsAt(session, place).filter(commentFilter(query));
      const ordered = byTime(rows, (row) => row.postedAt, orderOf(query.order));
      return paginate(ordered, (row) => commentRecord(session, place.space, row));
    },

    create: ({ path, body, ...session }: CommentCall<'create', Path>) => {
      const { store, caller } = session;
      const { space, changeRequest } = open(session, path, 'comment');
      const revision = changeRequest?.revision ?? space.revision;
      if (body.page !== undefined && findPage(revisionOf(store, revision).pages, body.page) === undefined) {
        throw badRequest(`body field page: there is no page "${body.page}" in this content.`);
      }
      const comment: CommentRow = {
        id: store.newId(),
        space: space.id,
        ...(changeRequest === undefined ? {} : { changeRequest: changeRequest.id }),
        ...(body.page === undefined ? {} : { page: body.page }),
        ...(body.node === undefined ? {} : { node: body.node }),
        revision,
        postedBy: caller.id,
        postedAt: store.clock.iso(),
        markdown: body.body.markdown,
        reactions: [],
      };
      return commentRecord(session, space, store.comments.insert(comment));
    },

    get: ({ path, query, ...session }: CommentCall<'get', Path>) => {
      checkFormat(query.format);
      const { space, comment } = openComment(session, path, 'view');
      return commentRecord(session, space, comment);
    },

    update: ({ path, body, ...session }: CommentCall<'update', Path>) => {
      const { store } = session;
      const { space, comment } = openComment(session, path, 'comment');
      const changes = {
        ...changePosted(session, space, comment, body),
        ...resolution(session, comment, body.resolved),
      };
      return commentRecord(session, space, store.comments.update(comment, changes));
    },

    delete: ({ path, ...session }: CommentCall<'delete', Path>): void => {
      const { store } = session;
      const { space, comment } = openComment(session, path, 'comment');
      requireDelete(session, space, comment);
      for (const reply of store.replies.by('comment', comment.id)) store.replies.remove(reply);
      store.comments.remove(comment);
    },

    replies: ({ path, query, paginate, ...session }: CommentCall<'replies', Path>) => {
      checkFormat(query.format);
      const { space, comment } = openComment(session, path, 'view');
      const rows = session.store.replies.by('comment', comment.id);
      return paginate(rows, (row) => replyRecord(session, space, comment, row));
    },

    createReply: ({ path, query, body, ...session }: CommentCall<'createReply', Path>) => {
      const { store, caller } = session;
      checkFormat(query.format);
      const { space, comment } = openComment(session, path, 'comment');
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

    getReply: ({ path, query, ...session }: CommentCall<'getReply', Path>) => {
      checkFormat(query.format);
      const { space, comment } = openComment(session, path, 'view');
      return replyRecord(session, space, comment, replyIn(session, comment, path.commentReplyId));
    },

    updateReply: ({ path, body, ...session }: CommentCall<'updateReply', Path>) => {
      const { store } = session;
      const { space, comment } = openComment(session, path, 'comment');
      const reply = replyIn(session, comment, path.commentReplyId);
      const changed = store.replies.update(reply, changePosted(session, space, reply, body));
      return replyRecord(session, space, comment, changed);
    },

    deleteReply: ({ path, ...session }: CommentCall<'deleteReply', Path>): void => {
      const { space, comment } = openComment(session, path, 'comment');
      const reply = replyIn(session, comment, path.commentReplyId);
      requireDelete(session, space, reply);
      session.store.replies.remove(reply);
    },
  };
}

function commentsAt({ store }: Session, { space, changeRequest }: CommentPlace): CommentRow[] {
  if (changeRequest === undefined) return store.comments.by('space', space.id);
  return store.comments.by('changeRequest', changeRequest.id);
}

function commentIn({ store }: Session, { space, changeRequest }: CommentPlace, id: string): CommentRow {
  const comment = store.comments.get(id);
  if (comment?.space !== space.id || comment.changeRequest !== changeRequest?.id) throw notFound('comment', id);
  return comment;
}

function replyIn({ store }: Session, comment: CommentRow, id: string): ReplyRow {
  const reply = store.replies.get(id);
  if (reply?.comment !== comment.id) throw notFound('reply', id);
  return reply;
}

/** The contract describes the markdown variant of a comment's text only. */
const checkFormat = (format = 'markdown') => oneOf('format', format, ['markdown']);

function commentFilter(query: Call<Operations['list']>['query']): (comment: CommentRow) => boolean {
  const status = oneOf('status', query.status ?? 'all', ['all', 'open', 'resolved']);
  const { authors, targetPage } = query;
  return (comment) =>
    (status === 'all' || (status === 'resolved') === (comment.resolvedAt !== undefined)) &&
    (authors === undefined || authors.includes(comment.postedBy)) &&
    (targetPage === undefined || comment.page === targetPage);
}

/** Resolving again keeps who resolved it first. */
function resolution(
  { store, caller }: Session,
  comment: CommentRow,
  resolved: boolean | undefined,
): Partial<CommentRow> {
  if (resolved === undefined || resolved === (comment.resolvedAt !== undefined)) return {};
  if (!resolved) return { resolvedAt: undefined, resolvedBy: undefined };
  return { resolvedAt: store.clock.iso(), resolvedBy: caller.id };
}

function requireDelete({ store, caller }: Session, space: SpaceRow, row: CommentRow | ReplyRow): void {
  if (postedRights(spaceRole(store, caller.id, space), caller.id, row.postedBy).delete) return;
  throw forbidden('Only its author and admins of the space can delete it.');
}
