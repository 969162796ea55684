import { z } from 'zod';
import { entity } from '../../engine/contract/entity.ts';
import { action, get, list, remove, resource } from '../../engine/contract/operation.ts';
import { dateTime, kind, permissions, urls } from '../shared/contract.ts';

const title = z.string().min(1).max(100);

export const translation = z.object({
  object: kind('translation-settings').optional(),
  id: z.string(),
  title: title.optional(),
  languages: z.array(z.string()).optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
  permissions: permissions('view', 'edit').optional(),
  urls: urls('location').optional(),
});
export type Translation = z.infer<typeof translation>;
export type TranslationPermissions = NonNullable<Translation['permissions']>;

const all = '/v1/orgs/{organizationId}/translations';
const one = `${all}/{translationSettingsId}` as const;
const body = z.strictObject({ title });

export const translations = resource('translations', {
  list: list(all, translation),
  create: action('POST', all, { body, result: translation, status: 201 }),
  get: get(one, translation),
  update: action('PUT', one, { body, result: translation, status: 200 }),
  delete: remove(one),
});

/** Translation settings of an organization. */
export const TranslationEntity = entity('Translation', [translations.get], [translations.list]);
