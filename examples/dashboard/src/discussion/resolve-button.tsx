import { useMutation } from '@apollo/client/react';
import { messageOf } from '../apollo/error-messages.ts';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const ResolveButtonFragment = graphql(`
  fragment ResolveButton on ChangeRequestComment {
    id
    resolvedAt
  }
`);

// The cache finds the comment and the change request by their ids, so what the payload selects is all that it needs.
const ResolveComment = graphql(`
  mutation ResolveComment($id: ID!, $isResolved: Boolean!) {
    updateChangeRequestComment(input: { id: $id, isResolved: $isResolved }) {
      comment {
        id
        status
        resolvedAt
        resolvedBy {
          restId
          displayName
        }
        changeRequest {
          id
          openCommentCount
        }
      }
      userErrors {
        message
      }
    }
  }
`);

/** Resolves a comment, or reopens it. */
export function ResolveButton({ comment }: { comment: FragmentType<typeof ResolveButtonFragment> }) {
  const { id, resolvedAt } = readFragment(ResolveButtonFragment, comment);
  const [resolve, { loading, data, error }] = useMutation(ResolveComment);
  const isResolved = resolvedAt !== null;
  const problems = error
    ? [messageOf(error)]
    : (data?.updateChangeRequestComment.userErrors ?? []).map(({ message }) => message);
  // The error is shown from the state of the mutation.
  const toggle = () => resolve({ variables: { id, isResolved: !isResolved } }).catch(() => undefined);
  return (
    <span className="resolve">
      <span role="status" className="problem">
        {problems.join(' ')}
      </span>
      <button type="button" className="button" disabled={loading} onClick={toggle}>
        {isResolved ? 'Reopen' : 'Resolve'}
      </button>
    </span>
  );
}
