import type { Contract } from '../resources/contract.ts';
import { badRequest, conflict } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { lastPlace, place } from './ordering.ts';
import type { SectionRow } from './records.ts';
import { namedSection, sectionOf, siteFor, siteToView } from './site-access.ts';
import { sectionRecord } from './site-records.ts';
import {
  addSiteSpace,
  freePath,
  levelOf,
  makeDefault,
  passOnDefault,
  sectionsOf,
  siteSpacesAt,
  spaceToShow,
  topLevel,
} from './site-structure.ts';
import type { Store } from './store.ts';

/** The sections of a site. */
export const siteSections: Handlers<Contract['siteSections']> = {
  list: ({ path, query, paginate, ...session }) => {
    const site = siteToView(session, path, query.shareKey);
    return paginate(sectionsOf(session.store, site.id), (row) => sectionRecord(session, row, query.shareKey));
  },

  /** It comes last; the first section of a site is its default. Its first site space shows the space. */
  create: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const space = spaceToShow(session, site.organization, 'spaceId', body.spaceId);
    const title = body.title ?? titleFrom(space.title);
    const siblings = store.sections.by('site', site.id);
    const section = store.sections.insert({
      id: store.newId(),
      site: site.id,
      title,
      path: freePath(title, siblings),
      ...(body.icon == null ? {} : { icon: body.icon }),
      default: siblings.length === 0,
      order: lastPlace(topLevel(store, site.id)),
    });
    addSiteSpace(store, site, space, section.id);
    return sectionRecord(session, section);
  },

  /** Its site spaces go with it, the spaces stay; the next section becomes the default where it was. */
  delete: ({ path, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const section = sectionOf(store, site, path.siteSectionId);
    passOnDefault(sectionsOf(store, site.id), section);
    for (const row of store.siteSpaces.by('section', section.id)) store.siteSpaces.remove(row);
    store.sections.remove(section);
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const section = sectionOf(store, site, path.siteSectionId);
    const { defaultSiteSpace, condition, icon, description, ...values } = body;
    checkPath(store, section, values.path);
    if (defaultSiteSpace !== undefined) setDefault(store, section, defaultSiteSpace);
    store.sections.update(section, {
      ...values,
      // Null removes, which the table takes an undefined for.
      ...(condition === undefined ? {} : { condition: condition ?? undefined }),
      ...(icon === undefined ? {} : { icon: icon ?? undefined }),
      ...(description === undefined ? {} : { description: description ?? undefined }),
    });
    return sectionRecord(session, section);
  },

  /** Next to a section of a group, it joins the group; next to one that is in none, it leaves its own. */
  move: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const section = sectionOf(store, site, path.siteSectionId);
    const before = body.position.before?.siteSection;
    const after = body.position.after?.siteSection;
    const neighbour = before ?? after;
    const target = neighbour === undefined ? section : namedSection(store, site, 'position', neighbour);
    place(section, levelOf(store, target), { before, after });
    store.sections.update(section, { group: target.group });
    return sectionRecord(session, section);
  },
};

/** A space's title may be shorter than a section's. */
const titleFrom = (spaceTitle: string) => (spaceTitle.length < 2 ? 'Untitled section' : spaceTitle);

function checkPath(store: Store, section: SectionRow, path: string | undefined): void {
  if (store.sections.by('site', section.site).some((other) => other !== section && other.path === path)) {
    throw conflict(`Another section of the site has the path "${path}".`);
  }
}

function setDefault(store: Store, section: SectionRow, id: string): void {
  const level = siteSpacesAt(store, section.site, section.id);
  const chosen = level.find((row) => row.id === id);
  if (chosen === undefined) throw badRequest(`body field defaultSiteSpace: the section has no site space "${id}".`);
  makeDefault(level, chosen);
}
