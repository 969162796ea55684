import type { Comment, CommentReply } from '../../src/resources/comments/contract.ts';
import { expectedUser, globalIdOf, userSelection } from './expectations.ts';

const posted = `
  id restId postedBy ${userSelection} postedAt editedAt body { markdown } urls { location }
  reactions { emoji count users { user ${userSelection} reactedAt } }
  permissions { view edit reply delete }`;

/** Every field of a comment that a look-up of it gives. */
export const commentSelection = `{ ${posted}
  replyCount status resolvedAt resolvedBy ${userSelection}
  target {
    space { restId } changeRequest { restId } reviewId revisionId node { restId preview }
    page { page { restId } title emoji icon createdAt updatedAt path isOutdated }
  }
}`;

export const replySelection = `{ ${posted} }`;

function expectedPosted({ object: _, postedBy, reactions, ...same }: CommentReply) {
  return {
    ...same,
    restId: same.id,
    postedBy: expectedUser(postedBy),
    reactions: reactions?.map(({ users, ...reaction }) => ({
      ...reaction,
      users: users?.map(({ user, reactedAt }) => ({ user: expectedUser(user), reactedAt })),
    })),
  };
}

/** A comment of REST as the graph gives it; `key` holds the ids of what it stands on. */
export function expectedComment(type: string, key: readonly string[], comment: Comment) {
  const { replies, target, resolvedBy, ...same } = comment;
  return {
    ...expectedPosted(same),
    id: globalIdOf(type, ...key, comment.id),
    replyCount: replies,
    resolvedBy: expectedUser(resolvedBy),
    target: target && expectedTarget(target),
  };
}

function expectedTarget({ space, changeRequest, review, revision, node, page }: NonNullable<Comment['target']>) {
  const edge = (id: string | undefined) => id && { restId: id };
  return {
    space: edge(space),
    changeRequest: edge(changeRequest),
    reviewId: review,
    revisionId: revision,
    node: node && { restId: node.id, preview: node.preview },
    page: page && expectedTargetPage(page),
  };
}

function expectedTargetPage({ id, outdated, ...same }: NonNullable<NonNullable<Comment['target']>['page']>) {
  return { ...same, page: { restId: id }, isOutdated: outdated };
}

/** A reply of REST as the graph gives it; `key` holds the ids of what it stands on, its comment last. */
export function expectedReply(type: string, key: readonly string[], reply: CommentReply) {
  return { ...expectedPosted(reply), id: globalIdOf(type, ...key, reply.id) };
}
