import { contract } from '../resources/contract.ts';
import type { SectionGroup } from '../resources/section-groups/contract.ts';
import type { SiteSection } from '../resources/site-sections/contract.ts';
import type { SiteSpace } from '../resources/site-spaces/contract.ts';
import type { Site } from '../resources/sites/records.ts';
import { isPurged } from './access.ts';
import type { Session } from './handlers.ts';
import { directOrigin, sectionUrl, siteSpaceUrl, siteUrl } from './publishing.ts';
import type { SectionGroupRow, SectionRow, SiteRow, SiteSpaceRow } from './rows.ts';
import { isSiteDefault, sectionsIn, siteSpacesAt, titleOf } from './site-structure.ts';
import { spaceRecord } from './space-records.ts';
import type { Store } from './store.ts';
import { apiUrl, appUrl } from './urls.ts';

/*
 * The records of sites and their parts. `shareKey` is already validated, and selects the published URLs of a share-link
 * site.
 */

export function siteRecord(store: Store, row: SiteRow, shareKey?: string): Site {
  const { organization, proxy, adaptiveContent, adaptiveSchema: _, ...fields } = row;
  const published = siteUrl(store, row, shareKey);
  return {
    object: 'site',
    ...fields,
    proxy: proxy === undefined ? undefined : { origin: `https://${proxy}`, target: directOrigin(store, row) },
    adaptiveContent: { enabled: adaptiveContent },
    siteSpaces: store.siteSpaces.count('site', row.id),
    urls: {
      location: apiUrl(contract.sites.get, { organizationId: organization, siteId: row.id }),
      app: appUrl('o', organization, 'sites', row.id),
      published,
    },
  };
}

export function sectionRecord(session: Session, row: SectionRow, shareKey?: string): SiteSection {
  const { site, group, order: _, ...fields } = row;
  const siteSpaces = siteSpacesAt(session.store, site, row.id);
  return {
    object: 'site-section',
    ...fields,
    sectionGroup: group,
    siteSpaces: siteSpaces.map((siteSpace) => siteSpaceRecord(session, siteSpace, shareKey)),
    ...publishedUrls(sectionUrl(session.store, row, shareKey)),
  };
}

export function sectionGroupRecord(session: Session, { id, title, icon }: SectionGroupRow): SectionGroup {
  return {
    object: 'site-section-group',
    id,
    title,
    icon,
    sections: sectionsIn(session.store, id).map((section) => sectionRecord(session, section)),
  };
}

/** The linked space is omitted once it is permanently deleted. */
export function siteSpaceRecord(session: Session, row: SiteSpaceRow, shareKey?: string): SiteSpace {
  const { store } = session;
  const { site, space: spaceId, order: _, ...fields } = row;
  const space = store.spaces.get(spaceId);
  const isAvailable = space !== undefined && !isPurged(space, store.clock.now());
  const features = store.sites.get(site)?.features ?? [];
  return {
    object: 'site-space',
    ...fields,
    title: titleOf(store, row),
    default: isSiteDefault(store, row),
    space: isAvailable ? spaceRecord(session, space, shareKey) : undefined,
    hasAdvancedCustomizationFeature: features.some(({ customizations = [] }) => customizations.length > 0),
    ...publishedUrls(siteSpaceUrl(store, row, shareKey)),
  };
}

const publishedUrls = (published: string | undefined) => (published === undefined ? {} : { urls: { published } });
