import type { ApolloCache, ApolloClient } from '@apollo/client';
import { CommentPartsFragmentDoc, CreateCommentDocument, DeleteCommentDocument } from '../generated/strict/graphql.ts';

/** Posts a comment, and adds it to the lists of comments in the cache, which have the newest comment first. */
export async function createComment(client: ApolloClient, changeRequestId: string, markdown: string) {
  const { data } = await client.mutate({
    mutation: CreateCommentDocument,
    variables: { input: { changeRequestId, body: { markdown } } },
    update: (cache, result) => addComment(cache, changeRequestId, result.data?.createChangeRequestComment.comment),
  });
  return data?.createChangeRequestComment;
}

function addComment(cache: ApolloCache, changeRequestId: string, comment: { id: string } | null | undefined): void {
  if (!comment) return;
  const node = cache.writeFragment({ fragment: CommentPartsFragmentDoc, data: comment });
  const edge = { __typename: 'ChangeRequestCommentEdge', cursor: '', node };
  cache.modify({
    id: cache.identify({ __typename: 'ChangeRequest', id: changeRequestId }),
    fields: { comments: (list) => list && { ...list, edges: [edge, ...list.edges] } },
  });
}

/** Deletes a comment, and removes it from the cache. Lists leave out records that the cache does not have. */
export async function deleteComment(client: ApolloClient, id: string) {
  const { data } = await client.mutate({
    mutation: DeleteCommentDocument,
    variables: { input: { id } },
    update: (cache) => {
      cache.evict({ id: cache.identify({ __typename: 'ChangeRequestComment', id }) });
      cache.gc();
    },
  });
  return data?.deleteChangeRequestComment;
}
