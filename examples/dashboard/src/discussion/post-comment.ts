import type { CreateChangeRequestCommentInput, PostCommentMutation } from '../gql/graphql.ts';
import { graphql } from '../gql/index.ts';

export const PostComment = graphql(`
  mutation PostComment($input: CreateChangeRequestCommentInput!) {
    createChangeRequestComment(input: $input) {
      comment {
        id
        changeRequest {
          id
          openCommentCount
        }
        ...CommentThread
      }
      userErrors {
        field
        message
      }
    }
  }
`);

/** The id of a comment that the service has not taken yet. */
export const postingId = 'posting';

/** What the list shows until the service has answered: all that its fragments select. */
export function postedAtOnce(
  { changeRequestId, body }: CreateChangeRequestCommentInput,
  openCommentCount: number,
): PostCommentMutation {
  const comment = {
    __typename: 'ChangeRequestComment',
    id: postingId,
    body: { __typename: 'CommentBody', markdown: body.markdown ?? null },
    changeRequest: { __typename: 'ChangeRequest', id: String(changeRequestId), openCommentCount: openCommentCount + 1 },
    postedAt: null,
    postedBy: null,
    reactions: null,
    target: null,
    resolvedAt: null,
    resolvedBy: null,
    permissions: null,
    replies: {
      __typename: 'ChangeRequestCommentReplyConnection',
      edges: [],
      pageInfo: { __typename: 'PageInfo', hasNextPage: false, endCursor: null },
    },
  };
  return { createChangeRequestComment: { comment, userErrors: [] } };
}
