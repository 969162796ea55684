import type { TranslationSettingsResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { keyEdge } from './fields.ts';

export const TranslationSettings = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
} satisfies TranslationSettingsResolvers;
