import type { ApolloCache, ApolloClient, Reference } from '@apollo/client';
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

/** A list in the cache: the pages that queries have read, of each selection and size. One without `after` begins a list. */
interface CachedList {
  readonly pages?: readonly CachedPage[];
  readonly totalCount?: number | null;
}

/** A page has edges once a query has selected its edges or nodes. */
interface CachedPage {
  readonly after: string | null;
  readonly edges?: readonly object[] | null;
}

function addComment(cache: ApolloCache, changeRequestId: string, comment: { id: string } | null | undefined): void {
  if (!comment) return;
  const node = cache.writeFragment({ fragment: CommentPartsFragmentDoc, data: comment });
  cache.modify<{ comments: CachedList | null }>({
    id: cache.identify({ __typename: 'ChangeRequest', id: changeRequestId }),
    fields: { comments: (list, { storeFieldName }) => (isFiltered(storeFieldName) ? list : withComment(list, node)) },
  });
}

/** The filters of a list are in its name, such as `comments:{"status":"resolved"}`. The comment may not match them. */
function isFiltered(storeFieldName: string): boolean {
  return /\{.+\}$/.test(storeFieldName);
}

function withComment(list: CachedList | Reference | null, node: Reference | undefined): CachedList | Reference | null {
  if (!list || '__ref' in list) return list;
  const edge = { __typename: 'ChangeRequestCommentEdge', cursor: '', node };
  const { pages, totalCount } = list;
  const withEdge = (page: CachedPage) => ({ ...page, edges: page.edges && [edge, ...page.edges] });
  return {
    ...list,
    ...(pages && { pages: pages.map((page) => (page.after === null ? withEdge(page) : page)) }),
    ...(typeof totalCount === 'number' && { totalCount: totalCount + 1 }),
  };
}

/** Deletes a comment, and removes it from the cache. Lists leave out records that the cache does not have. */
export async function deleteComment(client: ApolloClient, id: string) {
  const { data } = await client.mutate({
    mutation: DeleteCommentDocument,
    variables: { input: { id } },
    update: (cache, result) => {
      // The id is null if the comment was not deleted, as `userErrors` says.
      const { deletedId } = result.data?.deleteChangeRequestComment ?? {};
      if (!deletedId) return;
      cache.evict({ id: cache.identify({ __typename: 'ChangeRequestComment', id: deletedId }) });
      cache.gc();
    },
  });
  return data?.deleteChangeRequestComment;
}
