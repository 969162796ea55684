import { z } from 'zod';
import { action, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { dateTime, kind, urls } from '../shared/contract.ts';

const name = z.string().max(50);

export const shareLink = z.object({
  object: kind('share-link').optional(),
  id: z.string(),
  createdAt: dateTime,
  name: name.optional(),
  active: z.boolean().optional(),
  urls: urls('published').optional(),
});
export type ShareLink = z.infer<typeof shareLink>;

const all = '/v1/orgs/{organizationId}/sites/{siteId}/share-links';
const one = `${all}/{shareLinkId}` as const;

export const shareLinks = resource('shareLinks', {
  list: list(all, shareLink),
  create: action('POST', all, { body: z.strictObject({ name }), result: shareLink, status: 201 }),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({ active: z.boolean().optional(), name: name.optional() }),
    result: shareLink,
  }),
});

export const ShareLinkEntity = entity('ShareLink', [shareLinks.update], [shareLinks.list]);
