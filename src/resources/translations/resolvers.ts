import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { property } from '../../engine/fields/values.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  TranslationPermissionsResolvers,
  TranslationResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { TranslationEntity, translations } from './contract.ts';

export const Translation = {
  organization: toParent([OrganizationEntity], ({ organizationId }) =>
    Reference.to(OrganizationEntity, { organizationId }),
  ),
} satisfies TranslationResolvers;

export const TranslationPermissions = {
  canView: property('view'),
  canEdit: property('edit'),
} satisfies TranslationPermissionsResolvers;

export const Mutation = {
  createTranslation: action(
    translations.create,
    ({ organizationId, title }) => ({ path: keyBelow(OrganizationEntity, {}, organizationId), body: { title } }),
    ({ result, path }) => ({ translation: Reference.of(TranslationEntity, path, result, translations.create) }),
  ),
  updateTranslation: action(
    translations.update,
    ({ id, title }) => ({ path: keyOf(TranslationEntity, id), body: { title } }),
    ({ result, path }) => ({ translation: Reference.of(TranslationEntity, path, result, translations.update) }),
  ),
  deleteTranslation: action(
    translations.delete,
    ({ id }) => ({ path: keyOf(TranslationEntity, id) }),
    ({ path }) => ({
      deletedId: globalId(TranslationEntity, path),
      organization: Reference.to(OrganizationEntity, { organizationId: path.organizationId }),
    }),
  ),
} satisfies Pick<MutationResolvers, 'createTranslation' | 'updateTranslation' | 'deleteTranslation'>;
