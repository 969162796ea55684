import { contract } from '../../../src/resources/contract.ts';
import {
  breaking,
  entryOf,
  harmless,
  operationIn,
  type PlantedDifference,
  parameterIn,
  parametersIn,
} from './planted-difference.ts';

const {
  changeRequests,
  collections,
  members,
  organizations,
  sites,
  spaceComments,
  spaceContents,
  spaces,
  openapiSpecs,
  shareLinks,
  teams,
  translations,
} = contract;

/** Differences of operations and their parameters. */
export const differencesOfParameters: readonly PlantedDifference[] = [
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
    fields: ['Mutation.deleteTranslationConfiguration'],
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
    fields: ['Organization.changeRequests', 'Space.changeRequests'],
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
    fields: ['Organization.sites', 'Space.sites'],
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
    fields: ['Page.comments', 'Space.comments'],
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
];
