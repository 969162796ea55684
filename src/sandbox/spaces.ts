import type { Contract } from '../resources/contract.ts';
import { organizationFor, spaceEvenDeletedFor, spaceFor } from './access.ts';
import { linkListing } from './content-links.ts';
import { conflict } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { lastPlace } from './ordering.ts';
import { allPages } from './page-tree.ts';
import { checkShareKey } from './publishing.ts';
import { revisionOf } from './revisions.ts';
import { searchSpace } from './search.ts';
import { requireCreate, siblingsUnder } from './siblings.ts';
import { duplicateSpace, giveSpace, moveSpace, refuseShown } from './space-moves.ts';
import { spaceRecord } from './space-records.ts';

/**
 * Spaces. A deleted one can be looked at and restored for seven days, and is gone for good afterwards. `admin` on the
 * space changes its settings, deletes, restores and transfers it; moving it also takes the right to create content where
 * it goes, and duplicating it takes that alone.
 */
export const spaces: Handlers<Contract['spaces']> = {
  get: ({ path, query, ...session }) => {
    const { store } = session;
    const space = spaceFor(session, path.spaceId);
    const sites = store.siteSpaces.by('space', space.id).flatMap(({ site }) => store.sites.get(site) ?? []);
    checkShareKey(store, sites, query.shareKey);
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
    return spaceRecord(session, store.spaces.update(space, { ...body, updatedAt: store.clock.iso() }));
  },

  duplicate: ({ path, ...session }) => {
    const space = spaceFor(session, path.spaceId, 'access');
    requireCreate(session, space.organization, space.parent);
    return spaceRecord(session, duplicateSpace(session, space));
  },

  /** A space whose collection was deleted in the meantime comes back under the organization. */
  restore: ({ path, ...session }) => {
    const { store } = session;
    const space = spaceEvenDeletedFor(session, path.spaceId, 'admin');
    if (space.deletedAt === undefined) throw conflict(`The space "${space.id}" is not deleted.`);
    const order = lastPlace(siblingsUnder(store, space.organization, space.parent));
    return spaceRecord(session, store.spaces.update(space, { deletedAt: undefined, order }));
  },

  move: ({ path, body, ...session }) => {
    const space = spaceFor(session, path.spaceId, 'admin');
    return spaceRecord(session, moveSpace(session, space, body));
  },

  /** It comes to stand under the organization; in its present one, this takes it out of its collection. */
  transfer: ({ path, body, ...session }) => {
    const { store } = session;
    const space = spaceFor(session, path.spaceId, 'admin');
    const target = organizationFor(session, body.organization, 'createContent');
    if (target.id === space.organization) return spaceRecord(session, moveSpace(session, space, { parent: null }));
    refuseShown(store, [space]);
    giveSpace(store, space, target.id, undefined);
    return spaceRecord(session, space);
  },

  links: ({ path, ...call }) => {
    const space = spaceFor(call, path.spaceId);
    const revision = revisionOf(call.store, space.revision);
    return linkListing(call, { space, revision }, allPages(revision.pages));
  },

  search: ({ path, query, paginate, ...session }) => {
    const space = spaceFor(session, path.spaceId);
    return paginate(searchSpace(session.store, space, query.query), (page) => page);
  },
};
