import type { Contract } from '../resources/contract.ts';
import { badField, conflict, fieldConflict } from './errors.ts';
import type { Handlers } from './handlers.ts';
import { nextOrder, reposition } from './ordering.ts';
import type { SectionRow } from './rows.ts';
import { sectionFromBody, sectionOf, siteFor, viewableSite } from './site-access.ts';
import { sectionRecord } from './site-records.ts';
import {
  addSiteSpace,
  makeDefault,
  pathsBeside,
  publishableSpace,
  reassignDefault,
  sectionsOf,
  sharedPath,
  siblingsOf,
  siteSpacesAt,
  successorOf,
  topLevel,
  uniquePath,
} from './site-structure.ts';
import type { Store } from './store.ts';
import { changesIn } from './table.ts';

export const siteSections: Handlers<Contract['siteSections']> = {
  list: ({ path, query, paginate, ...session }) => {
    const site = viewableSite(session, path, query.shareKey);
    return paginate(sectionsOf(session.store, site.id), (row) => sectionRecord(session, row, query.shareKey));
  },

  /** Adds the section at the end, with one site space for the space. The first section of a site is its default. */
  create: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const space = publishableSpace(session, site.organization, 'spaceId', body.spaceId);
    const title = body.title ?? titleFrom(space.title);
    const siblings = store.sections.by('site', site.id);
    const section = store.sections.insert({
      id: store.newId(),
      site: site.id,
      title,
      path: uniquePath(title, [...siblings, ...pathsBeside(store, site.id, undefined)]),
      icon: body.icon ?? undefined,
      default: siblings.length === 0,
      order: nextOrder(topLevel(store, site.id)),
    });
    addSiteSpace(store, site, space, section.id);
    return sectionRecord(session, section);
  },

  /** Deletes its site spaces, but not the spaces. If it was the default, the next section becomes the default. */
  delete: ({ path, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const section = sectionOf(store, site, path.siteSectionId);
    if (section.default) requireSuccessor(store, section);
    reassignDefault(sectionsOf(store, site.id), section);
    for (const row of store.siteSpaces.by('section', section.id)) store.siteSpaces.remove(row);
    store.sections.remove(section);
  },

  update: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const section = sectionOf(store, site, path.siteSectionId);
    const { defaultSiteSpace, ...values } = body;
    requireUniquePath(store, section, values.path);
    if (defaultSiteSpace !== undefined) setDefault(store, section, defaultSiteSpace);
    return sectionRecord(session, store.sections.update(section, changesIn(values)));
  },

  /** The section joins the group of its new neighbour, or leaves its group if the neighbour has none. */
  move: ({ path, body, ...session }) => {
    const { store } = session;
    const site = siteFor(session, path, 'edit');
    const section = sectionOf(store, site, path.siteSectionId);
    const before = body.position.before?.siteSection;
    const after = body.position.after?.siteSection;
    const neighbour = before ?? after;
    const side = before === undefined ? 'after' : 'before';
    const target = neighbour === undefined ? section : sectionFromBody(store, site, `position.${side}`, neighbour);
    reposition(section, siblingsOf(store, target), { before, after });
    store.sections.update(section, { group: target.group });
    return sectionRecord(session, section);
  },
};

/** The minimum length of a title is shorter for spaces than for sections. */
const titleFrom = (spaceTitle: string) => (spaceTitle.length < 2 ? 'Untitled section' : spaceTitle);

function requireUniquePath(store: Store, section: SectionRow, path: string | undefined): void {
  const { site, id } = section;
  const others = [...store.sections.by('site', site), ...pathsBeside(store, site, undefined)];
  if (
    others.some((other) => other !== section && !('section' in other && other.section === id) && other.path === path)
  ) {
    throw fieldConflict('path', `Another section or site space of the site has the path "${path}".`);
  }
}

/** @throws 409 if the section that becomes the default when this one is deleted would share a path with others. */
function requireSuccessor(store: Store, section: SectionRow): void {
  const { site } = section;
  const successor = successorOf(sectionsOf(store, site), section);
  const shared = sharedPath(store, site, successor, section);
  if (successor === undefined || shared === undefined) return;
  throw conflict(
    `Without it, "${successor.title}" is the default section, and two parts of the site have the path "${shared}". Change one of them first.`,
  );
}

function setDefault(store: Store, section: SectionRow, id: string): void {
  const level = siteSpacesAt(store, section.site, section.id);
  const chosen = level.find((row) => row.id === id);
  if (chosen === undefined) throw badField('defaultSiteSpace', `The section has no site space "${id}".`);
  makeDefault(level, chosen);
}
