import { openapiSpecs } from '../contract/openapi-specs.ts';
import type { OpenApiSpecResolvers, OpenApiSpecVersionResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { keyBelow } from '../relay/ids.ts';
import { connection, keyEdge, lookup, record } from './fields.ts';

export const OpenAPISpec = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  specId: record(({ id }) => id),
  versions: connection(openapiSpecs.versions, ({ key }) => ({ path: key })),
  version: lookup(openapiSpecs.version, ({ key }, { id }) => ({ path: keyBelow('OpenAPISpecVersion', key, id) })),
  latestVersion: lookup(
    openapiSpecs.latestVersion,
    ({ key }) => ({ path: key }),
    (version, { key }) => Reference.of('OpenAPISpecVersion', key, version, openapiSpecs.latestVersion),
  ),
  latestVersionContent: lookup(
    openapiSpecs.latestVersionContent,
    ({ key }) => ({ path: key }),
    (content) => content,
  ),
} satisfies OpenApiSpecResolvers;

export const OpenAPISpecVersion = {
  spec: keyEdge(['OpenAPISpec'], ({ organizationId, specSlug }) =>
    Reference.to('OpenAPISpec', { organizationId, specSlug }),
  ),
  content: lookup(
    openapiSpecs.versionContent,
    ({ key }) => ({ path: key }),
    (content) => content,
  ),
} satisfies OpenApiSpecVersionResolvers;
