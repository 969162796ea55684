import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { checkId } from '../../engine/fields/contract-checks.ts';
import { connection, lookup, read } from '../../engine/fields/reads.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { userErrorsIn } from '../../engine/fields/user-errors.ts';
import { fromRecord, property } from '../../engine/fields/values.ts';
import { globalId, keyBelow, keyOf } from '../../engine/relay/global-id.ts';
import type {
  MutationResolvers,
  OpenApiSpecPermissionsResolvers,
  OpenApiSpecResolvers,
  OpenApiSpecVersionResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { OpenApiSpecEntity, OpenApiSpecVersionEntity, openapiSpecs } from './contract.ts';

export const OpenApiSpec = {
  organization: toParent([OrganizationEntity], ({ organizationId }) =>
    Reference.to(OrganizationEntity, { organizationId }),
  ),
  sourceUrl: fromRecord(({ sourceURL }) => sourceURL),
  specId: fromRecord(({ id }) => id),
  versions: connection(openapiSpecs.versions, ({ key }) => ({ path: key }), OpenApiSpecVersionEntity),
  version: lookup(
    openapiSpecs.version,
    ({ key }, { id }) => ({ path: keyBelow(OpenApiSpecVersionEntity, key, id) }),
    OpenApiSpecVersionEntity,
  ),
  latestVersion: read(
    openapiSpecs.latestVersion,
    ({ key }) => ({ path: key }),
    (version, { key }) => Reference.of(OpenApiSpecVersionEntity, key, version, openapiSpecs.latestVersion),
    { fromParentRecord: lastVersionOf },
  ),
  latestVersionContent: read(
    openapiSpecs.latestVersionContent,
    ({ key }) => ({ path: key }),
    (content) => content,
  ),
} satisfies OpenApiSpecResolvers;

export const OpenApiSpecVersion = {
  openApiSpec: toParent([OpenApiSpecEntity], ({ organizationId, specSlug }) =>
    Reference.to(OpenApiSpecEntity, { organizationId, specSlug }),
  ),
  content: read(
    openapiSpecs.versionContent,
    ({ key }) => ({ path: key }),
    (content) => content,
  ),
} satisfies OpenApiSpecVersionResolvers;

export const OpenApiSpecPermissions = {
  canView: property('view'),
  canEdit: property('edit'),
} satisfies OpenApiSpecPermissionsResolvers;

export const Mutation = {
  createOpenApiSpec: action(
    openapiSpecs.create,
    ({ organizationId, slug, source }) => ({
      path: keyBelow(OrganizationEntity, {}, organizationId),
      body: { slug, source },
    }),
    ({ result, path }) => ({ openApiSpec: Reference.of(OpenApiSpecEntity, path, result, openapiSpecs.create) }),
  ),
  upsertOpenApiSpec: action(
    openapiSpecs.put,
    ({ organizationId, slug, source }) => ({
      path: { ...keyBelow(OrganizationEntity, {}, organizationId), specSlug: slug },
      body: { source },
      // It may create a specification, whose slug is then part of its path.
      userErrors: userErrorsIn(newSlug, { slug }, {}),
    }),
    ({ result, path }) => ({ openApiSpec: Reference.of(OpenApiSpecEntity, path, result, openapiSpecs.put) }),
  ),
  deleteOpenApiSpec: action(
    openapiSpecs.delete,
    ({ id }) => ({ path: keyOf(OpenApiSpecEntity, id) }),
    ({ path }) => ({
      deletedId: globalId(OpenApiSpecEntity, path),
      organization: Reference.to(OrganizationEntity, { organizationId: path.organizationId }),
    }),
  ),
} satisfies Pick<MutationResolvers, 'createOpenApiSpec' | 'upsertOpenApiSpec' | 'deleteOpenApiSpec'>;

const newSlug = openapiSpecs.create.body.pick({ slug: true });

/** The specification's record may hold the version's id: where it has arrived, the version is read only for more than that. */
function lastVersionOf({
  key,
  record,
  source,
}: Reference<typeof OpenApiSpecEntity>): Reference<typeof OpenApiSpecVersionEntity> | null {
  const versionId = record?.lastVersion;
  if (versionId == null) return null;
  checkId(versionId, source, 'lastVersion');
  return Reference.to(OpenApiSpecVersionEntity, { ...key, versionId });
}
