import { z } from 'zod';
import { entity } from '../../engine/contract/entity.ts';
import { action, list, remove, resource } from '../../engine/contract/operation.ts';
import { shareLink } from '../sites/records.ts';

const name = z.string().max(50);

const all = '/v1/orgs/{organizationId}/sites/{siteId}/share-links';
const one = `${all}/{shareLinkId}` as const;

export const shareLinks = resource('shareLinks', {
  list: list(all, shareLink),
  create: action('POST', all, { body: z.strictObject({ name }), result: shareLink, status: 201 }),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({ active: z.boolean().optional(), name: name.optional() }),
    result: shareLink,
    status: 200,
  }),
});

/** Share links of a site. */
export const ShareLinkEntity = entity('ShareLink', [shareLinks.update], [shareLinks.list]);
