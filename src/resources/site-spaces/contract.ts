import { z } from 'zod';
import { action, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { kind, position, shareKey, urls } from '../shared/contract.ts';
import { condition, path } from '../shared/site-texts.ts';
import { SpaceEntity, space } from '../spaces/contract.ts';

export const siteSpace = z.object({
  object: kind('site-space'),
  id: z.string(),
  path,
  section: z.string().optional(),
  space: space.optional(),
  title: z.string(),
  default: z.boolean().optional(),
  condition: condition.optional(),
  hasAdvancedCustomizationFeature: z.boolean().optional(),
  urls: urls('published').optional(),
});
export type SiteSpace = z.infer<typeof siteSpace>;

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
  }),
  move: action('POST', `${one}/move`, {
    body: z.strictObject({
      position: position(z.strictObject({ type: z.literal('site-space'), siteSpace: z.string() })),
    }),
    result: siteSpace,
    deprecated: 'The contract names an operation sortSiteStructure instead, whose path it does not show.',
  }),
});

export const SiteSpaceEntity = entity('SiteSpace', [siteSpaces.update], [siteSpaces.list], {
  embedded: ({ space }) => [[SpaceEntity, [space]]],
});
