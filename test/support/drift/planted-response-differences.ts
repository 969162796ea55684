import { contract } from '../../../src/resources/contract.ts';
import type { OpenApiOperation, OpenApiSchema } from './openapi.ts';
import {
  breaking,
  harmless,
  itemIn,
  makeOptional,
  type ObjectSchema,
  operationIn,
  type PlantedDifference,
  remove,
  resultIn,
} from './planted-difference.ts';

const {
  changeRequests,
  collections,
  members,
  sites,
  spaceComments,
  spaces,
  samlProviders,
  shareLinks,
  siteSections,
  siteSpaces,
  teams,
  translations,
} = contract;

/** Differences of responses. */
export const differencesOfResponses: readonly PlantedDifference[] = [
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
    fields: ['Collection.defaultRole'],
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
