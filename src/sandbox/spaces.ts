import type { Contract } from '../resources/contract.ts';
import {
  namedBy,
  organizationFor,
  requireNotDeleted,
  spaceFor,
  spaceIncludingDeletedFor,
  viewableSpace,
} from './access.ts';
import { linkListing } from './content-links.ts';
import { conflict } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { nextOrder } from './ordering.ts';
import { allPages } from './page-tree.ts';
import { revisionOf } from './revisions.ts';
import { searchPage, searchSpace } from './search.ts';
import { childrenOf, creatableParent } from './siblings.ts';
import { duplicateSpace, moveSpace, requireNotOnSite, transferSpace } from './space-moves.ts';
import { spaceRecord } from './space-records.ts';
import { requireEmoji } from './texts.ts';

/**
 * Spaces. A deleted space can be read and restored for seven days; then it is permanently deleted. Updating, deleting,
 * restoring and transferring a space requires the `admin` permission. Moving it also requires the permission to create
 * content at its new parent; duplicating it requires only that one.
 */
export const spaces: Handlers<Contract['spaces']> = {
  get: ({ path, query, ...session }) => {
    const space = viewableSpace(session, path.spaceId, query.shareKey);
    return spaceRecord(session, space, query.shareKey);
  },

  delete: ({ path, ...session }) => {
    const { store } = session;
    const space = spaceFor(session, path.spaceId, 'admin');
    store.spaces.update(space, { deletedAt: store.clock.iso() });
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const space = spaceFor(session, path.spaceId, 'admin');
    if (body.emoji !== undefined) requireEmoji('emoji', body.emoji);
    return spaceRecord(session, store.spaces.update(space, { ...body, updatedAt: store.clock.iso() }));
  },

  duplicate: ({ path, ...session }) => {
    const space = spaceFor(session, path.spaceId, 'access');
    requireNotDeleted(space);
    creatableParent(session, space, {});
    return spaceRecord(session, duplicateSpace(session, space));
  },

  /** If its collection was deleted in the meantime, the space is restored to the parent of that. */
  restore: ({ path, ...session }) => {
    const { store } = session;
    const space = spaceIncludingDeletedFor(session, path.spaceId, 'admin');
    if (space.deletedAt === undefined) throw conflict(`The space "${space.id}" is not deleted.`);
    const order = nextOrder(childrenOf(store, space.organization, space.parent));
    return spaceRecord(session, store.spaces.update(space, { deletedAt: undefined, order }));
  },

  move: ({ path, body, ...session }) => {
    const space = spaceFor(session, path.spaceId, 'admin');
    return spaceRecord(session, moveSpace(session, space, body));
  },

  /** Moves it to the organization's top level. A transfer to its current organization removes it from its collection. */
  transfer: ({ path, body, ...session }) => {
    const { store } = session;
    const space = spaceFor(session, path.spaceId, 'admin');
    const target = namedBy('organization', () => organizationFor(session, body.organization, 'createContent'));
    if (target.id === space.organization) return spaceRecord(session, moveSpace(session, space, { parent: null }));
    requireNotOnSite(store, [space]);
    transferSpace(store, space, target.id, undefined);
    return spaceRecord(session, space);
  },

  links: ({ path, ...request }) => {
    const space = spaceFor(request, path.spaceId);
    const revision = revisionOf(request.store, space.revision);
    return linkListing(request, { space, revision }, allPages(revision.pages));
  },

  search: ({ path, query, paginate, ...session }) => {
    const space = spaceFor(session, path.spaceId);
    return paginate(searchSpace(session.store, space, query.query), (match) => searchPage(space, match));
  },
};
