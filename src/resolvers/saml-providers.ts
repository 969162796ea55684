import type { SamlProviderResolvers, SsoLoginInfoResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { embedded, keyEdge } from './fields.ts';

export const SamlProvider = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  defaultTeam: embedded('Team', ({ defaultTeam }) => defaultTeam),
} satisfies SamlProviderResolvers;

export const SsoLoginInfo = {
  restId: ({ id }) => id,
} satisfies SsoLoginInfoResolvers;
