import { useState } from 'react';
import { EmptyState } from '../components/empty-state.tsx';
import { LoadMore } from '../components/load-more.tsx';
import { Part } from '../components/part.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentThread } from './comment-thread.tsx';

const DiscussionFragment = graphql(`
  fragment Discussion on ChangeRequest {
    id
    space {
      id
      permissions {
        canComment
      }
    }
    ...CommentForm
    ...CommentList
  }
`);

const CommentListFragment = graphql(`
  fragment CommentList on ChangeRequest {
    comments(first: 10, after: $after) {
      edges {
        node {
          id
          ...CommentThread
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

type OnLoadMore = (after: string | null) => Promise<unknown>;

/** The comments on a change request, newest first, below the form for a new one. */
export function Discussion(props: { changeRequest: FragmentType<typeof DiscussionFragment>; onLoadMore: OnLoadMore }) {
  const data = readFragment(DiscussionFragment, props.changeRequest);
  return (
    <section aria-labelledby="discussion-title" className="discussion">
      <h2 id="discussion-title">Discussion</h2>
      {data.space.permissions?.canComment ? (
        <CommentForm changeRequest={data} />
      ) : (
        <p className="notice">You can read this discussion. To take part in it, ask for the comment role.</p>
      )}
      <Part name="The comments">
        <CommentList changeRequest={data} onLoadMore={props.onLoadMore} />
      </Part>
    </section>
  );
}

function CommentList(props: { changeRequest: FragmentType<typeof CommentListFragment>; onLoadMore: OnLoadMore }) {
  const [problem, setProblem] = useState('');
  const { edges, pageInfo } = readFragment(CommentListFragment, props.changeRequest).comments;
  if (edges.length === 0) return <EmptyState title="No comments yet.">Be the first to say something.</EmptyState>;
  return (
    <>
      <span role="status" className="problem">
        {problem}
      </span>
      <ol className="threads">
        {edges.map(({ node }) => (
          <li key={node.id}>
            <CommentThread comment={node} onProblem={setProblem} />
          </li>
        ))}
      </ol>
      {pageInfo.hasNextPage && (
        <LoadMore label="Show older comments" onLoad={() => props.onLoadMore(pageInfo.endCursor)} />
      )}
    </>
  );
}
