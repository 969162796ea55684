import { z } from 'zod';
import { action, remove } from '../../engine/contract/endpoint.ts';
import { entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { kind, position, shareKey, urls } from '../shared/contract.ts';
import { condition, icon, path, siteTitle } from '../shared/site-texts.ts';
import { SiteSpaceEntity, siteSpace } from '../site-spaces/contract.ts';

const sectionDescription = z.string().max(256);

export const siteSection = z.object({
  object: kind('site-section'),
  id: z.string(),
  title: siteTitle,
  description: sectionDescription.optional(),
  default: z.boolean().optional(),
  path,
  condition: condition.optional(),
  sectionGroup: z.string().optional(),
  icon: icon.optional(),
  siteSpaces: z.array(siteSpace).optional(),
  urls: urls('published').optional(),
});
export type SiteSection = z.infer<typeof siteSection>;

const all = '/v1/orgs/{organizationId}/sites/{siteId}/sections';
const one = `${all}/{siteSectionId}` as const;

export const siteSections = resource('siteSections', {
  list: list(all, siteSection, shareKey),
  create: action('POST', all, {
    body: z.strictObject({
      spaceId: z.string().min(1),
      title: siteTitle.nullable().optional(),
      icon: icon.nullable().optional(),
    }),
    result: siteSection,
    status: 201,
  }),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({
      title: siteTitle.optional(),
      path: path.optional(),
      defaultSiteSpace: z.string().optional(),
      condition: condition.nullable().optional(),
      icon: icon.nullable().optional(),
      description: sectionDescription.nullable().optional(),
    }),
    result: siteSection,
  }),
  move: action('POST', `${one}/move`, {
    body: z.strictObject({
      position: position(z.strictObject({ type: z.literal('site-section'), siteSection: z.string() })),
    }),
    result: siteSection,
    deprecated: 'The contract names an operation sortSiteStructure instead, whose path it does not show.',
  }),
});

export const SiteSectionEntity = entity('SiteSection', [siteSections.update], [siteSections.list], {
  // The lists also hold groups and links.
  kind: 'site-section',
  embedded: ({ siteSpaces: inner }) => [[SiteSpaceEntity, inner]],
});
