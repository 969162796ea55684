import { z } from 'zod';
import { neverCached } from '../../engine/contract/caching.ts';
import { action, get, remove } from '../../engine/contract/endpoint.ts';
import { contains, entity } from '../../engine/contract/entity.ts';
import { list, resource } from '../dialect.ts';
import { dateTime, json, kind, open, permissions, uri, url, urls } from '../shared/contract.ts';

const slug = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'It must have lower-case letters, digits and single hyphens between them only.');

export const openapiSpec = z.object({
  object: kind('openapi-spec'),
  id: z.string(),
  createdAt: dateTime,
  updatedAt: dateTime,
  slug,
  sourceURL: url.optional(),
  processingState: open('pending'),
  lastVersion: z.string().optional(),
  lastProcessedAt: dateTime.optional(),
  lastProcessErrorCode: open('FETCH_TIMEOUT').optional(),
  permissions: permissions('view', 'edit').optional(),
  urls: urls('location', 'app').optional(),
});
export type OpenApiSpec = z.infer<typeof openapiSpec>;
export type OpenApiSpecPermissions = NonNullable<OpenApiSpec['permissions']>;

export const openapiSpecVersion = z.object({
  object: kind('openapi-spec-version').optional(),
  id: z.string(),
  createdAt: dateTime.optional(),
  url,
  urls: urls('location').optional(),
});
export type OpenApiSpecVersion = z.infer<typeof openapiSpecVersion>;

const versionContent = z.object({ filesystem: json.optional(), url: url.optional() });
export type OpenApiSpecContent = z.infer<typeof versionContent>;

/** Where a specification comes from; a choice of variants, of which the contract shows the URL. */
const source = z.looseObject({ url: uri.optional() });

const all = '/v1/orgs/{organizationId}/openapi';
const one = `${all}/{specSlug}` as const;
const versions = `${one}/versions` as const;

export const openapiSpecs = resource('openapiSpecs', {
  // A specification is processed after its source was set: it changes without a write.
  list: neverCached(list(all, openapiSpec)),
  create: action('POST', all, { body: z.strictObject({ slug, source }), result: openapiSpec, status: 201 }),
  get: neverCached(get(one, openapiSpec)),
  /** Creates the specification, or replaces its source. */
  put: action('PUT', one, { body: z.strictObject({ source }), result: openapiSpec }),
  delete: remove(one),
  versions: neverCached(list(versions, openapiSpecVersion)),
  latestVersion: neverCached(get(`${versions}/latest`, openapiSpecVersion)),
  latestVersionContent: neverCached(get(`${versions}/latest/content`, versionContent)),
  version: get(`${versions}/{versionId}`, openapiSpecVersion),
  versionContent: get(`${versions}/{versionId}/content`, versionContent),
});

/** API specifications, by their slug. */
export const OpenApiSpecEntity = entity('OpenApiSpec', [openapiSpecs.get], [openapiSpecs.list], {
  idOf: ({ slug }) => slug,
});

export const OpenApiSpecVersionEntity = entity('OpenApiSpecVersion', [openapiSpecs.version], [openapiSpecs.versions]);

contains(openapiSpecs.latestVersion, (version) => [[OpenApiSpecVersionEntity, [version]]]);
