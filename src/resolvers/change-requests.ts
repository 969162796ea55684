import { changeRequestComments } from '../contract/change-request-comments.ts';
import { changeRequestContents } from '../contract/change-request-contents.ts';
import { changeRequests } from '../contract/change-requests.ts';
import type { ChangeRequestResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { keyBelow, restId } from '../relay/ids.ts';
import { contentFields } from './content-fields.ts';
import { connection, keyEdge, lookup, record } from './fields.ts';

export const ChangeRequest = {
  space: keyEdge(['Space'], ({ spaceId }) => Reference.to('Space', { spaceId })),
  isOutdated: record(({ outdated }) => outdated),
  openCommentCount: record(({ comments }) => comments),
  initialRevisionId: record(({ revisionInitial }) => revisionInitial),
  mergedAncestorRevisionId: record(({ revisionMergedAncestor }) => revisionMergedAncestor),
  mergedRevisionId: record(({ revisionMerged }) => revisionMerged),
  ...contentFields<Reference<'ChangeRequest'>>(changeRequestContents),
  pdf: lookup(
    changeRequests.pdf,
    ({ key }, { only, page }) => ({ path: key, query: { only, page: restId('Page', page) } }),
    (pdf) => pdf,
  ),
  comments: connection(changeRequestComments.list, ({ key }, { order, status, format, targetPage, authors }) => ({
    path: key,
    query: {
      order,
      status,
      format,
      targetPage: restId('Page', targetPage),
      authors: authors?.map((author) => restId('User', author)),
    },
  })),
  comment: lookup(changeRequestComments.get, ({ key }, { id, format }) => ({
    path: keyBelow('ChangeRequestComment', key, id),
    query: { format },
  })),
} satisfies ChangeRequestResolvers;
