import { Chip } from '../components/chip.tsx';
import { Part } from '../components/part.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { CommentText } from './comment-text.tsx';
import { DeleteButton } from './delete-button.tsx';
import { postingId } from './post-comment.ts';
import { Replies } from './replies.tsx';
import { ResolveButton } from './resolve-button.tsx';
import { Signature } from './signature.tsx';

const CommentThreadFragment = graphql(`
  fragment CommentThread on ChangeRequestComment {
    id
    postedAt
    postedBy {
      ...SignatureUser
    }
    body {
      markdown
    }
    reactions {
      emoji
      userCount
    }
    target {
      page {
        title
      }
    }
    resolvedAt
    resolvedBy {
      restId
      displayName
    }
    ...ResolveButton
    ...DeleteButton
    ...Replies
  }
`);

/** A comment with its replies. */
export function CommentThread(props: {
  comment: FragmentType<typeof CommentThreadFragment>;
  onProblem: (problem: string) => void;
}) {
  const data = readFragment(CommentThreadFragment, props.comment);
  const { id, postedAt, postedBy, body, reactions, target, resolvedAt, resolvedBy } = data;
  const isResolved = resolvedAt !== null;
  if (id === postingId) return <PostingComment markdown={body?.markdown ?? ''} />;
  return (
    <article className={isResolved ? 'card thread resolved' : 'card thread'}>
      <Signature user={postedBy} postedAt={postedAt}>
        {target?.page?.title && <span>on {target.page.title}</span>}
      </Signature>
      <CommentText markdown={body?.markdown ?? ''} />
      {reactions && reactions.length > 0 && (
        <ul className="reactions" aria-label="Reactions">
          {reactions.map(({ emoji, userCount }) => (
            <li key={emoji}>
              {emoji} {userCount}
            </li>
          ))}
        </ul>
      )}
      <Part name="The replies">
        <Replies comment={data} />
      </Part>
      <footer>
        {isResolved ? <Chip tone="accent">Resolved{resolvedBy ? ` by ${resolvedBy.displayName}` : ''}</Chip> : <span />}
        <DeleteButton comment={data} onProblem={props.onProblem} />
        <ResolveButton comment={data} />
      </footer>
    </article>
  );
}

/** One that the service has not taken yet: it cannot be resolved or deleted. */
function PostingComment({ markdown }: { markdown: string }) {
  return (
    <article className="card thread posting" aria-busy="true">
      <header className="signature">
        <strong>You</strong>
        <span className="muted meta">Posting…</span>
      </header>
      <CommentText markdown={markdown} />
    </article>
  );
}
