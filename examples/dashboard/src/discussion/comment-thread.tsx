import { Chip } from '../components/chip.tsx';
import { Part } from '../components/part.tsx';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';
import { CommentText } from './comment-text.tsx';
import { DeleteButton } from './delete-button.tsx';
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
  const { postedAt, postedBy, body, reactions, target, resolvedAt, resolvedBy } = data;
  const isResolved = resolvedAt !== null;
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
