import { useApolloClient } from '@apollo/client/react';
import { LoadMore } from '../components/load-more.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { CommentText } from './comment-text.tsx';
import { Signature } from './signature.tsx';

const RepliesFragment = graphql(`
  fragment Replies on ChangeRequestComment {
    id
    replies(first: 5) {
      ...ReplyPage
    }
  }
`);

const ReplyPageFragment = graphql(`
  fragment ReplyPage on ChangeRequestCommentReplyConnection {
    edges {
      node {
        id
        postedAt
        postedBy {
          ...SignatureUser
        }
        body {
          markdown
        }
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
`);

const MoreReplies = graphql(`
  query MoreReplies($commentId: ID!, $after: String) {
    node(id: $commentId) {
      ... on ChangeRequestComment {
        id
        replies(first: 20, after: $after) {
          ...ReplyPage
        }
      }
    }
  }
`);

/** The replies to a comment. */
export function Replies({ comment }: { comment: FragmentType<typeof RepliesFragment> }) {
  const client = useApolloClient();
  const { id: commentId, replies } = readFragment(RepliesFragment, comment);
  const { edges, pageInfo } = readFragment(ReplyPageFragment, replies);
  // The cache adds the page to the list of the comment, which is what this component reads.
  const loadMore = () =>
    client.query({
      query: MoreReplies,
      variables: { commentId, after: pageInfo.endCursor },
      fetchPolicy: 'network-only',
    });
  if (edges.length === 0) return null;
  return (
    <>
      <ol className="replies" aria-label="Replies">
        {edges.map(({ node: { id, postedBy, postedAt, body } }) => (
          <li key={id}>
            <Signature user={postedBy} postedAt={postedAt} />
            <CommentText markdown={body?.markdown ?? ''} />
          </li>
        ))}
      </ol>
      {pageInfo.hasNextPage && <LoadMore label="Show more replies" onLoad={loadMore} />}
    </>
  );
}
