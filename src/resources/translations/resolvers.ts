import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { keyEdge } from '../../engine/fields/fields.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, TranslationSettingsResolvers } from '../../generated/resolvers.ts';
import { translations } from './contract.ts';

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
