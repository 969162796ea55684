import type { Contract } from '../resources/contract.ts';
import { conflict } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { place } from './ordering.ts';
import type { SiteSpaceRow, SpaceRow } from './records.ts';
import { namedSection, siteFor, siteSpaceOf, siteToView } from './site-access.ts';
import { siteSpaceRecord } from './site-records.ts';
import {
  addSiteSpace,
  defaultSection,
  removeSiteSpace,
  siteSpacesAt,
  siteSpacesOf,
  spaceToShow,
} from './site-structure.ts';
import type { Store } from './store.ts';

/** The spaces on a site. The same space may stand in several places, each with a path of its own. */
export const siteSpaces: Handlers<Contract['siteSpaces']> = {
  /** `default` looks at the default of each level. */
  list: ({ path, query, paginate, ...session }) => {
    const site = siteToView(session, path, query.shareKey);
    const rows = siteSpacesOf(session.store, site.id).filter(
      (row) => query.default === undefined || row.default === query.default,
    );
    return paginate(rows, (row) => siteSpaceRecord(session, row, query.shareKey));
  },

  create: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const { spaceId, sectionId } = body;
    const space = spaceToShow(session, site.organization, 'spaceId', spaceId);
    const section =
      sectionId === undefined ? defaultSection(store, site.id) : namedSection(store, site, 'sectionId', sectionId);
    return siteSpaceRecord(session, addSiteSpace(store, site, space, section?.id));
  },

  /** The space stays; the next site space of its level becomes the default where it was. */
  delete: ({ path, ...session }) => {
    const site = siteFor(session, path, 'edit');
    removeSiteSpace(session.store, siteSpaceOf(session.store, site, path.siteSpaceId));
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const row = siteSpaceOf(store, site, path.siteSpaceId);
    const { spaceId, condition, ...values } = body;
    const others = siteSpacesAt(store, site.id, row.section).filter((other) => other !== row);
    if (others.some((other) => other.path === values.path)) {
      throw conflict(`Another site space of its level has the path "${values.path}".`);
    }
    const space = spaceId === undefined ? undefined : spaceToShow(session, site.organization, 'spaceId', spaceId);
    store.siteSpaces.update(row, {
      ...values,
      // Null removes, which the table takes an undefined for.
      ...(condition === undefined ? {} : { condition: condition ?? undefined }),
      ...(space === undefined ? {} : { space: space.id, title: titleFor(store, row, space) }),
    });
    return siteSpaceRecord(session, row);
  },

  move: ({ path, body, ...session }) => {
    const { store } = session;
    const row = siteSpaceOf(store, siteFor(session, path, 'edit'), path.siteSpaceId);
    const { before, after } = body.position;
    place(row, siteSpacesAt(store, row.site, row.section), { before: before?.siteSpace, after: after?.siteSpace });
    return siteSpaceRecord(session, row);
  },
};

/** A site space that had its space's title goes on to have the new one's; a title of its own stays. */
function titleFor(store: Store, row: SiteSpaceRow, space: SpaceRow): string {
  return row.title === store.spaces.get(row.space)?.title ? space.title : row.title;
}
