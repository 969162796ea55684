import { z } from 'zod';
import { dateTime, kind, open, url, urls } from '../shared/contract.ts';
import { space } from '../spaces/contract.ts';

export const siteTitle = z.string().min(2).max(128);
export const siteVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth']);
export const agentsContext = z.enum(['excluded', 'included']);
export const path = z.string().min(1).max(100);
export const condition = z.string().min(1).max(1024);
export const icon = z.string().max(50);
export const sectionDescription = z.string().max(256);

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

/** A space on a site. */
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

export const sectionGroup = z.object({
  object: kind('site-section-group').optional(),
  id: z.string(),
  title: z.string().min(1).max(100),
  icon: icon.optional(),
  sections: z.array(siteSection).optional(),
});
export type SectionGroup = z.infer<typeof sectionGroup>;

export const shareLink = z.object({
  object: kind('share-link').optional(),
  id: z.string(),
  createdAt: dateTime,
  name: z.string().max(50).optional(),
  active: z.boolean().optional(),
  urls: urls('published').optional(),
});
export type ShareLink = z.infer<typeof shareLink>;

export type AdaptiveContent = NonNullable<Site['adaptiveContent']>;
export type SiteAds = NonNullable<Site['ads']>;
export type SiteFeature = NonNullable<Site['features']>[number];
export type SiteIcon = NonNullable<Site['icon']>;

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
