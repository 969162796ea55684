import type { ShareLinkResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { keyEdge, record } from './fields.ts';

export const ShareLink = {
  site: keyEdge(['Site'], ({ organizationId, siteId }) => Reference.to('Site', { organizationId, siteId })),
  isActive: record(({ active }) => active),
} satisfies ShareLinkResolvers;
