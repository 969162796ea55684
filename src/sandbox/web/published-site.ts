import type { Content } from '../content-records.ts';
import { notFound, unauthenticated } from '../errors.ts';
import type { Session } from '../handlers.ts';
import { activeMembership } from '../permissions.ts';
import { directOrigin, sectionUrl, siteOrigin, siteSpaceUrl, siteUrl } from '../publishing.ts';
import { revisionOf } from '../revisions.ts';
import type { SectionRow, SiteRow, SiteSpaceRow, StoredPage } from '../rows.ts';
import { sectionsOf, siteSpacesAt, titleOf } from '../site-structure.ts';
import type { Store } from '../store.ts';
import { localPath } from '../urls.ts';
import { pageAt, pageLinks, renderContentPage } from './content-page.ts';
import { html, type Link, pageDocument } from './html.ts';

/** A request for a page of a published site. */
interface Visit {
  store: Store;
  site: SiteRow;
  shareKey?: string;
  /** The site's address, with the share key. */
  base: string;
}

/** The site space and the page at an address. */
interface Place {
  section?: SectionRow;
  siteSpace: SiteSpaceRow;
  content: Content;
  page: StoredPage;
}

/**
 * Renders the page of a published site at a path: the site's host and base name, a share key for a site that needs one, and
 * the paths of the section, the site space and the page. Default sections and site spaces have no path.
 * @throws 404, or 401 for a site whose visitors must sign in.
 */
export async function renderPublished(
  store: Store,
  path: readonly string[],
  session: Session | undefined,
): Promise<string> {
  const { visit, rest } = visitOf(store, path);
  requireVisitor(visit.site, session);
  const place = placeAt(visit, rest);
  if (place === undefined) throw notFound('page', path.join('/'));
  const { siteSpace, content, page } = place;
  const base = localPath(siteSpaceUrl(store, siteSpace, visit.shareKey) ?? visit.base);
  return pageDocument({
    title: `${page.title} · ${visit.site.title}`,
    home: { href: visit.base, text: visit.site.title },
    sections: sectionLinks(visit, place),
    tree: [...variantLinks(visit, place), ...pageLinks(content.revision.pages, base, page)],
    main: await renderContentPage(store, content, page, base),
    indexed: visit.site.visibility === 'public' && !page.noIndex && !page.noRobotsIndex,
  });
}

/** Finds the published site whose address is the longest beginning of the path. */
function visitOf(store: Store, path: readonly string[]): { visit: Visit; rest: readonly string[] } {
  const address = `/sites/${path.map(encodeURIComponent).join('/')}/`;
  const [match] = store.sites
    .all()
    .filter((site) => site.published)
    .flatMap((site) => addressesOf(store, site).map((origin) => ({ site, origin })))
    .filter(({ origin }) => address.startsWith(`${origin}/`))
    .sort((a, b) => b.origin.length - a.origin.length);
  if (match === undefined) throw notFound('published site', path.join('/'));
  const { site, origin } = match;
  const rest = address.slice(origin.length).split('/').filter(Boolean).map(decodeURIComponent);
  const shareKey = site.visibility === 'share-link' ? rest.shift() : undefined;
  const url = siteUrl(store, site, shareKey);
  if (url === undefined) throw notFound('published site', path.join('/'));
  return { visit: { store, site, base: localPath(url), shareKey }, rest };
}

/** The address of a site; also the one behind its proxy. */
function addressesOf(store: Store, site: SiteRow): string[] {
  return [...new Set([siteOrigin(store, site), directOrigin(store, site)])].map(localPath);
}

/** A site for authenticated visitors is shown to the members of its organization. @throws 401 */
function requireVisitor(site: SiteRow, session: Session | undefined): void {
  if (site.visibility !== 'visitor-auth') return;
  if (session && activeMembership(session.store, session.caller.id, site.organization)) return;
  throw unauthenticated('Visitors of this site must sign in.');
}

/** The page at a path below the site. A section's path goes before a site space's, and both before a page's. */
function placeAt({ store, site }: Visit, path: readonly string[]): Place | undefined {
  const sections = sectionsOf(store, site.id);
  const named = sections.find((section) => !section.default && section.path === path[0]);
  const start = sections.find((section) => section.default);
  const inSection =
    named && (namedPlace(store, site, named, path.slice(1)) ?? defaultPlace(store, site, named, path.slice(1)));
  return (
    inSection ??
    (start && namedPlace(store, site, start, path)) ??
    namedPlace(store, site, undefined, path) ??
    defaultPlace(store, site, start, path)
  );
}

/** The place in the site space that the path starts with. */
function namedPlace(
  store: Store,
  site: SiteRow,
  section: SectionRow | undefined,
  path: readonly string[],
): Place | undefined {
  // Beside sections, the default of the root level has a path, too.
  const hasRoot = section !== undefined || store.sections.count('site', site.id) === 0;
  const level = siteSpacesAt(store, site.id, section?.id);
  const siteSpace = level.find((row) => !(row.default && hasRoot) && row.path === path[0]);
  return siteSpace && placeIn(store, section, siteSpace, path.slice(1));
}

/** The place in the default site space, whose pages are right below the section or the site. */
function defaultPlace(
  store: Store,
  site: SiteRow,
  section: SectionRow | undefined,
  path: readonly string[],
): Place | undefined {
  const siteSpace = siteSpacesAt(store, site.id, section?.id).find((row) => row.default);
  return siteSpace && placeIn(store, section, siteSpace, path);
}

function placeIn(
  store: Store,
  section: SectionRow | undefined,
  siteSpace: SiteSpaceRow,
  path: readonly string[],
): Place | undefined {
  const content = contentOf(store, siteSpace);
  const page = content && pageAt(content, path);
  return content && page && { siteSpace, content, page, ...(section && { section }) };
}

function contentOf(store: Store, { space: id }: SiteSpaceRow): Content | undefined {
  const space = store.spaces.get(id);
  if (space === undefined || space.deletedAt !== undefined) return undefined;
  return { space, revision: revisionOf(store, space.revision) };
}

function sectionLinks({ store, site, shareKey }: Visit, { section }: Place): Link[] {
  return sectionsOf(store, site.id).map((row) => ({
    href: localPath(sectionUrl(store, row, shareKey) ?? ''),
    text: row.title,
    current: row === section,
  }));
}

/** The links to the site spaces of the section, if there are several. */
function variantLinks({ store, site, shareKey }: Visit, { section, siteSpace }: Place): Link[] {
  const links = siteSpacesAt(store, site.id, section?.id).flatMap((row): Link[] => {
    const url = siteSpaceUrl(store, row, shareKey);
    return url === undefined ? [] : [{ href: localPath(url), text: titleOf(store, row), current: row === siteSpace }];
  });
  return links.length < 2 ? [] : links;
}

export function errorPage(status: number, message: string): string {
  return pageDocument({
    title: `Error ${status}`,
    home: { href: '/app', text: 'Inkwell sandbox' },
    main: html`<h1>${status}</h1><p>${message}</p>`,
    indexed: false,
  });
}
