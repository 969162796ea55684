import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection, edge, edgeFrom, lookup, record } from '../../engine/fields/fields.ts';
import { counted } from '../../engine/fields/skip-when-empty.ts';
import { globalId, keyBelow, restId } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  QueryResolvers,
  SpaceResolvers,
  SpaceSearchEdgeResolvers,
} from '../../generated/resolvers.ts';
import { changeRequests } from '../change-requests/contract.ts';
import { commentQuery } from '../comments/fields.ts';
import { contentFields } from '../contents/fields.ts';
import { spaceContents } from '../contents/space-contents.ts';
import { given, spacePosition } from '../shared/inputs.ts';
import { spaceComments } from '../space-comments/contract.ts';
import { spaces } from './contract.ts';

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
