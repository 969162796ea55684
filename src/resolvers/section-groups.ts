import { siteSections } from '../contract/site-sections.ts';
import type { SiteSectionGroupResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { embeddedConnection, keyEdge } from './fields.ts';

export const SiteSectionGroup = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  sections: embeddedConnection('SiteSection', (group) => group.sections, {
    list: siteSections.list,
    holds: ({ sectionGroup }, { siteSectionGroupId }) => sectionGroup === siteSectionGroupId,
  }),
} satisfies SiteSectionGroupResolvers;
