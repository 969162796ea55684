import type { Comment, CommentReply } from '../../../src/resources/comments/contract.ts';
import { expectedUser, globalIdOf, userSelection } from '../execution/expectations.ts';
import { renamed } from './renames.ts';

const commonSelection = `
  id restId postedBy ${userSelection} postedAt editedAt body { markdown } urls { location }
  reactions { emoji userCount users { user ${userSelection} reactedAt } }
  permissions { canView canEdit canReply canDelete }`;

/** Every field of a comment that its look-up returns. */
export const commentSelection = `{ ${commonSelection}
  replyCount status resolvedAt resolvedBy ${userSelection}
  target {
    space { restId } changeRequest { restId } reviewId revisionId documentNode { restId preview }
    page { page { restId } title emoji icon createdAt updatedAt path isOutdated }
  }
}`;

export const replySelection = `{ ${commonSelection} }`;

function expectedCommonFields({ object: _, postedBy, reactions, ...same }: CommentReply) {
  return {
    ...same,
    ...renamed({ permissions: same.permissions }),
    restId: same.id,
    postedBy: expectedUser(postedBy),
    reactions: reactions?.map(({ users, count, ...reaction }) => ({
      ...reaction,
      userCount: count,
      users: users?.map(({ user, reactedAt }) => ({ user: expectedUser(user), reactedAt })),
    })),
  };
}

/** The expected comment in GraphQL for a REST comment; `key` contains the ids of its parent. */
export function expectedComment(type: string, key: readonly string[], comment: Comment) {
  const { replies, target, resolvedBy, ...same } = comment;
  return {
    ...expectedCommonFields(same),
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
    documentNode: node && { restId: node.id, preview: node.preview },
    page: page && expectedTargetPage(page),
  };
}

function expectedTargetPage({ id, outdated, ...same }: NonNullable<NonNullable<Comment['target']>['page']>) {
  return { ...same, page: { restId: id }, isOutdated: outdated };
}

/** The expected reply in GraphQL for a REST reply; `key` contains the ids of its parents, the comment last. */
export function expectedReply(type: string, key: readonly string[], reply: CommentReply) {
  return { ...expectedCommonFields(reply), id: globalIdOf(type, ...key, reply.id) };
}
