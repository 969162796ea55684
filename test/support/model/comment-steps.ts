import fc from 'fast-check';
import {
  type Actor,
  type Comment,
  type PostedText,
  pick,
  type RejectionCode,
  rejectedOn,
  roleOn,
  type Space,
} from './state.ts';
import { actor, maybe, number, present, step } from './steps.ts';

const emoji = fc.constantFrom('👍', '🎉', '1f389', '🇩🇪');
const markdown = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const reactions = {
  addedReactions: maybe(fc.array(emoji, { maxLength: 3 })),
  removedReactions: maybe(fc.array(emoji, { maxLength: 2 })),
};

interface Change {
  markdown: string | undefined;
  addedReactions: string[] | undefined;
  removedReactions: string[] | undefined;
}

/** The input of an update of a comment or a reply. */
function inputOf({ markdown: text, ...others }: Change) {
  return { ...(text !== undefined && { body: { markdown: text } }), ...present(others) };
}

function post(actor: Actor, id: string, markdown: string): PostedText {
  return { id, isRemoved: false, postedBy: actor, markdown, isEdited: false, reactions: [] };
}

/** Updates text and reactions. Actors change only their own reactions; removal takes precedence over addition. */
function change(posted: PostedText, by: Actor, { markdown: text, addedReactions = [], removedReactions = [] }: Change) {
  const isOwn = (emoji: string) => posted.reactions.some((one) => one.by === by && one.emoji === emoji);
  for (const emoji of addedReactions) if (!isOwn(emoji)) posted.reactions.push({ emoji, by });
  posted.reactions = posted.reactions.filter((one) => one.by !== by || !removedReactions.includes(one.emoji));
  if (text === undefined) return;
  posted.markdown = text;
  posted.isEdited = true;
}

/** The rejection of a comment in a discussion that the actor cannot access, or on a deleted record. */
function rejectedIn(space: Space, by: Actor, ...path: PostedText[]): RejectionCode | undefined {
  return rejectedOn(space, by, 'COMMENT') ?? (path.some(({ isRemoved: isGone }) => isGone) ? 'NOT_FOUND' : undefined);
}

const notByAuthor = ({ postedBy }: PostedText, by: Actor) => (postedBy === by ? undefined : 'FORBIDDEN');
const notByAuthorOrAdmin = (posted: PostedText, by: Actor, space: Space) =>
  roleOn(space, by) === 'ADMIN' ? undefined : notByAuthor(posted, by);

/** The name of the mutation for comments of a space, or of a change request. */
const on = ({ changeRequest }: Pick<Comment, 'changeRequest'>, verb: string, what = 'Comment') =>
  `${verb}${changeRequest === undefined ? 'Space' : 'ChangeRequest'}${what}`;

/** Steps on comments on spaces and change requests, and on their replies. */
export const commentSteps = [
  step('comment', { actor, space: number, changeRequest: fc.option(number), markdown }, (model, drawn) => {
    const { actor: by } = drawn;
    const changeRequest = drawn.changeRequest === null ? undefined : pick(model.changeRequests, drawn.changeRequest);
    const space = changeRequest?.space ?? (pick(model.spaces, drawn.space) as Space);
    const place = changeRequest === undefined ? { spaceId: space.id } : { changeRequestId: changeRequest.id };
    return {
      actor: by,
      mutation: on({ changeRequest }, 'create'),
      input: { ...place, body: { markdown: drawn.markdown } },
      creates: 'comment',
      rejection: rejectedIn(space, by),
      done: (id) => {
        model.comments.push({ ...post(by, id, drawn.markdown), space, changeRequest, resolvedBy: undefined });
      },
    };
  }),
  step(
    'changeComment',
    {
      actor,
      comment: number,
      markdown: maybe(markdown),
      resolved: maybe(fc.constantFrom(true, true, false)),
      ...reactions,
    },
    (model, { actor: by, comment: n, resolved, ...changes }) => {
      const comment = pick(model.comments, n);
      if (comment === undefined) return null;
      return {
        actor: by,
        mutation: on(comment, 'update'),
        input: { id: comment.id, ...inputOf(changes), ...present({ isResolved: resolved }) },
        rejection:
          rejectedIn(comment.space, by, comment) ??
          (changes.markdown === undefined ? undefined : notByAuthor(comment, by)),
        done: () => {
          change(comment, by, changes);
          // Resolving a resolved comment keeps its first resolver.
          if (resolved !== undefined) comment.resolvedBy = resolved ? (comment.resolvedBy ?? by) : undefined;
        },
      };
    },
  ),
  step('deleteComment', { actor, comment: number }, (model, { actor: by, comment: n }) => {
    const comment = pick(model.comments, n);
    if (comment === undefined) return null;
    return {
      actor: by,
      mutation: on(comment, 'delete'),
      input: { id: comment.id },
      rejection: rejectedIn(comment.space, by, comment) ?? notByAuthorOrAdmin(comment, by, comment.space),
      done: () => {
        comment.isRemoved = true;
        for (const reply of model.replies) if (reply.comment === comment) reply.isRemoved = true;
      },
    };
  }),
  step('reply', { actor, comment: number, markdown }, (model, { actor: by, comment: n, markdown: text }) => {
    const comment = pick(model.comments, n);
    if (comment === undefined) return null;
    return {
      actor: by,
      mutation: on(comment, 'create', 'CommentReply'),
      input: { commentId: comment.id, body: { markdown: text } },
      creates: 'reply',
      rejection: rejectedIn(comment.space, by, comment),
      done: (id) => {
        model.replies.push({ ...post(by, id, text), comment });
      },
    };
  }),
  step(
    'changeReply',
    { actor, reply: number, markdown: maybe(markdown), ...reactions },
    (model, { actor: by, reply: n, ...changes }) => {
      const reply = pick(changeable(model.replies), n);
      if (reply === undefined) return null;
      return {
        actor: by,
        mutation: 'updateSpaceCommentReply',
        input: { id: reply.id, ...inputOf(changes) },
        rejection:
          rejectedIn(reply.comment.space, by, reply.comment, reply) ??
          (changes.markdown === undefined ? undefined : notByAuthor(reply, by)),
        done: () => change(reply, by, changes),
      };
    },
  ),
  step('deleteReply', { actor, reply: number }, (model, { actor: by, reply: n }) => {
    const reply = pick(changeable(model.replies), n);
    if (reply === undefined) return null;
    const { space } = reply.comment;
    return {
      actor: by,
      mutation: 'deleteSpaceCommentReply',
      input: { id: reply.id },
      rejection: rejectedIn(space, by, reply.comment, reply) ?? notByAuthorOrAdmin(reply, by, space),
      done: () => {
        reply.isRemoved = true;
      },
    };
  }),
];

/** The contract has no update of replies on change requests. */
function changeable<R extends { comment: Comment }>(replies: readonly R[]): R[] {
  return replies.filter(({ comment }) => comment.changeRequest === undefined);
}
