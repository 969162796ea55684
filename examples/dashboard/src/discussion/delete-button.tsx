import type { ApolloCache } from '@apollo/client';
import { useMutation } from '@apollo/client/react';
import { messageOf } from '../apollo/error-messages.ts';
import { type FragmentType, graphql, readFragment } from '../gql/index.ts';

const DeleteButtonFragment = graphql(`
  fragment DeleteButton on ChangeRequestComment {
    id
    permissions {
      canDelete
    }
  }
`);

const DeleteComment = graphql(`
  mutation DeleteComment($id: ID!) {
    deleteChangeRequestComment(input: { id: $id }) {
      deletedId
      changeRequest {
        id
        openCommentCount
      }
      userErrors {
        message
      }
    }
  }
`);

/**
 * Deletes a comment. It is gone at once, and comes back if the service does not delete it. The list says why, as this button was
 * gone in the meantime.
 */
export function DeleteButton(props: {
  comment: FragmentType<typeof DeleteButtonFragment>;
  onProblem: (problem: string) => void;
}) {
  const { id, permissions } = readFragment(DeleteButtonFragment, props.comment);
  const [deleteComment] = useMutation(DeleteComment, {
    optimisticResponse: {
      deleteChangeRequestComment: { deletedId: id, changeRequest: null, userErrors: [] },
    },
    update: (cache, { data }) => removeComment(cache, data?.deleteChangeRequestComment.deletedId),
    onError: (error) => props.onProblem(messageOf(error)),
    onCompleted: ({ deleteChangeRequestComment: { userErrors } }) =>
      props.onProblem(userErrors.map(({ message }) => message).join(' ')),
  });
  if (!permissions?.canDelete) return null;
  return (
    <button type="button" className="button quiet" onClick={() => deleteComment({ variables: { id } })}>
      Delete
    </button>
  );
}

/** Lists leave out records that the cache does not have. */
function removeComment(cache: ApolloCache, id: string | null | undefined): void {
  if (id) cache.evict({ id: cache.identify({ __typename: 'ChangeRequestComment', id }) });
}
