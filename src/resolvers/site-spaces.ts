import type { SiteSpaceResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { edge, embedded, keyEdge, record } from './fields.ts';

export const SiteSpace = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  section: edge('SiteSection', ({ section }, { organizationId, siteId }) =>
    section == null ? null : { organizationId, siteId, siteSectionId: section },
  ),
  space: embedded('Space', ({ space }) => space),
  isDefault: record((siteSpace) => siteSpace.default),
} satisfies SiteSpaceResolvers;
