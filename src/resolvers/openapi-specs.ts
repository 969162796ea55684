import { openapiSpecs } from '../contract/openapi-specs.ts';
import type { MutationResolvers, OpenApiSpecResolvers, OpenApiSpecVersionResolvers } from '../generated/resolvers.ts';
import { Reference } from '../loaders/reference.ts';
import { globalId, keyBelow, keyOf } from '../relay/ids.ts';
import { action } from './actions.ts';
import { connection, keyEdge, lookup, record } from './fields.ts';
import { userErrorsIn } from './user-errors.ts';

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

export const Mutation = {
  createOpenAPISpec: action(
    openapiSpecs.create,
    ({ organizationId, slug, source }) => ({
      path: keyBelow('Organization', {}, organizationId),
      body: { slug, source },
    }),
    ({ result, path }) => ({ openapiSpec: Reference.of('OpenAPISpec', path, result, openapiSpecs.create) }),
  ),
  putOpenAPISpec: action(
    openapiSpecs.put,
    ({ organizationId, slug, source }) => ({
      path: { ...keyBelow('Organization', {}, organizationId), specSlug: slug },
      body: { source },
      // It may make a new specification, whose slug then stands in the path.
      userErrors: userErrorsIn(newSlug, { slug }, {}),
    }),
    ({ result, path }) => ({ openapiSpec: Reference.of('OpenAPISpec', path, result, openapiSpecs.put) }),
  ),
  deleteOpenAPISpec: action(
    openapiSpecs.delete,
    ({ id }) => ({ path: keyOf('OpenAPISpec', id) }),
    ({ path }) => ({ deletedId: globalId('OpenAPISpec', path) }),
  ),
} satisfies Pick<MutationResolvers, 'createOpenAPISpec' | 'putOpenAPISpec' | 'deleteOpenAPISpec'>;

const newSlug = openapiSpecs.create.body.pick({ slug: true });
