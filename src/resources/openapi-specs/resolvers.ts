import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import type { Context } from '../../engine/fields/context.ts';
import type { Field, Place } from '../../engine/fields/field.ts';
import { needsRecord } from '../../engine/fields/field-metadata.ts';
import { connection, edge, keyEdge, lookup, placeOf, record } from '../../engine/fields/fields.ts';
import { userErrorsIn } from '../../engine/fields/user-errors.ts';
import { includedFields } from '../../engine/operation/selection.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  OpenApiSpecResolvers,
  OpenApiSpecVersionResolvers,
} from '../../generated/resolvers.ts';
import { openapiSpecs } from './contract.ts';

export const OpenAPISpec = {
  organization: keyEdge(['Organization'], ({ organizationId }) => Reference.to('Organization', { organizationId })),
  specId: record(({ id }) => id),
  versions: connection(openapiSpecs.versions, ({ key }) => ({ path: key })),
  version: lookup(openapiSpecs.version, ({ key }, { id }) => ({ path: keyBelow('OpenAPISpecVersion', key, id) })),
  latestVersion: latestVersion(),
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

/** The specification's record holds the version's id: where it is read anyway, the version is only for more than that. */
function latestVersion(): Field<Reference<'OpenAPISpec'>, object, Reference<'OpenAPISpecVersion'> | null> {
  const byId = edge<'OpenAPISpec', 'OpenAPISpecVersion'>('OpenAPISpecVersion', ({ lastVersion }, key) =>
    lastVersion == null ? null : { ...key, versionId: lastVersion },
  );
  const latest = lookup(
    openapiSpecs.latestVersion,
    ({ key }: Reference<'OpenAPISpec'>) => ({ path: key }),
    (version, { key }) => Reference.of('OpenAPISpecVersion', key, version, openapiSpecs.latestVersion),
  );
  const needsVersion = ({ scope, nodes, type }: Place) => needsRecord(includedFields(scope, nodes, type));
  const tells = ({ record }: Reference<'OpenAPISpec'>, place: Place) =>
    record !== undefined && (record.lastVersion == null || !needsVersion(place));
  const resolve: typeof byId = (spec, args, context, info) =>
    (tells(spec, placeOf(info)) ? byId : latest)(spec, args, context, info);
  const start = async (spec: Reference<'OpenAPISpec'>, args: object, context: Context, place: Place) => {
    if (tells(spec, place)) return undefined;
    if (spec.isAskedFor && !needsVersion(place)) return spec.load(context.loaders);
    return latest.start?.(spec as never, args as never, context, place);
  };
  return Object.assign(resolve, { ...latest, start });
}

const newSlug = openapiSpecs.create.body.pick({ slug: true });
