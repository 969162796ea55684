import type { Contract } from '../resources/contract.ts';
import { fieldConflict } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { reposition } from './ordering.ts';
import { sectionFromBody, siteFor, siteSpaceFromBody, siteSpaceOf, viewableSite } from './site-access.ts';
import { siteSpaceRecord } from './site-records.ts';
import {
  addSiteSpace,
  defaultSection,
  isSiteDefault,
  pathsBeside,
  publishableSpace,
  removeSiteSpace,
  siteSpacesAt,
  siteSpacesOf,
} from './site-structure.ts';
import { changesIn } from './table.ts';

/** The spaces on a site. A space can appear on a site several times, with different paths. */
export const siteSpaces: Handlers<Contract['siteSpaces']> = {
  /** `default` selects the site's only default site space, or the others. */
  list: ({ path, query, paginate, ...session }) => {
    const site = viewableSite(session, path, query.shareKey);
    const rows = siteSpacesOf(session.store, site.id).filter(
      (row) => query.default === undefined || isSiteDefault(session.store, row) === query.default,
    );
    return paginate(rows, (row) => siteSpaceRecord(session, row, query.shareKey));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const { spaceId, sectionId } = body;
    const space = publishableSpace(session, site.organization, 'spaceId', spaceId);
    const section =
      sectionId === undefined ? defaultSection(store, site.id) : sectionFromBody(store, site, 'sectionId', sectionId);
    return siteSpaceRecord(session, addSiteSpace(store, site, space, section?.id));
  },

  /** The space is kept. If it was the default, the next site space of its level becomes the default. */
  delete: ({ path, ...session }) => {
    const site = siteFor(session, path, 'edit');
    removeSiteSpace(session.store, siteSpaceOf(session.store, site, path.siteSpaceId));
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const row = siteSpaceOf(store, site, path.siteSpaceId);
    const { spaceId, ...values } = body;
    const others = pathsBeside(store, site.id, row.section).filter((other) => other !== row);
    if (others.some((other) => other.path === values.path)) {
      throw fieldConflict('path', `Another section or site space beside it has the path "${values.path}".`);
    }
    const space = spaceId === undefined ? undefined : publishableSpace(session, site.organization, 'spaceId', spaceId);
    store.siteSpaces.update(row, {
      ...changesIn(values),
      ...(space === undefined ? {} : { space: space.id }),
    });
    return siteSpaceRecord(session, row);
  },

  move: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const row = siteSpaceOf(store, site, path.siteSpaceId);
    const neighbour = (side: 'before' | 'after') => {
      const id = body.position[side]?.siteSpace;
      return id === undefined ? undefined : siteSpaceFromBody(store, site, `position.${side}`, id).id;
    };
    const neighbours = { before: neighbour('before'), after: neighbour('after') };
    reposition(row, siteSpacesAt(store, site.id, row.section), neighbours);
    return siteSpaceRecord(session, row);
  },
};
