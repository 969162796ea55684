import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { checkId } from '../../engine/fields/contract-checks.ts';
import { connection, lookup, read } from '../../engine/fields/reads.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { userErrorsIn } from '../../engine/fields/user-errors.ts';
import { fromRecord } from '../../engine/fields/values.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  OpenApiSpecResolvers,
  OpenApiSpecVersionResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { OpenAPISpecEntity, OpenAPISpecVersionEntity, openapiSpecs } from './contract.ts';

export const OpenAPISpec = {
  organization: toParent([OrganizationEntity], ({ organizationId }) =>
    Reference.to(OrganizationEntity, { organizationId }),
  ),
  specId: fromRecord(({ id }) => id),
  versions: connection(openapiSpecs.versions, ({ key }) => ({ path: key }), OpenAPISpecVersionEntity),
  version: lookup(
    openapiSpecs.version,
    ({ key }, { id }) => ({ path: keyBelow(OpenAPISpecVersionEntity, key, id) }),
    OpenAPISpecVersionEntity,
  ),
  latestVersion: read(
    openapiSpecs.latestVersion,
    ({ key }) => ({ path: key }),
    (version, { key }) => Reference.of(OpenAPISpecVersionEntity, key, version, openapiSpecs.latestVersion),
    { fromParentRecord: lastVersionOf },
  ),
  latestVersionContent: read(
    openapiSpecs.latestVersionContent,
    ({ key }) => ({ path: key }),
    (content) => content,
  ),
} satisfies OpenApiSpecResolvers;

export const OpenAPISpecVersion = {
  spec: toParent([OpenAPISpecEntity], ({ organizationId, specSlug }) =>
    Reference.to(OpenAPISpecEntity, { organizationId, specSlug }),
  ),
  content: read(
    openapiSpecs.versionContent,
    ({ key }) => ({ path: key }),
    (content) => content,
  ),
} satisfies OpenApiSpecVersionResolvers;

export const Mutation = {
  createOpenAPISpec: action(
    openapiSpecs.create,
    ({ organizationId, slug, source }) => ({
      path: keyBelow(OrganizationEntity, {}, organizationId),
      body: { slug, source },
    }),
    ({ result, path }) => ({ openapiSpec: Reference.of(OpenAPISpecEntity, path, result, openapiSpecs.create) }),
  ),
  putOpenAPISpec: action(
    openapiSpecs.put,
    ({ organizationId, slug, source }) => ({
      path: { ...keyBelow(OrganizationEntity, {}, organizationId), specSlug: slug },
      body: { source },
      // It may create a specification, whose slug is then part of its path.
      userErrors: userErrorsIn(newSlug, { slug }, {}),
    }),
    ({ result, path }) => ({ openapiSpec: Reference.of(OpenAPISpecEntity, path, result, openapiSpecs.put) }),
  ),
  deleteOpenAPISpec: action(
    openapiSpecs.delete,
    ({ id }) => ({ path: keyOf(OpenAPISpecEntity, id) }),
    ({ path }) => ({ deletedId: globalId(OpenAPISpecEntity, path) }),
  ),
} satisfies Pick<MutationResolvers, 'createOpenAPISpec' | 'putOpenAPISpec' | 'deleteOpenAPISpec'>;

const newSlug = openapiSpecs.create.body.pick({ slug: true });

/** The specification's record may hold the version's id: where it has arrived, the version is read only for more than that. */
function lastVersionOf({
  key,
  record,
  source,
}: Reference<typeof OpenAPISpecEntity>): Reference<typeof OpenAPISpecVersionEntity> | null {
  const versionId = record?.lastVersion;
  if (versionId == null) return null;
  checkId(versionId, source, 'lastVersion');
  return Reference.to(OpenAPISpecVersionEntity, { ...key, versionId });
}
