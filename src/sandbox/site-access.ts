import { organizationFor } from './access.ts';
import { badRequest, forbidden, notFound } from './errors.ts';
import type { Session } from './handlers.ts';
import { checkShareKey } from './publishing.ts';
import type { SectionGroupRow, SectionRow, ShareLinkRow, SiteRow, SiteSpaceRow } from './records.ts';
import { type SiteRight, siteRights } from './rights.ts';
import type { Store } from './store.ts';

interface SitePath {
  organizationId: string;
  siteId: string;
}

/**
 * The site that a path names, if the caller has the right.
 * @throws 404 for an unknown organization or site, 403 where the right is missing.
 */
export function siteFor(session: Session, { organizationId, siteId }: SitePath, right: SiteRight): SiteRow {
  checkSiteRight(session, organizationId, right);
  const site = session.store.sites.get(siteId);
  if (site?.organization !== organizationId) throw notFound('site', siteId);
  return site;
}

/** Checks a right on all sites of an organization. */
export function checkSiteRight(session: Session, organizationId: string, right: SiteRight): void {
  organizationFor(session, organizationId);
  if (!siteRights(session.store, session.caller.id, organizationId)[right]) {
    throw forbidden(`The permission "${right}" on the organization's sites is needed.`);
  }
}

/**
 * The site that a path names, to be looked at with or without a share key.
 * @throws 404, or 403 where rights lack or the key does not open the site.
 */
export function siteToView(session: Session, path: SitePath, shareKey: string | undefined): SiteRow {
  const site = siteFor(session, path, 'view');
  checkShareKey(session.store, [site], shareKey);
  return site;
}

/** A section of the site. @throws 404 */
export function sectionOf(store: Store, site: SiteRow, id: string): SectionRow {
  return belonging('section', store.sections.get(id), site, id);
}

/** A section group of the site. @throws 404 */
export function groupOf(store: Store, site: SiteRow, id: string): SectionGroupRow {
  return belonging('section group', store.sectionGroups.get(id), site, id);
}

/** A site space of the site. @throws 404 */
export function siteSpaceOf(store: Store, site: SiteRow, id: string): SiteSpaceRow {
  return belonging('site space', store.siteSpaces.get(id), site, id);
}

/** A share link of the site. @throws 404 */
export function shareLinkOf(store: Store, site: SiteRow, id: string): ShareLinkRow {
  return belonging('share link', store.shareLinks.get(id), site, id);
}

/** The section that a field of the body names. @throws 400 where the site has none such. */
export function namedSection(store: Store, site: SiteRow, field: string, id: string): SectionRow {
  const section = store.sections.get(id);
  if (section?.site !== site.id) throw badRequest(`body field ${field}: the site has no section "${id}".`);
  return section;
}

function belonging<Row extends { site: string }>(what: string, row: Row | undefined, site: SiteRow, id: string): Row {
  if (row?.site !== site.id) throw notFound(what, id);
  return row;
}
