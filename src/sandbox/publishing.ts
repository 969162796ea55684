import { forbidden } from './errors.ts';
import { inOrder } from './ordering.ts';
import type { SectionRow, SiteRow, SiteSpaceRow, SpaceRow } from './rows.ts';
import type { Store } from './store.ts';
import { sitesDomain, sitesOrigin } from './urls.ts';

/**
 * Validates a request's `shareKey` for the sites in its response. A key is ignored where none is needed: without a site,
 * or if one of the sites has another visibility than share-link.
 * @throws 403 unless it is the key of an active share link of one of the sites.
 */
export function checkShareKey(store: Store, sites: readonly SiteRow[], shareKey: string | undefined): void {
  const isNeeded = sites.length > 0 && sites.every((site) => site.visibility === 'share-link');
  if (shareKey === undefined || !isNeeded || sites.some((site) => isOpenedBy(store, site, shareKey))) return;
  throw forbidden('The share key is invalid for this site, or its share link is inactive.');
}

/** Whether anyone can visit a site: it is published, and public or unlisted. */
export const isOpenToAnyone = ({ published, visibility }: SiteRow): boolean =>
  published && (visibility === 'public' || visibility === 'unlisted');

/** Whether a share key opens one of the sites, which must be published, to callers who are not members. */
export function isOpenedByAny(store: Store, sites: readonly SiteRow[], shareKey: string | undefined): boolean {
  return sites.some((site) => site.published && isOpenedBy(store, site, shareKey));
}

export function sitesWith(store: Store, space: string): SiteRow[] {
  return store.siteSpaces.by('space', space).flatMap(({ site }) => store.sites.get(site) ?? []);
}

/** Whether anyone can view a space: by its own visibility, or because it is on a site that anyone can visit. */
export function isPublicSpace(store: Store, { id, visibility, deletedAt }: SpaceRow): boolean {
  if (deletedAt !== undefined) return false;
  return visibility === 'public' || visibility === 'unlisted' || sitesWith(store, id).some(isOpenToAnyone);
}

/** The URLs of a published content; `public` only if the space itself is public. */
export function publicUrls({ visibility }: SpaceRow, published: string | undefined) {
  if (published === undefined) return {};
  return { published, ...(visibility === 'public' ? { public: published } : {}) };
}

function isOpenedBy(store: Store, site: SiteRow, shareKey: string | undefined): boolean {
  if (site.visibility !== 'share-link' || shareKey === undefined) return false;
  return store.shareLinks.by('key', shareKey).some((link) => link.site === site.id && link.active);
}

/** The URL at which a site is published when it is public. */
export function siteOrigin(store: Store, site: SiteRow): string {
  if (site.proxy !== undefined) return `${sitesOrigin}/${site.proxy}`;
  const hostname =
    site.hostname ?? `${store.organizations.get(site.organization)?.hostname ?? site.organization}.${sitesDomain}`;
  const host = `${sitesOrigin}/${hostname}`;
  return site.basename === undefined ? host : `${host}/${encodeURIComponent(site.basename)}`;
}

/** The site's address without its proxy. */
export function directOrigin(store: Store, { proxy: _, ...site }: SiteRow): string {
  return siteOrigin(store, site);
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

/**
 * A site space's published URL, under the same conditions; none while its space is deleted. The default of a section is at the section's
 * root, and that of the root level at the site's root, if no section is there.
 */
export function siteSpaceUrl(store: Store, siteSpace: SiteSpaceRow, shareKey?: string): string | undefined {
  if (store.spaces.get(siteSpace.space)?.deletedAt !== undefined) return undefined;
  const section = siteSpace.section === undefined ? undefined : store.sections.get(siteSpace.section);
  const site = store.sites.get(siteSpace.site);
  const level = section ? sectionUrl(store, section, shareKey) : site && siteUrl(store, site, shareKey);
  const isAtRoot = siteSpace.default && (section !== undefined || store.sections.count('site', siteSpace.site) === 0);
  return level === undefined || isAtRoot ? level : `${level}/${encodeURIComponent(siteSpace.path)}`;
}

/** A space's published URL: on the first site that is public or that the share key opens. */
export function publishedSpaceUrl(store: Store, space: string, shareKey?: string): string | undefined {
  for (const siteSpace of inOrder(store.siteSpaces.by('space', space))) {
    const url = siteSpaceUrl(store, siteSpace, shareKey);
    if (url !== undefined) return url;
  }
  return undefined;
}
