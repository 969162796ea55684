import { badRequest } from './errors.ts';
import type { Session } from './handlers.ts';
import { inOrder, lastPlace } from './ordering.ts';
import type { SectionGroupRow, SectionRow, SiteRow, SiteSpaceRow, SpaceRow } from './records.ts';
import { spaceRole } from './rights.ts';
import { slugOf } from './search.ts';
import type { Store } from './store.ts';

/*
 * How a site is built. Its top level holds section groups and the sections that are in none, in one order; a group holds
 * sections. Site spaces stand in a section, or at the root level beside the sections. Of the sections of a site, and of
 * the site spaces of each level, exactly one is the default while there are any.
 */

/** The groups, and the sections that are in none, in their order. */
export function topLevel(store: Store, site: string): (SectionGroupRow | SectionRow)[] {
  const single = store.sections.by('site', site).filter((section) => section.group === undefined);
  return inOrder<SectionGroupRow | SectionRow>([...store.sectionGroups.by('site', site), ...single]);
}

export const groupsOf = (store: Store, site: string): SectionGroupRow[] =>
  inOrder(store.sectionGroups.by('site', site));

export const sectionsIn = (store: Store, group: string): SectionRow[] => inOrder(store.sections.by('group', group));

/** The rows among which a section stands: those of its group, or of the site's top level. */
export function levelOf(store: Store, { site, group }: SectionRow): (SectionGroupRow | SectionRow)[] {
  return group === undefined ? topLevel(store, site) : sectionsIn(store, group);
}

/** All sections of a site as a visitor meets them: those of a group stand where the group does. */
export function sectionsOf(store: Store, site: string): SectionRow[] {
  return topLevel(store, site).flatMap((row) => ('path' in row ? [row] : sectionsIn(store, row.id)));
}

export const defaultSection = (store: Store, site: string): SectionRow | undefined =>
  store.sections.by('site', site).find((section) => section.default);

/** The site spaces of a section, or of the root level where no section is given. */
export function siteSpacesAt(store: Store, site: string, section: string | undefined): SiteSpaceRow[] {
  if (section !== undefined) return inOrder(store.siteSpaces.by('section', section));
  return inOrder(store.siteSpaces.by('site', site).filter((row) => row.section === undefined));
}

/** All site spaces of a site: those of the root level, then section by section. */
export function siteSpacesOf(store: Store, site: string): SiteSpaceRow[] {
  const levels = [undefined, ...sectionsOf(store, site).map((section) => section.id)];
  return levels.flatMap((section) => siteSpacesAt(store, site, section));
}

/** Adds a space at the end of a level; the first one of a level is its default. */
export function addSiteSpace(store: Store, site: SiteRow, space: SpaceRow, section: string | undefined): SiteSpaceRow {
  const siblings = siteSpacesAt(store, site.id, section);
  return store.siteSpaces.insert({
    id: store.newId(),
    site: site.id,
    ...(section === undefined ? {} : { section }),
    space: space.id,
    path: freePath(space.title, siblings),
    title: space.title,
    default: siblings.length === 0,
    order: lastPlace(siblings),
  });
}

/** Takes a space off a site; the default of its level passes on. */
export function removeSiteSpace(store: Store, row: SiteSpaceRow): void {
  passOnDefault(siteSpacesAt(store, row.site, row.section), row);
  store.siteSpaces.remove(row);
}

/** Makes one row of a level its only default. */
export function makeDefault<Row extends { default: boolean }>(level: readonly Row[], chosen: Row): void {
  for (const row of level) row.default = row === chosen;
}

/** Before a row leaves its level: if it is the default, the next one becomes it, or the first where it is the last. */
export function passOnDefault<Row extends { default: boolean }>(level: readonly Row[], leaving: Row): void {
  if (!leaving.default) return;
  const heir = level[level.indexOf(leaving) + 1] ?? level.find((row) => row !== leaving);
  if (heir !== undefined) heir.default = true;
}

/** A path made of a title that none of the siblings has: `guides`, `guides-2`, … */
export function freePath(title: string, siblings: readonly { path: string }[]): string {
  const taken = new Set(siblings.map((sibling) => sibling.path));
  // Leaves room for a number within the contract's 100 characters.
  const path = slugOf(title).slice(0, 90) || 'untitled';
  let free = path;
  for (let number = 2; taken.has(free); number++) free = `${path}-${number}`;
  return free;
}

/**
 * The space that a body names, to be shown on a site of an organization.
 * @throws 400 where the organization has no such space, it is deleted, or the caller can't see it.
 */
export function spaceToShow({ store, caller }: Session, organization: string, field: string, id: string): SpaceRow {
  const space = store.spaces.get(id);
  const usable = space?.organization === organization && space.deletedAt === undefined;
  if (!usable || spaceRole(store, caller.id, space) === undefined) {
    throw badRequest(`body field ${field}: the organization has no space "${id}".`);
  }
  return space;
}
