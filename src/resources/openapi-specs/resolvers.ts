import { Reference } from '../../engine/data/reference.ts';
import { action } from '../../engine/fields/action.ts';
import { connection } from '../../engine/fields/connection.ts';
import { checkId } from '../../engine/fields/contract-checks.ts';
import { deletion } from '../../engine/fields/deletion.ts';
import { lookupById } from '../../engine/fields/lookup.ts';
import { can } from '../../engine/fields/property.ts';
import { fromRecord } from '../../engine/fields/record.ts';
import { toParent } from '../../engine/fields/to-one.ts';
import { userErrorsIn } from '../../engine/fields/user-errors.ts';
import { read } from '../../engine/fields/value.ts';
import { keyBelow } from '../../engine/relay/global-id.ts';
import type {
  OpenApiSpecPermissionsResolvers,
  OpenApiSpecResolvers,
  OpenApiSpecVersionResolvers,
  OpenapiSpecsMutationResolvers,
} from '../../generated/resolvers.ts';
import { OrganizationEntity } from '../organizations/contract.ts';
import { ofParent } from '../shared/requests.ts';
import { OpenApiSpecEntity, OpenApiSpecVersionEntity, openapiSpecs } from './contract.ts';

export const OpenApiSpec = {
  organization: toParent(OrganizationEntity),
  sourceUrl: fromRecord(({ sourceURL }) => sourceURL),
  specId: fromRecord(({ id }) => id),
  versions: connection(openapiSpecs.versions, ofParent, OpenApiSpecVersionEntity),
  version: lookupById(openapiSpecs.version, OpenApiSpecVersionEntity),
  latestVersion: read(
    openapiSpecs.latestVersion,
    ofParent,
    (version, { key }) => Reference.of(OpenApiSpecVersionEntity, key, version, openapiSpecs.latestVersion),
    { fromParentRecord: lastVersionOf, isOptional: true },
  ),
  latestVersionContent: read(openapiSpecs.latestVersionContent, ofParent, (content) => content, { isOptional: true }),
} satisfies OpenApiSpecResolvers;

export const OpenApiSpecVersion = {
  openApiSpec: toParent(OpenApiSpecEntity),
  content: read(openapiSpecs.versionContent, ofParent, (content) => content),
} satisfies OpenApiSpecVersionResolvers;

export const OpenApiSpecPermissions = can('view', 'edit') satisfies OpenApiSpecPermissionsResolvers;

export const Mutation = {
  createOpenApiSpec: action(
    openapiSpecs.create,
    ({ organizationId, slug, source }) => ({
      path: keyBelow(OrganizationEntity, {}, organizationId),
      body: { slug, source },
    }),
    ({ record }) => ({ openApiSpec: record(OpenApiSpecEntity) }),
  ),
  upsertOpenApiSpec: action(
    openapiSpecs.put,
    ({ organizationId, slug, source }) => ({
      path: { ...keyBelow(OrganizationEntity, {}, organizationId), specSlug: slug },
      body: { source },
      // It may create a specification, whose slug is then part of its path.
      userErrors: userErrorsIn(newSlug, { slug }, {}),
    }),
    ({ record }) => ({ openApiSpec: record(OpenApiSpecEntity) }),
  ),
  deleteOpenApiSpec: deletion(openapiSpecs.delete, OpenApiSpecEntity, 'organization', OrganizationEntity),
} satisfies OpenapiSpecsMutationResolvers;

const newSlug = openapiSpecs.create.body.pick({ slug: true });

/**
 * The specification's record may hold the version's id: where it has arrived, the version is read only for more than that.
 * A record without the id says nothing, as the contract lets the service omit it.
 */
function lastVersionOf({
  key,
  record,
  source,
}: Reference<typeof OpenApiSpecEntity>): Reference<typeof OpenApiSpecVersionEntity> | undefined {
  const versionId = record?.lastVersion;
  if (versionId == null) return undefined;
  checkId(versionId, source, 'lastVersion');
  return Reference.to(OpenApiSpecVersionEntity, { ...key, versionId });
}
