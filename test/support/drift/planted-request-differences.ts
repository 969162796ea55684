import { contract } from '../../../src/resources/contract.ts';
import type { OpenApiSchema } from './openapi.ts';
import {
  bodyIn,
  breaking,
  harmless,
  makeOptional,
  operationIn,
  type PlantedDifference,
  remove,
} from './planted-difference.ts';

const {
  changeRequests,
  collections,
  members,
  organizations,
  sites,
  spaceContents,
  spaces,
  openapiSpecs,
  samlProviders,
  shareLinks,
  siteSections,
  teamMembers,
  teams,
} = contract;

/** Differences of request bodies. */
export const differencesOfRequests: readonly PlantedDifference[] = [
  {
    ...breaking,
    kind: 'request-body-required-added',
    operation: 'spaces.restore',
    location: '',
    fields: ['Mutation.restoreSpace', 'Mutation.restoreSpaces'],
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
];
