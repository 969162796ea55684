import { z } from 'zod';
import { entity } from '../../engine/contract/entity.ts';
import { action, get, list, remove, resource } from '../../engine/contract/operation.ts';
import { dateTime, kind, permissions, urls } from '../shared/contract.ts';

const title = z.string().min(1).max(100);

export const translationSettings = z.object({
  object: kind('translation-settings').optional(),
  id: z.string(),
  title: title.optional(),
  languages: z.array(z.string()).optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
  permissions: permissions('view', 'edit').optional(),
  urls: urls('location').optional(),
});
export type TranslationSettings = z.infer<typeof translationSettings>;

const all = '/v1/orgs/{organizationId}/translations';
const one = `${all}/{translationSettingsId}` as const;
const body = z.strictObject({ title });

export const translations = resource('translations', {
  list: list(all, translationSettings),
  create: action('POST', all, { body, result: translationSettings, status: 201 }),
  get: get(one, translationSettings),
  update: action('PUT', one, { body, result: translationSettings, status: 200 }),
  delete: remove(one),
});

/** Translation settings of an organization. */
export const TranslationSettingsEntity = entity('TranslationSettings', [translations.get], [translations.list]);
