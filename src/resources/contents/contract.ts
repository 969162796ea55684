import { z } from 'zod';
import { derived, neverCached, touches } from '../../engine/contract/caching.ts';
import { action, byDefault, get, variant } from '../../engine/contract/endpoint.ts';
import { list } from '../dialect.ts';
import { linkEnvelope, linkReference, linkStatus, reference } from '../links/contract.ts';
import { contentOptions, dateTime, format, kind, open, url, urls } from '../shared/contract.ts';
import { SpaceEntity } from '../spaces/contract.ts';

const git = z.object({ oid: z.string().optional(), path: z.string().optional() });

export const file = z.object({
  id: z.string(),
  name: z.string().optional(),
  contentType: z.string().optional(),
  downloadURL: url.optional(),
  size: z.number().optional(),
  dimensions: z.object({ width: z.number().optional(), height: z.number().optional() }).optional(),
  git: git.optional(),
});
export type File = z.infer<typeof file>;

const coverRef = z.object({ kind: z.string().optional(), file: z.string().optional() });

/** A page of content; `pages` holds its children. The contract marks no field of it as required. */
export const page = z.object({
  id: z.string(),
  title: z.string().optional(),
  emoji: z.string().optional(),
  icon: z.string().optional(),
  createdAt: dateTime.optional(),
  updatedAt: dateTime.optional(),
  markdown: z.string().optional(),
  type: open('document').optional(),
  urls: urls('app').optional(),
  slug: z.string().optional(),
  path: z.string().optional(),
  description: z.string().optional(),
  documentId: z.string().optional(),
  get pages() {
    return z.array(page).optional();
  },
  git: git.optional(),
  layout: z
    .object({
      cover: z.boolean().optional(),
      title: z.boolean().optional(),
      description: z.boolean().optional(),
      tableOfContents: z.boolean().optional(),
      outline: z.boolean().optional(),
      pagination: z.boolean().optional(),
      coverSize: open('hero').optional(),
    })
    .optional(),
  cover: z.object({ ref: coverRef.optional(), refDark: coverRef.optional(), yPos: z.number().optional() }).optional(),
  variables: z.record(z.string(), z.string()).optional(),
  hidden: z.boolean().optional(),
  noIndex: z.boolean().optional(),
  noRobotsIndex: z.boolean().optional(),
  computed: z
    .object({
      type: open('builtin:openapi').optional(),
      dependencies: z
        .object({
          spec: z
            .object({ ref: z.object({ kind: z.string().optional(), spec: z.string().optional() }).optional() })
            .optional(),
        })
        .optional(),
      props: z.record(z.string(), z.unknown()).optional(),
    })
    .optional(),
  computedSeed: z.string().optional(),
});
export type Page = z.infer<typeof page>;

/** The state of a content at one revision; one of five variants, of which the contract shows `edits`. */
export const revision = z.object({
  object: kind('revision').optional(),
  id: z.string(),
  parents: z.array(z.string()).optional(),
  pages: z.array(page).optional(),
  files: z.array(file).optional(),
  reusableContents: z
    .array(
      z.object({
        id: z.string(),
        title: z.string().optional(),
        document: z.string().optional(),
        git: git.optional(),
      }),
    )
    .optional(),
  variables: z.record(z.string(), z.string()).optional(),
  createdAt: dateTime.optional(),
  git: z
    .object({
      oid: z.string().optional(),
      message: z.string().optional(),
      createdByService: z.boolean().optional(),
      url: url.optional(),
      ref: z.string().optional(),
    })
    .optional(),
  urls: urls('app', 'published', 'public').optional(),
  type: open('edits').optional(),
});
export type Revision = z.infer<typeof revision>;

const pageTree = z.object({ pages: z.array(page) });

/** Space content and change request content have the same eight operations below different bases. */
export function contentOperations<Base extends string>(base: Base) {
  return {
    // Files and what contains them have URLs for their download, which may be valid for a short time.
    get: neverCached(get(base, revision, contentOptions)),
    import: touches(
      SpaceEntity,
      action('POST', `${base}/import`, {
        body: z.strictObject({ url: z.url(), source: open('website') }),
        result: z.object({ revision: z.string(), importedResources: z.number(), totalResources: z.number() }),
        status: 201,
      }),
    ),
    pages: get(`${base}/pages`, pageTree, contentOptions),
    files: neverCached(list(`${base}/files`, file, contentOptions)),
    file: neverCached(get(`${base}/files/{fileId}`, file, contentOptions)),
    // References come from any space, and links lead to any: writes elsewhere change these lists.
    fileBacklinks: derived(list(`${base}/files/{fileId}/backlinks`, reference)),
    page: get(`${base}/page/{pageId}`, page, {
      ...format,
      evaluated: byDefault(variant(z.boolean().optional()), false),
      ...contentOptions,
    }),
    pageLinks: derived(list(`${base}/page/{pageId}/links`, linkReference, linkStatus, linkEnvelope)),
  };
}

export type Computed = NonNullable<Page['computed']>;
export type Layout = NonNullable<Page['layout']>;
export type RevisionGit = NonNullable<Revision['git']>;
export type Cover = NonNullable<Page['cover']>;
export type ReusableContent = NonNullable<Revision['reusableContents']>[number];
