import { z } from 'zod';
import { touches } from '../../engine/contract/caching.ts';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { contains, entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { SiteSectionGroupEntity } from '../section-groups/contract.ts';
import { dateTime, json, kind, open, shareKey } from '../shared/contract.ts';
import { path, siteTitle } from '../shared/site-texts.ts';
import { SiteSectionEntity } from '../site-sections/contract.ts';
import { SiteSpaceEntity } from '../site-spaces/contract.ts';
import { publishedStructure } from './published.ts';
import { agentsContext, publishedSite, site, siteVisibility } from './records.ts';

/** A JSON Schema (draft-07 form) of the claims that adaptive content may use. */
const adaptiveSchema = z.object({
  object: kind('site-adaptive-schema').optional(),
  jsonSchema: json.optional(),
  updatedAt: dateTime.optional(),
});
export type AdaptiveSchema = z.infer<typeof adaptiveSchema>;

const templateCondition = z.object({ description: z.string().optional(), condition: z.string().optional() });
export type TemplateCondition = z.infer<typeof templateCondition>;

const all = '/v1/orgs/{organizationId}/sites';
const one = `${all}/{siteId}` as const;

export const sites = resource('sites', {
  list: list(all, site, {
    space: z.string().optional(),
    title: z.string().optional(),
    published: z.boolean().optional(),
  }),
  create: action('POST', all, {
    body: z.strictObject({
      type: open('basic').optional(),
      title: siteTitle.optional(),
      visibility: siteVisibility.optional(),
      /** Ids of spaces to add, or the one string (left open) that creates a new space for the site. */
      spaces: z.union([z.array(z.string()), z.string().min(1)]).optional(),
    }),
    result: site,
    status: 201,
  }),
  get: get(one, site),
  delete: remove(one),
  update: action('PATCH', one, {
    body: z.strictObject({
      title: siteTitle.optional(),
      visibility: siteVisibility.optional(),
      basename: path.optional(),
      adaptiveContent: z.strictObject({ enabled: z.boolean() }).optional(),
      agentsContext: agentsContext.optional(),
      defaultSiteSpace: z.string().optional(),
      defaultSiteSection: z.string().optional(),
      proxy: z
        .string()
        .max(512)
        .regex(
          /^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/,
          'It must be a domain and a path, such as docs.example.com/guide.',
        )
        .nullable()
        .optional(),
    }),
    result: site,
  }),
  adaptiveSchema: get(`${one}/adaptive-schema`, adaptiveSchema),
  setAdaptiveSchema: touches(
    OrganizationEntity,
    action('PUT', `${one}/adaptive-schema`, { body: z.strictObject({ jsonSchema: json }), result: adaptiveSchema }),
  ),
  templateConditions: get(
    `${one}/adaptive-schema/template-conditions`,
    z.object({ items: z.array(templateCondition) }),
  ),
  published: get(`${one}/published`, publishedSite, shareKey),
});

export const SiteEntity = entity('Site', [sites.get], [sites.list]);

contains(sites.published, (published) => {
  const { sections, siteSpaces, sectionGroups: groups } = publishedStructure(published);
  return [
    [SiteEntity, [published.site]],
    [SiteSectionEntity, sections],
    [SiteSectionGroupEntity, groups],
    [SiteSpaceEntity, siteSpaces],
  ];
});
