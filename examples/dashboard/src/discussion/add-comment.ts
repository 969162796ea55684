import type { ApolloCache, Reference } from '@apollo/client';

/** The cached list, as the policies of `docgraph/client` store it. A page without `after` begins the list. */
interface CachedConnection {
  pages: readonly { after: string | null; edges?: readonly { __typename: string; node: Reference }[] }[];
}

/** Adds a new comment to the front of the list, where the service lists it. */
export function addComment(
  cache: ApolloCache,
  changeRequestId: string,
  comment: { __typename?: string; id: string } | null | undefined,
): void {
  if (!comment) return;
  cache.modify<{ comments: CachedConnection | null }>({
    id: cache.identify({ __typename: 'ChangeRequest', id: changeRequestId }),
    fields: {
      comments(existing, { toReference }) {
        const node = toReference({ __typename: 'ChangeRequestComment', id: comment.id });
        if (!existing || !node || !('pages' in existing)) return existing;
        const edge = { __typename: 'ChangeRequestCommentEdge', node };
        const pages = existing.pages.map((page) =>
          page.after === null && page.edges ? { ...page, edges: [edge, ...page.edges] } : page,
        );
        return { ...existing, pages };
      },
    },
  });
}
