import { z } from 'zod';
import { dateTime, kind, open, url, urls } from '../shared/contract.ts';
import { path, siteTitle } from '../shared/site-texts.ts';

export const siteVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth']);
export const agentsContext = z.enum(['excluded', 'included']);

export const site = z.object({
  object: kind('site'),
  id: z.string(),
  type: open('basic'),
  title: siteTitle,
  icon: z.looseObject({ icon: z.object({ light: url.optional(), dark: url.optional() }).optional() }).optional(),
  hostname: z
    .string()
    .max(512)
    .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/)
    .optional(),
  basename: path.optional(),
  proxy: z.object({ origin: z.string().optional(), target: z.string().optional() }).optional(),
  visibility: siteVisibility,
  published: z.boolean(),
  siteSpaces: z.number(),
  createdAt: dateTime,
  adaptiveContent: z.object({ enabled: z.boolean().optional() }).optional(),
  ads: z.object({ status: open('pending').optional(), submittable: z.boolean().optional() }).optional(),
  agentsContext,
  features: z
    .array(
      z.object({
        id: open('sites-adaptive-content').optional(),
        plan: open('basic').optional(),
        frozen: z.boolean().optional(),
        customizations: z.array(open('header-logo')).optional(),
      }),
    )
    .optional(),
  urls: urls('location', 'app', 'published').optional(),
});
export type Site = z.infer<typeof site>;

export type AdaptiveContent = NonNullable<Site['adaptiveContent']>;
export type SiteAds = NonNullable<Site['ads']>;
export type SiteFeature = NonNullable<Site['features']>[number];
export type SiteIcon = NonNullable<NonNullable<Site['icon']>['icon']>;

/** A section, a group of sections, a site space or a link: `object` tells which. */
const publishedItem = z.looseObject({ object: z.string().optional(), id: z.string() });

/** What a published site's visitors get; its fields after `structure` are left open. */
export const publishedSite = z.looseObject({
  object: kind('published-content-site').optional(),
  site: site.optional(),
  structure: z
    .looseObject({ type: open('sections').optional(), structure: z.array(publishedItem).optional() })
    .optional(),
});
export type PublishedSite = z.infer<typeof publishedSite>;
