import { forbidden } from './errors.ts';
import { inOrder } from './ordering.ts';
import type { SectionRow, SiteRow, SiteSpaceRow } from './rows.ts';
import type { Store } from './store.ts';
import { sitesDomain } from './urls.ts';

/**
 * Validates a request's `shareKey` for the sites in its response.
 * @throws 403 unless it is the key of an active share link of one of the sites, which must have share-link visibility.
 */
export function checkShareKey(store: Store, sites: readonly SiteRow[], shareKey: string | undefined): void {
  if (shareKey === undefined || sites.some((site) => isOpenedBy(store, site, shareKey))) return;
  throw forbidden('The share key is invalid for this site, or its share link is inactive.');
}

function isOpenedBy(store: Store, site: SiteRow, shareKey: string | undefined): boolean {
  if (site.visibility !== 'share-link' || shareKey === undefined) return false;
  return store.shareLinks.by('key', shareKey).some((link) => link.site === site.id && link.active);
}

/** The URL at which a site is published when it is public. */
export function siteOrigin(store: Store, site: SiteRow): string {
  if (site.proxy !== undefined) return `https://${site.proxy}`;
  const hostname =
    site.hostname ?? `${store.organizations.get(site.organization)?.hostname ?? site.organization}.${sitesDomain}`;
  return site.basename === undefined
    ? `https://${hostname}`
    : `https://${hostname}/${encodeURIComponent(site.basename)}`;
}

/** The site's published URL; undefined for an unpublished site, and for a share-link site without a valid key. */
export function siteUrl(store: Store, site: SiteRow, shareKey?: string): string | undefined {
  if (!site.published) return undefined;
  if (site.visibility !== 'share-link') return siteOrigin(store, site);
  return isOpenedBy(store, site, shareKey) ? `${siteOrigin(store, site)}/${shareKey}` : undefined;
}

/** A section's published URL, under the same conditions; the default section is at the site's root. */
export function sectionUrl(store: Store, section: SectionRow, shareKey?: string): string | undefined {
  const site = store.sites.get(section.site);
  const root = site && siteUrl(store, site, shareKey);
  return root === undefined ? undefined : section.default ? root : `${root}/${encodeURIComponent(section.path)}`;
}

/** A site space's published URL, under the same conditions; the default of a level is at the level's root. */
export function siteSpaceUrl(store: Store, siteSpace: SiteSpaceRow, shareKey?: string): string | undefined {
  const section = siteSpace.section === undefined ? undefined : store.sections.get(siteSpace.section);
  const site = store.sites.get(siteSpace.site);
  const level = section ? sectionUrl(store, section, shareKey) : site && siteUrl(store, site, shareKey);
  return level === undefined || siteSpace.default ? level : `${level}/${encodeURIComponent(siteSpace.path)}`;
}

/** A space's published URL: on the first site that is public or that the share key opens. */
export function publishedSpaceUrl(store: Store, space: string, shareKey?: string): string | undefined {
  for (const siteSpace of inOrder(store.siteSpaces.by('space', space))) {
    const url = siteSpaceUrl(store, siteSpace, shareKey);
    if (url !== undefined) return url;
  }
  return undefined;
}
