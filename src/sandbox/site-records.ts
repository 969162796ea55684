import { contract } from '../resources/contract.ts';
import type { SectionGroup, Site, SiteSection, SiteSpace } from '../resources/sites/records.ts';
import { isGone } from './access.ts';
import type { Session } from './handlers.ts';
import { sectionUrl, siteOrigin, siteSpaceUrl, siteUrl } from './publishing.ts';
import type { SectionGroupRow, SectionRow, SiteRow, SiteSpaceRow } from './records.ts';
import { sectionsIn, siteSpacesAt } from './site-structure.ts';
import { spaceRecord } from './space-records.ts';
import type { Store } from './store.ts';
import { app, location } from './urls.ts';

/*
 * The records of sites and what they are built of. A share key that was checked before resolves the published URLs of a
 * share-link site.
 */

export function siteRecord(store: Store, row: SiteRow, shareKey?: string): Site {
  const { organization, proxy, adaptiveContent, adaptiveSchema: _, ...facts } = row;
  const published = siteUrl(store, row, shareKey);
  return {
    object: 'site',
    ...facts,
    ...(proxy === undefined ? {} : { proxy: { origin: `https://${proxy}`, target: proxyTarget(store, row) } }),
    adaptiveContent: { enabled: adaptiveContent },
    siteSpaces: store.siteSpaces.count('site', row.id),
    urls: {
      location: location(contract.sites.get, { organizationId: organization, siteId: row.id }),
      app: app('o', organization, 'sites', row.id),
      ...(published === undefined ? {} : { published }),
    },
  };
}

/** Where the proxy fetches the site: its address as if it had no proxy. */
function proxyTarget(store: Store, { proxy: _, ...row }: SiteRow): string {
  return siteOrigin(store, row);
}

export function sectionRecord(session: Session, row: SectionRow, shareKey?: string): SiteSection {
  const { site, group, order: _, ...facts } = row;
  const siteSpaces = siteSpacesAt(session.store, site, row.id);
  return {
    object: 'site-section',
    ...facts,
    ...(group === undefined ? {} : { sectionGroup: group }),
    siteSpaces: siteSpaces.map((siteSpace) => siteSpaceRecord(session, siteSpace, shareKey)),
    ...publishedUrls(sectionUrl(session.store, row, shareKey)),
  };
}

export function sectionGroupRecord(session: Session, { id, title, icon }: SectionGroupRow): SectionGroup {
  return {
    object: 'site-section-group',
    id,
    title,
    ...(icon === undefined ? {} : { icon }),
    sections: sectionsIn(session.store, id).map((section) => sectionRecord(session, section)),
  };
}

/** The linked space is left out once it is deleted for good. */
export function siteSpaceRecord(session: Session, row: SiteSpaceRow, shareKey?: string): SiteSpace {
  const { store } = session;
  const { site, space: spaceId, order: _, ...facts } = row;
  const space = store.spaces.get(spaceId);
  const shown = space !== undefined && !isGone(space, store.clock.now());
  const features = store.sites.get(site)?.features ?? [];
  return {
    object: 'site-space',
    ...facts,
    ...(shown ? { space: spaceRecord(session, space, shareKey) } : {}),
    hasAdvancedCustomizationFeature: features.some(({ customizations = [] }) => customizations.length > 0),
    ...publishedUrls(siteSpaceUrl(store, row, shareKey)),
  };
}

const publishedUrls = (published: string | undefined) => (published === undefined ? {} : { urls: { published } });
