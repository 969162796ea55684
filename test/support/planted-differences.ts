import type { Operation } from '../../src/engine/contract/operation.ts';
import { contract } from '../../src/resources/contract.ts';
import type { OpenApi, OpenApiOperation, OpenApiParameter, OpenApiSchema } from './openapi.ts';

/** A difference that is planted in a document of the style `inline`, and how it has to be reported. */
export interface PlantedDifference {
  kind: string;
  isBreaking: boolean;
  /** The operation that has it, or its method and path where the contract does not have it. */
  operation: string;
  location: string;
  fields: string[];
  plant(document: OpenApi): void;
}

const { changeRequests, collections, members, organizations, sites, spaceComments, spaceContents, spaces } = contract;
const { openapiSpecs, samlProviders, shareLinks, siteSections, siteSpaces, teamMembers, teams, translations } =
  contract;

const entryOf = (document: OpenApi, { path }: Operation) => document.paths[path] as Record<string, OpenApiOperation>;
const operationIn = (document: OpenApi, operation: Operation) =>
  entryOf(document, operation)[operation.method.toLowerCase()] as OpenApiOperation;
const parametersIn = (document: OpenApi, operation: Operation) =>
  operationIn(document, operation).parameters as OpenApiParameter[];
const parameterIn = (document: OpenApi, operation: Operation, name: string) =>
  parametersIn(document, operation).find((one) => one.name === name) as OpenApiParameter & { schema: OpenApiSchema };
const jsonOf = (content: Record<string, { schema: OpenApiSchema }> | undefined) =>
  (content as Record<string, { schema: OpenApiSchema }>)['application/json'] as { schema: OpenApiSchema };
const bodyIn = (document: OpenApi, operation: Operation) =>
  jsonOf(operationIn(document, operation).requestBody?.content).schema as ObjectSchema;
const resultIn = (document: OpenApi, operation: Operation) =>
  jsonOf(operationIn(document, operation).responses[operation.status]?.content).schema as ObjectSchema;
const itemIn = (document: OpenApi, operation: Operation) =>
  resultIn(document, operation).properties.items?.items as ObjectSchema;

type ObjectSchema = OpenApiSchema & { properties: Record<string, OpenApiSchema>; required: string[] };

function remove({ properties, required }: ObjectSchema, name: string): void {
  delete properties[name];
  const index = required?.indexOf(name) ?? -1;
  if (index !== -1) required.splice(index, 1);
}

function makeOptional({ required }: ObjectSchema, name: string): void {
  required.splice(required.indexOf(name), 1);
}

const breaking = { isBreaking: true };
const harmless = { isBreaking: false };

