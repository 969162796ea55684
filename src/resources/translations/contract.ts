import { z } from 'zod';
import { touches } from '../../engine/contract/caching.ts';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { dateTime, kind, permissions, urls } from '../shared/contract.ts';

const title = z.string().min(1).max(100);

export const translationConfiguration = z.object({
  object: kind('translation-settings').optional(),
  id: z.string(),
  title: title.optional(),
  languages: z.array(z.string()).optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
  permissions: permissions('view', 'edit').optional(),
  urls: urls('location').optional(),
});
export type TranslationConfiguration = z.infer<typeof translationConfiguration>;
export type TranslationConfigurationPermissions = NonNullable<TranslationConfiguration['permissions']>;

const all = '/v1/orgs/{organizationId}/translations';
const one = `${all}/{translationSettingsId}` as const;
const body = z.strictObject({ title });

export const translations = resource('translations', {
  list: list(all, translationConfiguration),
  create: touches(OrganizationEntity, action('POST', all, { body, result: translationConfiguration, status: 201 })),
  get: get(one, translationConfiguration),
  update: touches(OrganizationEntity, action('PUT', one, { body, result: translationConfiguration })),
  delete: touches(OrganizationEntity, remove(one)),
});

export const TranslationConfigurationEntity = entity(
  'TranslationConfiguration',
  [translations.get],
  [translations.list],
);
