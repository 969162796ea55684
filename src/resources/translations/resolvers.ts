import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type { MutationResolvers, TranslationSettingsResolvers } from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { TranslationSettingsEntity, translations } from './contract.ts';

export const TranslationSettings = {
  organization: toParent([OrganizationEntity], ({ organizationId }) =>
    Reference.to(OrganizationEntity, { organizationId }),
  ),
} satisfies TranslationSettingsResolvers;

export const Mutation = {
  createTranslation: action(
    translations.create,
    ({ organizationId, title }) => ({ path: keyBelow(OrganizationEntity, {}, organizationId), body: { title } }),
    ({ result, path }) => ({ translation: Reference.of(TranslationSettingsEntity, path, result, translations.create) }),
  ),
  updateTranslation: action(
    translations.update,
    ({ id, title }) => ({ path: keyOf(TranslationSettingsEntity, id), body: { title } }),
    ({ result, path }) => ({ translation: Reference.of(TranslationSettingsEntity, path, result, translations.update) }),
  ),
  deleteTranslation: action(
    translations.delete,
    ({ id }) => ({ path: keyOf(TranslationSettingsEntity, id) }),
    ({ path }) => ({ deletedId: globalId(TranslationSettingsEntity, path) }),
  ),
} satisfies Pick<MutationResolvers, 'createTranslation' | 'updateTranslation' | 'deleteTranslation'>;
