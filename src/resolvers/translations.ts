import { translations } from '../contract/translations.ts';
import type { MutationResolvers, TranslationSettingsResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { globalId, keyBelow, keyOf } from '../relay/ids.ts';
import { action } from './actions.ts';
import { keyEdge } from './fields.ts';

export const TranslationSettings = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
} satisfies TranslationSettingsResolvers;

export const Mutation = {
  createTranslation: action(
    translations.create,
    ({ organizationId, title }) => ({ path: keyBelow('Organization', {}, organizationId), body: { title } }),
    ({ result, path }) => ({ translation: Reference.of('TranslationSettings', path, result, translations.create) }),
  ),
  updateTranslation: action(
    translations.update,
    ({ id, title }) => ({ path: keyOf('TranslationSettings', id), body: { title } }),
    ({ result, path }) => ({ translation: Reference.of('TranslationSettings', path, result, translations.update) }),
  ),
  deleteTranslation: action(
    translations.delete,
    ({ id }) => ({ path: keyOf('TranslationSettings', id) }),
    ({ path }) => ({ deletedId: globalId('TranslationSettings', path) }),
  ),
} satisfies Pick<MutationResolvers, 'createTranslation' | 'updateTranslation' | 'deleteTranslation'>;
