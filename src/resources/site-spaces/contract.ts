import { z } from 'zod';
import { entity } from '../../engine/contract/entity.ts';
import { action, list, remove, resource } from '../../engine/contract/operation.ts';
import { position, shareKey } from '../shared/contract.ts';
import { condition, path, siteSpace } from '../sites/records.ts';
import { SpaceEntity } from '../spaces/contract.ts';

const all = '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces';
const one = `${all}/{siteSpaceId}` as const;

export const siteSpaces = resource('siteSpaces', {
  list: list(all, siteSpace, { ...shareKey, default: z.boolean().optional() }),
  create: action('POST', all, {
    body: z.strictObject({ spaceId: z.string().min(1), sectionId: z.string().optional() }),
    result: siteSpace,
    status: 201,
  }),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({
      path: path.optional(),
      condition: condition.nullable().optional(),
      spaceId: z.string().optional(),
    }),
    result: siteSpace,
    status: 200,
  }),
  move: action('POST', `${one}/move`, {
    body: z.strictObject({
      position: position(z.strictObject({ type: z.literal('site-space'), siteSpace: z.string() })),
    }),
    result: siteSpace,
    status: 200,
    deprecated: 'The contract names an operation sortSiteStructure instead, whose path it does not show.',
  }),
});

/** Spaces on a site. */
export const SiteSpaceEntity = entity('SiteSpace', [siteSpaces.update], [siteSpaces.list], {
  embedded: ({ space }) => [[SpaceEntity, [space]]],
});
