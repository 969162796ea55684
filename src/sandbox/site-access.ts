import { organizationFor } from './access.ts';
import { badField, forbidden, notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import { type SitePermission, sitePermissions } from './permissions.ts';
import { checkShareKey, isOpenedByAny, isOpenToAnyone } from './publishing.ts';
import type { SectionGroupRow, SectionRow, ShareLinkRow, SiteRow, SiteSpaceRow } from './rows.ts';
import type { Store } from './store.ts';

interface SitePath {
  organizationId: string;
  siteId: string;
}

/**
 * Returns the site in a request's path if the caller has the permission.
 * @throws 404 for an unknown organization or site, 403 if the permission is missing.
 */
export function siteFor(session: Session, { organizationId, siteId }: SitePath, permission: SitePermission): SiteRow {
  requireSitePermission(session, organizationId, permission);
  const site = session.store.sites.get(siteId);
  if (site?.organization !== organizationId) throw notFound('site', siteId);
  return site;
}

export function requireSitePermission(session: Session, organizationId: string, permission: SitePermission): void {
  organizationFor(session, organizationId);
  if (!sitePermissions(session.store, session.caller.id, organizationId)[permission]) {
    throw forbidden(`The "${permission}" permission on the organization's sites is required.`);
  }
}

/**
 * Returns the site in a request's path for reading, with or without a share key. Anyone can read a public or unlisted site
 * that is published, and with a valid share key also a share-link site that is published.
 * @throws 404, or 403 if the permission is missing or the key is invalid for the site.
 */
export function viewableSite(session: Session, path: SitePath, shareKey?: string): SiteRow {
  const { store } = session;
  const site = store.sites.get(path.siteId);
  const isPublished = site?.organization === path.organizationId && site.published;
  if (isPublished) checkShareKey(store, [site], shareKey);
  if (isPublished && (isOpenToAnyone(site) || isOpenedByAny(store, [site], shareKey))) return site;
  const visible = siteFor(session, path, 'view');
  checkShareKey(store, [visible], shareKey);
  return visible;
}

export function sectionOf(store: Store, site: SiteRow, id: string): SectionRow {
  return requireSameSite('section', store.sections.get(id), site, id);
}

export function groupOf(store: Store, site: SiteRow, id: string): SectionGroupRow {
  return requireSameSite('section group', store.sectionGroups.get(id), site, id);
}

export function siteSpaceOf(store: Store, site: SiteRow, id: string): SiteSpaceRow {
  return requireSameSite('site space', store.siteSpaces.get(id), site, id);
}

export function shareLinkOf(store: Store, site: SiteRow, id: string): ShareLinkRow {
  return requireSameSite('share link', store.shareLinks.get(id), site, id);
}

/** Returns the section that a body field refers to. @throws 400 if the site does not have it. */
export function sectionFromBody(store: Store, site: SiteRow, field: string, id: string): SectionRow {
  const section = store.sections.get(id);
  if (section?.site !== site.id) throw badField(field, `The site has no section "${id}".`);
  return section;
}

export function siteSpaceFromBody(store: Store, site: SiteRow, field: string, id: string): SiteSpaceRow {
  const siteSpace = store.siteSpaces.get(id);
  if (siteSpace?.site !== site.id) throw badField(field, `The site has no site space "${id}".`);
  return siteSpace;
}

function requireSameSite<Row extends { site: string }>(
  what: string,
  row: Row | undefined,
  site: SiteRow,
  id: string,
): Row {
  if (row?.site !== site.id) throw notFound(what, id);
  return row;
}
