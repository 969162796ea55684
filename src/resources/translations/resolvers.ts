import { action, update } from '../../engine/fields/action.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { can } from '../../engine/fields/property.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  TranslationConfigurationPermissionsResolvers,
  TranslationConfigurationResolvers,
  TranslationsMutationResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { TranslationConfigurationEntity, translations } from './contract.ts';

export const TranslationConfiguration = {
  organization: toParent(OrganizationEntity),
} satisfies TranslationConfigurationResolvers;

export const TranslationConfigurationPermissions = can(
  'view',
  'edit',
) satisfies TranslationConfigurationPermissionsResolvers;

export const Mutation = {
  createTranslationConfiguration: action(
    translations.create,
    ({ organizationId, title }) => ({ path: keyBelow(OrganizationEntity, {}, organizationId), body: { title } }),
    ({ record }) => ({ translationConfiguration: record(TranslationConfigurationEntity) }),
  ),
  updateTranslationConfiguration: update(
    translations.update,
    ({ id, title }) => ({ path: keyOf(TranslationConfigurationEntity, id), body: { title } }),
    ({ record }) => ({ translationConfiguration: record(TranslationConfigurationEntity) }),
  ),
  deleteTranslationConfiguration: deletion(
    translations.delete,
    TranslationConfigurationEntity,
    'organization',
    OrganizationEntity,
  ),
} satisfies TranslationsMutationResolvers;
