import { badField } from './errors.ts';
import type { Session } from './handlers.ts';
import { inOrder, nextOrder } from './ordering.ts';
import { spaceRole } from './permissions.ts';
import { slugOf } from './plain-text.ts';
import type { SectionGroupRow, SectionRow, SiteRow, SiteSpaceRow, SpaceRow } from './rows.ts';
import type { Store } from './store.ts';

/*
 * The structure of a site. Its top level contains section groups and ungrouped sections in one order; a group contains
 * sections. Site spaces are in a section, or at the root level beside the sections. Exactly one section of a site, and one
 * site space of each level, is the default, unless there is none.
 */

/** The groups and ungrouped sections, in their order. */
export function topLevel(store: Store, site: string): (SectionGroupRow | SectionRow)[] {
  const ungrouped = store.sections.by('site', site).filter((section) => section.group === undefined);
  return inOrder<SectionGroupRow | SectionRow>([...store.sectionGroups.by('site', site), ...ungrouped]);
}

export const groupsOf = (store: Store, site: string): SectionGroupRow[] =>
  inOrder(store.sectionGroups.by('site', site));

export const sectionsIn = (store: Store, group: string): SectionRow[] => inOrder(store.sections.by('group', group));

/** The section and its siblings: the sections of its group, or the site's top level. */
export function siblingsOf(store: Store, { site, group }: SectionRow): (SectionGroupRow | SectionRow)[] {
  return group === undefined ? topLevel(store, site) : sectionsIn(store, group);
}

/** All sections of a site in display order: the sections of a group take the position of the group. */
export function sectionsOf(store: Store, site: string): SectionRow[] {
  return topLevel(store, site).flatMap((row) => ('path' in row ? [row] : sectionsIn(store, row.id)));
}

export const defaultSection = (store: Store, site: string): SectionRow | undefined =>
  store.sections.by('site', site).find((section) => section.default);

/**
 * Whether a site space is the only default of its site: the default of the default section, or of the root level if there
 * is no section with site spaces to start with.
 */
export function isSiteDefault(store: Store, row: SiteSpaceRow): boolean {
  if (!row.default) return false;
  if (row.section !== undefined) return store.sections.get(row.section)?.default === true;
  const section = defaultSection(store, row.site);
  return section === undefined || store.siteSpaces.count('section', section.id) === 0;
}

/** The site spaces of a section, or of the root level without a section. */
export function siteSpacesAt(store: Store, site: string, section: string | undefined): SiteSpaceRow[] {
  if (section !== undefined) return inOrder(store.siteSpaces.by('section', section));
  return inOrder(store.siteSpaces.by('site', site).filter((row) => row.section === undefined));
}

/** All site spaces of a site: the root level first, then section by section. */
export function siteSpacesOf(store: Store, site: string): SiteSpaceRow[] {
  const levels = [undefined, ...sectionsOf(store, site).map((section) => section.id)];
  return levels.flatMap((section) => siteSpacesAt(store, site, section));
}

/**
 * The rows whose paths must differ from that of a site space of a level. The paths of the default section and of the root level
 * are right below the site's address, as those of the other sections are.
 */
export function pathsBeside(store: Store, site: string, section: string | undefined): (SectionRow | SiteSpaceRow)[] {
  const start = defaultSection(store, site);
  if (section !== undefined && section !== start?.id) return siteSpacesAt(store, site, section);
  return pathsBelow(store, site, start);
}

/** The rows whose paths are right below the site's address if `start` is the default section. */
function pathsBelow(store: Store, site: string, start: SectionRow | undefined): (SectionRow | SiteSpaceRow)[] {
  const others = store.sections.by('site', site).filter((row) => row !== start);
  const below = start === undefined ? [] : siteSpacesAt(store, site, start.id);
  return [...others, ...siteSpacesAt(store, site, undefined), ...below];
}

/** A path that two rows right below the site's address would have if `start` was the default section, without a row that is removed. */
export function sharedPath(
  store: Store,
  site: string,
  start: SectionRow | undefined,
  removed?: SectionRow,
): string | undefined {
  const paths = pathsBelow(store, site, start).flatMap((row) => (row === removed ? [] : row.path));
  return paths.find((path, i) => paths.indexOf(path) < i);
}

/** A site space has the title of its space: the contract has no operation that gives it another one. */
export const titleOf = (store: Store, { space, path }: SiteSpaceRow): string => store.spaces.get(space)?.title ?? path;

/** Adds a space at the end of a level. The first site space of a level is its default. Its section can become the default one. */
export function addSiteSpace(store: Store, site: SiteRow, space: SpaceRow, section: string | undefined): SiteSpaceRow {
  const siblings = siteSpacesAt(store, site.id, section);
  const start = section === undefined ? defaultSection(store, site.id) : store.sections.get(section);
  return store.siteSpaces.insert({
    id: store.newId(),
    site: site.id,
    section,
    space: space.id,
    path: uniquePath(space.title, pathsBelow(store, site.id, start)),
    default: siblings.length === 0,
    order: nextOrder(siblings),
  });
}

/** Removes a site space. If it was the default, another one of its level becomes the default. */
export function removeSiteSpace(store: Store, row: SiteSpaceRow): void {
  reassignDefault(siteSpacesAt(store, row.site, row.section), row);
  store.siteSpaces.remove(row);
}

/** Makes one row of a level its only default. */
export function makeDefault<Row extends { default: boolean }>(level: readonly Row[], chosen: Row): void {
  for (const row of level) row.default = row === chosen;
}

/** Called before a row is removed from its level. If it is the default, its successor becomes the default. */
export function reassignDefault<Row extends { default: boolean }>(level: readonly Row[], removed: Row): void {
  const successor = successorOf(level, removed);
  if (removed.default && successor !== undefined) successor.default = true;
}

/** The next row of a level, or else the first. */
export const successorOf = <Row>(level: readonly Row[], removed: Row): Row | undefined =>
  level[level.indexOf(removed) + 1] ?? level.find((row) => row !== removed);

/** Creates a path from a title that is unique among the siblings: `guides`, `guides-2`, … */
export function uniquePath(title: string, siblings: readonly { path: string }[]): string {
  const taken = new Set(siblings.map((sibling) => sibling.path));
  // Leaves room for a suffix within the contract's 100 characters.
  const path = slugOf(title).slice(0, 90) || 'untitled';
  let free = path;
  for (let number = 2; taken.has(free); number++) free = `${path}-${number}`;
  return free;
}

/**
 * Returns the space that a body field refers to, for use on a site of an organization.
 * @throws 400 if the organization does not have the space, it is deleted, or the caller cannot see it.
 */
export function publishableSpace(
  { store, caller }: Session,
  organization: string,
  field: string,
  id: string,
): SpaceRow {
  const space = store.spaces.get(id);
  const isAvailable = space?.organization === organization && space.deletedAt === undefined;
  if (!isAvailable || spaceRole(store, caller.id, space) === undefined) {
    throw badField(field, `The organization has no space "${id}".`);
  }
  return space;
}
