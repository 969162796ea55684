import { siteSpaces } from '../contract/site-spaces.ts';
import type { SiteSectionResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { edge, embeddedConnection, keyEdge, record } from './fields.ts';

export const SiteSection = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  isDefault: record((section) => section.default),
  sectionGroup: edge('SiteSectionGroup', ({ sectionGroup }, { organizationId, siteId }) =>
    sectionGroup == null ? null : { organizationId, siteId, siteSectionGroupId: sectionGroup },
  ),
  siteSpaces: embeddedConnection('SiteSpace', (section) => section.siteSpaces, {
    list: siteSpaces.list,
    holds: ({ section }, { siteSectionId }) => section === siteSectionId,
  }),
} satisfies SiteSectionResolvers;
