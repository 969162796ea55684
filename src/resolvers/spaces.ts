import { changeRequests } from '../contract/change-requests.ts';
import { spaceComments } from '../contract/space-comments.ts';
import { spaceContents } from '../contract/space-contents.ts';
import { spaces } from '../contract/spaces.ts';
import type {
  MutationResolvers,
  QueryResolvers,
  SpaceResolvers,
  SpaceSearchEdgeResolvers,
} from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { globalId, keyBelow, restId } from '../relay/ids.ts';
import { action } from './actions.ts';
import { commentQuery } from './comment-fields.ts';
import { contentFields } from './content-fields.ts';
import { counted } from './counted.ts';
import { connection, edge, edgeFrom, lookup, record } from './fields.ts';
import { given, spacePosition } from './inputs.ts';

export const Query = {
  space: lookup(spaces.get, (_, { id, shareKey }) => ({ path: keyBelow('Space', {}, id), query: { shareKey } })),
} satisfies Pick<QueryResolvers, 'space'>;

export const Space = {
  organization: edge('Organization', ({ organization }) => ({ organizationId: organization })),
  parent: edge(
    'Collection',
    ({ parent }) => (parent == null ? null : { collectionId: parent }),
    ({ organization }) => ({ organizationId: organization }),
  ),
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
  // The record's `changeRequests` is the total count, of every status; those of open comments say too little of a list.
  changeRequests: counted(
    (space) => space.changeRequests,
    connection(changeRequests.list, ({ key }, { status, contributor }) => ({
      path: key,
      query: { status, contributor: restId('User', contributor) },
    })),
  ),
  changeRequest: lookup(changeRequests.get, ({ key }, { by }) => ({
    path: by.id == null ? { ...key, changeRequestId: String(by.number) } : keyBelow('ChangeRequest', key, by.id),
  })),
  comments: connection(spaceComments.list, ({ key }, filters) => ({ path: key, query: commentQuery(filters) })),
  comment: lookup(spaceComments.get, ({ key }, { id, format }) => ({
    path: keyBelow('SpaceComment', key, id),
    query: { format },
  })),
} satisfies SpaceResolvers;

export const SpaceSearchEdge = {
  page: edgeFrom('Page', ({ node: { spaceId, id } }) => ({ spaceId, pageId: id })),
} satisfies SpaceSearchEdgeResolvers;

export const Mutation = {
  updateSpace: action(
    spaces.update,
    ({ id, title, emoji, editMode, defaultLevel }) => ({
      path: keyBelow('Space', {}, id),
      body: { title, emoji, editMode, defaultLevel },
    }),
    ({ result }) => ({ space: Reference.of('Space', {}, result, spaces.update) }),
  ),
  deleteSpace: action(
    spaces.delete,
    ({ id }) => ({ path: keyBelow('Space', {}, id) }),
    ({ path }) => ({ deletedId: globalId('Space', path) }),
  ),
  duplicateSpace: action(
    spaces.duplicate,
    ({ id }) => ({ path: keyBelow('Space', {}, id) }),
    ({ result }) => ({ space: Reference.of('Space', {}, result, spaces.duplicate) }),
  ),
  restoreSpace: action(
    spaces.restore,
    ({ id }) => ({ path: keyBelow('Space', {}, id) }),
    ({ result }) => ({ space: Reference.of('Space', {}, result, spaces.restore) }),
  ),
  moveSpace: action(
    spaces.move,
    ({ id, parentId, position }) => ({
      path: keyBelow('Space', {}, id),
      body: { parent: given(parentId, (parent) => restId('Collection', parent)), position: spacePosition(position) },
    }),
    ({ result }) => ({ space: Reference.of('Space', {}, result, spaces.move) }),
    { parent: 'parentId' },
  ),
  transferSpace: action(
    spaces.transfer,
    ({ id, organizationId }) => ({
      path: keyBelow('Space', {}, id),
      body: { organization: restId('Organization', organizationId) },
    }),
    ({ result }) => ({ space: Reference.of('Space', {}, result, spaces.transfer) }),
    { organization: 'organizationId' },
  ),
} satisfies Pick<
  MutationResolvers,
  'updateSpace' | 'deleteSpace' | 'duplicateSpace' | 'restoreSpace' | 'moveSpace' | 'transferSpace'
>;
