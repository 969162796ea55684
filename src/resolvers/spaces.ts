import { changeRequests } from '../contract/change-requests.ts';
import { spaceComments } from '../contract/space-comments.ts';
import { spaceContents } from '../contract/space-contents.ts';
import { spaces } from '../contract/spaces.ts';
import type { QueryResolvers, SpaceResolvers, SpaceSearchEdgeResolvers } from '../generated/resolvers.ts';
import type { Reference } from '../loaders/reference.ts';
import { keyBelow, restId } from '../relay/ids.ts';
import { contentFields } from './content-fields.ts';
import { connection, edge, edgeFrom, lookup, record } from './fields.ts';

export const Query = {
  space: lookup(spaces.get, (_, { id, shareKey }) => ({ path: keyBelow('Space', {}, id), query: { shareKey } })),
} satisfies Pick<QueryResolvers, 'space'>;

export const Space = {
  organization: edge('Organization', ({ organization }) => ({ organizationId: organization })),
  parent: edge('Collection', ({ parent }) => (parent == null ? null : { collectionId: parent })),
  openCommentCount: record(({ comments }) => comments),
  changeRequestCount: record((space) => space.changeRequests),
  openChangeRequestCount: record(({ changeRequestsOpen }) => changeRequestsOpen),
  draftChangeRequestCount: record(({ changeRequestsDraft }) => changeRequestsDraft),
  ...contentFields<Reference<'Space'>>(spaceContents),
  links: connection(
    spaces.links,
    ({ key }, { status }) => ({ path: key, query: { status } }),
    (link) => link,
  ),
  search: connection(
    spaces.search,
    ({ key }, { query }) => ({ path: key, query: { query } }),
    (page, { spaceId }) => ({ ...page, spaceId }),
  ),
  changeRequests: connection(changeRequests.list, ({ key }, { status, contributor }) => ({
    path: key,
    query: { status, contributor: restId('User', contributor) },
  })),
  changeRequest: lookup(changeRequests.get, ({ key }, { by }) => ({
    path: by.id == null ? { ...key, changeRequestId: String(by.number) } : keyBelow('ChangeRequest', key, by.id),
  })),
  comments: connection(spaceComments.list, ({ key }, { order, status, format, targetPage, authors }) => ({
    path: key,
    query: {
      order,
      status,
      format,
      targetPage: restId('Page', targetPage),
      authors: authors?.map((author) => restId('User', author)),
    },
  })),
  comment: lookup(spaceComments.get, ({ key }, { id, format }) => ({
    path: keyBelow('SpaceComment', key, id),
    query: { format },
  })),
} satisfies SpaceResolvers;

export const SpaceSearchEdge = {
  page: edgeFrom('Page', ({ node: { spaceId, id } }) => ({ spaceId, pageId: id })),
} satisfies SpaceSearchEdgeResolvers;