export const plantedDifferences: readonly PlantedDifference[] = [
  {
    ...breaking,
    kind: 'operation-removed',
    operation: 'changeRequests.merge',
    location: '',
    fields: ['Mutation.mergeChangeRequest'],
    plant: (document) => void delete entryOf(document, changeRequests.merge).post,
  },
  {
    ...harmless,
    kind: 'operation-added',
    operation: 'GET /v1/orgs/{organizationId}/audit-log',
    location: '',
    fields: [],
    plant: ({ paths }) => {
      paths['/v1/orgs/{organizationId}/audit-log'] = { get: { responses: { 200: { description: 'Success.' } } } };
    },
  },
  {
    ...harmless,
    kind: 'operation-deprecated',
    operation: 'shareLinks.create',
    location: '',
    fields: ['Mutation.createShareLink'],
    plant: (document) => {
      operationIn(document, shareLinks.create).deprecated = true;
    },
  },
  {
    ...breaking,
    kind: 'path-parameter-type',
    operation: 'translations.delete',
    location: 'translationSettingsId',
    fields: ['Mutation.deleteTranslation'],
    plant: (document) => {
      parameterIn(document, translations.delete, 'translationSettingsId').schema = { type: 'integer' };
    },
  },
  {
    ...breaking,
    kind: 'path-parameter-values-closed',
    operation: 'organizations.listByEmailDomain',
    location: 'emailDomain',
    fields: ['Query.organizationsByEmailDomain'],
    plant: (document) => {
      parameterIn(document, organizations.listByEmailDomain, 'emailDomain').schema.enum = ['example.com'];
    },
  },
  {
    ...breaking,
    kind: 'query-parameter-removed',
    operation: 'changeRequests.list',
    location: 'contributor',
    fields: ['Space.changeRequests'],
    plant: (document) => {
      const operation = operationIn(document, changeRequests.list);
      operation.parameters = operation.parameters?.filter(({ name }) => name !== 'contributor');
    },
  },
  {
    ...harmless,
    kind: 'query-parameter-added',
    operation: 'teams.list',
    location: 'archived',
    fields: ['Organization.teams'],
    plant: (document) =>
      void parametersIn(document, teams.list).push({ name: 'archived', in: 'query', schema: { type: 'boolean' } }),
  },
  {
    ...breaking,
    kind: 'query-parameter-required-added',
    operation: 'sites.published',
    location: 'audience',
    fields: ['Site.published'],
    plant: (document) =>
      void parametersIn(document, sites.published).push({
        ...{ name: 'audience', in: 'query', required: true },
        schema: { type: 'string' },
      }),
  },
  {
    ...breaking,
    kind: 'query-parameter-required',
    operation: 'members.list',
    location: 'search',
    fields: ['Organization.members'],
    plant: (document) => {
      parameterIn(document, members.list, 'search').required = true;
    },
  },
  {
    ...harmless,
    kind: 'query-parameter-optional',
    operation: 'spaces.search',
    location: 'query',
    fields: ['Space.search'],
    plant: (document) => {
      parameterIn(document, spaces.search, 'query').required = false;
    },
  },
  {
    ...breaking,
    kind: 'query-parameter-type',
    operation: 'sites.list',
    location: 'published',
    fields: ['Organization.sites'],
    plant: (document) => {
      parameterIn(document, sites.list, 'published').schema = { type: 'integer' };
    },
  },
  {
    ...breaking,
    kind: 'query-parameter-values-removed',
    operation: 'spaces.links',
    location: 'status',
    fields: ['Space.links'],
    plant: (document) => {
      parameterIn(document, spaces.links, 'status').schema.enum = ['ok', 'broken'];
    },
  },
  {
    ...harmless,
    kind: 'query-parameter-values-added',
    operation: 'spaceContents.pageLinks',
    location: 'status',
    fields: ['Page.links'],
    plant: (document) => {
      parameterIn(document, spaceContents.pageLinks, 'status').schema.enum = ['ok', 'broken', 'in-app', 'moved'];
    },
  },
  {
    ...breaking,
    kind: 'query-parameter-default',
    operation: 'collections.list',
    location: 'nested',
    fields: ['Collection.collections', 'Organization.collections'],
    plant: (document) => {
      parameterIn(document, collections.list, 'nested').schema.default = false;
    },
  },
  {
    ...breaking,
    kind: 'query-parameter-limit-tightened',
    operation: 'organizations.search',
    location: 'query',
    fields: ['Organization.search'],
    plant: (document) => {
      parameterIn(document, organizations.search, 'query').schema.maxLength = 100;
    },
  },
  {
    ...breaking,
    kind: 'query-parameter-serialization',
    operation: 'spaceComments.list',
    location: 'authors',
    fields: ['Space.comments'],
    plant: (document) => {
      parameterIn(document, spaceComments.list, 'authors').explode = false;
    },
  },
  {
    ...breaking,
    kind: 'header-parameter-required-added',
    operation: 'openapiSpecs.put',
    location: 'If-Match',
    fields: ['Mutation.upsertOpenApiSpec'],
    plant: (document) =>
      void parametersIn(document, openapiSpecs.put).push({ name: 'If-Match', in: 'header', required: true }),
  },
  {
    ...breaking,
    kind: 'request-body-required-added',
    operation: 'spaces.restore',
    location: '',
    fields: ['Mutation.restoreSpace'],
    plant: (document) => {
      const content = { 'application/json': { schema: { type: 'object' } } };
      operationIn(document, spaces.restore).requestBody = { required: true, content };
    },
  },
  {
    ...breaking,
    kind: 'request-body-removed',
    operation: 'members.update',
    location: '',
    fields: ['Mutation.updateMember'],
    plant: (document) => void delete operationIn(document, members.update).requestBody,
  },
  {
    ...breaking,
    kind: 'request-body-content-type',
    operation: 'spaceContents.import',
    location: '',
    fields: ['Mutation.importSpaceContent'],
    plant: (document) => {
      const schema = bodyIn(document, spaceContents.import);
      operationIn(document, spaceContents.import).requestBody = { content: { 'multipart/form-data': { schema } } };
    },
  },
  {
    ...breaking,
    kind: 'request-field-removed',
    operation: 'organizations.update',
    location: 'hostname',
    fields: ['Mutation.updateOrganization'],
    plant: (document) => remove(bodyIn(document, organizations.update), 'hostname'),
  },
  {
    ...breaking,
    kind: 'request-field-required-added',
    operation: 'teams.create',
    location: 'color',
    fields: ['Mutation.createTeam'],
    plant: (document) => {
      const body = bodyIn(document, teams.create);
      body.properties.color = { type: 'string' };
      body.required.push('color');
    },
  },
  {
    ...breaking,
    kind: 'request-field-required',
    operation: 'changeRequests.create',
    location: 'subject',
    fields: ['Mutation.createChangeRequest'],
    plant: (document) => {
      bodyIn(document, changeRequests.create).required = ['subject'];
    },
  },
  {
    ...harmless,
    kind: 'request-field-optional',
    operation: 'samlProviders.create',
    location: 'label',
    fields: ['Mutation.createSamlProvider'],
    plant: (document) => makeOptional(bodyIn(document, samlProviders.create), 'label'),
  },
  {
    ...harmless,
    kind: 'request-field-added',
    operation: 'shareLinks.update',
    location: 'expiresAt',
    fields: ['Mutation.updateShareLink'],
    plant: (document) => {
      bodyIn(document, shareLinks.update).properties.expiresAt = { type: 'string', format: 'date-time' };
    },
  },
  {
    ...breaking,
    kind: 'request-field-type',
    operation: 'teamMembers.change',
    location: 'add[]',
    fields: ['Mutation.updateTeamMembers'],
    plant: (document) => {
      (bodyIn(document, teamMembers.change).properties.add as OpenApiSchema).items = { type: 'object' };
    },
  },
  {
    ...breaking,
    kind: 'request-field-not-nullable',
    operation: 'siteSections.update',
    location: 'condition',
    fields: ['Mutation.updateSiteSection'],
    plant: (document) => {
      const { properties } = bodyIn(document, siteSections.update);
      properties.condition = { ...properties.condition, type: 'string' };
    },
  },
  {
    ...breaking,
    kind: 'request-field-values-removed',
    operation: 'sites.update',
    location: 'visibility',
    fields: ['Mutation.updateSite'],
    plant: (document) => {
      const { properties } = bodyIn(document, sites.update);
      properties.visibility = { type: 'string', enum: ['public', 'unlisted', 'share-link'] };
    },
  },
  {
    ...breaking,
    kind: 'request-field-limit-tightened',
    operation: 'spaces.update',
    location: 'title',
    fields: ['Mutation.updateSpace'],
    plant: (document) => {
      (bodyIn(document, spaces.update).properties.title as OpenApiSchema).maxLength = 40;
    },
  },
  {
    ...harmless,
    kind: 'request-field-limit-relaxed',
    operation: 'collections.update',
    location: 'description',
    fields: ['Mutation.updateCollection'],
    plant: (document) => {
      (bodyIn(document, collections.update).properties.description as OpenApiSchema).maxLength = 500;
    },
  },
  {
    ...breaking,
    kind: 'request-field-pattern',
    operation: 'openapiSpecs.create',
    location: 'slug',
    fields: ['Mutation.createOpenApiSpec'],
    plant: (document) => {
      (bodyIn(document, openapiSpecs.create).properties.slug as OpenApiSchema).pattern = '^[a-z]+$';
    },
  },
  {
    ...harmless,
    kind: 'response-status',
    operation: 'spaceComments.create',
    location: '',
    fields: ['Mutation.createSpaceComment'],
    plant: (document) => {
      const { responses } = operationIn(document, spaceComments.create);
      responses[201] = responses[200] as OpenApiOperation['responses'][string];
      delete responses[200];
    },
  },
  {
    ...breaking,
    kind: 'response-status',
    operation: 'members.enableSso',
    location: '',
    fields: ['Mutation.enableMemberSso'],
    plant: (document) => {
      operationIn(document, members.enableSso).responses = { 204: { description: 'Enabled.' } };
    },
  },
  {
    ...breaking,
    kind: 'response-body-removed',
    operation: 'siteSections.move',
    location: '',
    fields: ['Mutation.moveSiteSection'],
    plant: (document) => {
      operationIn(document, siteSections.move).responses = { 200: { description: 'Moved.' } };
    },
  },
  {
    ...breaking,
    kind: 'response-field-removed',
    operation: 'changeRequests.get',
    location: 'createdBy',
    fields: ['ChangeRequest.createdBy'],
    plant: (document) => remove(resultIn(document, changeRequests.get), 'createdBy'),
  },
  {
    ...breaking,
    kind: 'response-field-optional',
    operation: 'spaces.get',
    location: 'title',
    fields: ['Space.title'],
    plant: (document) => makeOptional(resultIn(document, spaces.get), 'title'),
  },
  {
    ...breaking,
    kind: 'response-field-nullable',
    operation: 'sites.get',
    location: 'published',
    fields: ['Site.isPublished'],
    plant: (document) => {
      (resultIn(document, sites.get).properties.published as OpenApiSchema).type = ['boolean', 'null'];
    },
  },
  {
    ...harmless,
    kind: 'response-field-nullable',
    operation: 'teams.get',
    location: 'members',
    fields: ['Team.memberCount'],
    plant: (document) => {
      (resultIn(document, teams.get).properties.members as OpenApiSchema).type = ['number', 'null'];
    },
  },
  {
    ...breaking,
    kind: 'response-field-type',
    operation: 'siteSpaces.list',
    location: 'items[].default',
    fields: ['SiteSpace.isDefault'],
    plant: (document) => {
      (itemIn(document, siteSpaces.list).properties.default as OpenApiSchema).type = 'string';
    },
  },
  {
    ...breaking,
    kind: 'response-field-type',
    operation: 'shareLinks.list',
    location: 'items',
    fields: ['Site.shareLinks'],
    plant: (document) => {
      (resultIn(document, shareLinks.list).properties.items as OpenApiSchema).type = 'object';
    },
  },
  {
    ...breaking,
    kind: 'response-field-values-added',
    operation: 'collections.get',
    location: 'defaultLevel',
    fields: ['Collection.defaultLevel'],
    plant: (document) => {
      (resultIn(document, collections.get).properties.defaultLevel as OpenApiSchema).enum?.push('owner');
    },
  },
  {
    ...harmless,
    kind: 'response-field-values-removed',
    operation: 'collections.spaces',
    location: 'items[].editMode',
    fields: ['Space.editMode'],
    plant: (document) => {
      (itemIn(document, collections.spaces).properties.editMode as OpenApiSchema).enum = ['live'];
    },
  },
  {
    ...breaking,
    kind: 'response-field-values-open',
    operation: 'sites.create',
    location: 'agentsContext',
    fields: ['Site.agentsContext'],
    plant: (document) => void delete (resultIn(document, sites.create).properties.agentsContext as OpenApiSchema).enum,
  },
  {
    ...breaking,
    kind: 'response-field-format',
    operation: 'samlProviders.get',
    location: 'createdAt',
    fields: ['SamlProvider.createdAt'],
    plant: (document) => {
      (resultIn(document, samlProviders.get).properties.createdAt as OpenApiSchema).format = 'date';
    },
  },
  {
    ...harmless,
    kind: 'response-field-added',
    operation: 'translations.get',
    location: 'region',
    fields: [],
    plant: (document) => {
      resultIn(document, translations.get).properties.region = { type: 'string' };
    },
  },
  {
    ...breaking,
    kind: 'response-field-removed',
    operation: 'members.teams',
    location: 'items[].member.role',
    fields: ['MemberTeamEdge.role'],
    plant: (document) => remove(itemIn(document, members.teams).properties.member as ObjectSchema, 'role'),
  },
];
