import { sectionGroups } from '../contract/section-groups.ts';
import { shareLinks } from '../contract/share-links.ts';
import { siteSections } from '../contract/site-sections.ts';
import { siteSpaces } from '../contract/site-spaces.ts';
import { sites } from '../contract/sites.ts';
import type {
  PublishedSiteResolvers,
  SiteFeatureResolvers,
  SiteIconResolvers,
  SiteResolvers,
} from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { keyBelow } from '../relay/ids.ts';
import { connection, keyEdge, listed, lookup, record } from './fields.ts';

export const Site = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  isPublished: record(({ published }) => published),
  siteSpaceCount: record(({ siteSpaces }) => siteSpaces),
  sections: connection(siteSections.list, ({ key }, { shareKey }) => ({ path: key, query: { shareKey } })),
  section: listed('SiteSection', ({ key }, { id }) => keyBelow('SiteSection', key, id)),
  sectionGroups: connection(sectionGroups.list, ({ key }) => ({ path: key })),
  sectionGroup: listed('SiteSectionGroup', ({ key }, { id }) => keyBelow('SiteSectionGroup', key, id)),
  siteSpaces: connection(siteSpaces.list, ({ key }, { shareKey, default: isDefault }) => ({
    path: key,
    query: { shareKey, default: isDefault },
  })),
  siteSpace: listed('SiteSpace', ({ key }, { id }) => keyBelow('SiteSpace', key, id)),
  shareLinks: connection(shareLinks.list, ({ key }) => ({ path: key })),
  shareLink: listed('ShareLink', ({ key }, { id }) => keyBelow('ShareLink', key, id)),
  adaptiveSchema: lookup(
    sites.adaptiveSchema,
    ({ key }) => ({ path: key }),
    (schema) => schema,
  ),
  templateConditions: lookup(
    sites.templateConditions,
    ({ key }) => ({ path: key }),
    ({ items }) => items,
  ),
  published: lookup(
    sites.published,
    ({ key }, { shareKey }) => ({ path: key, query: { shareKey } }),
    (published, { key }) => ({ published, key }),
  ),
} satisfies SiteResolvers;

export const SiteIcon = {
  light: ({ icon }) => icon?.light,
  dark: ({ icon }) => icon?.dark,
} satisfies SiteIconResolvers;

export const SiteFeature = {
  name: ({ id }) => id,
  isFrozen: ({ frozen }) => frozen,
} satisfies SiteFeatureResolvers;

export const PublishedSite = {
  site: ({ published: { site }, key }) => (site == null ? null : Reference.of('Site', key, site, sites.published)),
  structureType: ({ published }) => published.structure?.type,
  sections: ({ published, key }) =>
    published.structure?.structure?.map((section) => Reference.of('SiteSection', key, section, sites.published)),
} satisfies PublishedSiteResolvers;
