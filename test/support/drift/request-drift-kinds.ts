import { contract } from '../../../src/resources/contract.ts';
import { asBody, type DriftKind, inBody, inWholeBody } from './drift-kind.ts';
import type { OpenApiSchema } from './openapi.ts';
import { bodyIn, breaking, harmless, operationIn } from './planted-difference.ts';

const { changeRequests, organizations, sites, spaceComments, spaces, teamMembers, teams } = contract;

/** A kind of difference of a request: breaking, in one field. */
const row = (
  title: string,
  endpoint: DriftKind['endpoint'],
  location: string,
  kind: string,
  message: string,
  plant: DriftKind['plant'],
): DriftKind => ({ ...breaking, endpoint, title, kind: `request-field-${kind}`, location, message, plant });

/** Gives the request body another media type. */
const withMediaType = (endpoint: DriftKind['endpoint'], type: string): DriftKind => ({
  ...breaking,
  endpoint,
  title: `a request body in ${type}`,
  kind: 'request-body-content-type',
  location: '',
  message: `The request has the content type ${type}, not application/json.`,
  plant: (document) => {
    const schema = bodyIn(document, endpoint);
    operationIn(document, endpoint).requestBody = { content: { [type]: { schema } } };
  },
});

/** Kinds of differences of request bodies. */
export const kindsOfRequests: readonly DriftKind[] = [
  withMediaType(spaces.update, 'application/merge-patch+json'),
  withMediaType(spaces.update, 'application/vnd.example.v2+json'),
  withMediaType(spaces.update, 'application/json; version=2'),
  withMediaType(spaces.update, 'application/x-www-form-urlencoded'),
  row(
    'readOnly in a request',
    spaces.update,
    'emoji',
    'read-only',
    'The request field emoji is read-only.',
    inBody(spaces.update, 'emoji', { readOnly: true }),
  ),
  row(
    'a forbidden field',
    spaces.update,
    'emoji',
    'removed',
    'The request field emoji is not accepted.',
    asBody(spaces.update, 'emoji', false),
  ),
  row(
    'a field without a possible value',
    spaces.update,
    'emoji',
    'removed',
    'The request field emoji is not accepted.',
    asBody(spaces.update, 'emoji', { not: {} }),
  ),
  row(
    'maxItems of a list',
    teamMembers.change,
    'add',
    'limit-tightened',
    'The request field add has the maximum number of items 10, not none.',
    inBody(teamMembers.change, 'add', { maxItems: 10 }),
  ),
  row(
    'minItems of a list',
    teamMembers.change,
    'add',
    'limit-tightened',
    'The request field add has the minimum number of items 1, not none.',
    inBody(teamMembers.change, 'add', { minItems: 1 }),
  ),
  row(
    'uniqueItems of a list',
    teamMembers.change,
    'add',
    'limit-tightened',
    'The request field add must not have the same item twice.',
    inBody(teamMembers.change, 'add', { uniqueItems: true }),
  ),
  row(
    'the limits of the items of a list',
    teamMembers.change,
    'add[]',
    'limit-tightened',
    'An item of the request field has the maximum length 8, not none.',
    inBody(teamMembers.change, 'add', { items: { type: 'string', maxLength: 8 } }),
  ),
  row(
    'minProperties of a body',
    spaces.update,
    '',
    'limit-tightened',
    'The request body has the minimum number of fields 1, not none.',
    inWholeBody(spaces.update, { minProperties: 1 }),
  ),
  row(
    'maxProperties of a map',
    sites.setAdaptiveSchema,
    'jsonSchema',
    'limit-tightened',
    'The request field jsonSchema has the maximum number of fields 20, not none.',
    inBody(sites.setAdaptiveSchema, 'jsonSchema', { maxProperties: 20 }),
  ),
  row(
    'a map without further fields',
    sites.setAdaptiveSchema,
    'jsonSchema',
    'closed',
    'The request field jsonSchema takes no fields but those that are named.',
    asBody(sites.setAdaptiveSchema, 'jsonSchema', { type: 'object', properties: {}, additionalProperties: false }),
  ),
  row(
    'the type of the values of a map',
    sites.setAdaptiveSchema,
    'jsonSchema{}',
    'type',
    'A value of the request field has the type string, not of any value.',
    inBody(sites.setAdaptiveSchema, 'jsonSchema', { additionalProperties: { type: 'string' } }),
  ),
  row(
    'the names of a map',
    sites.setAdaptiveSchema,
    'jsonSchema',
    'condition',
    'The request field jsonSchema has a condition in "propertyNames", which is not compared.',
    inBody(sites.setAdaptiveSchema, 'jsonSchema', { propertyNames: { pattern: '^[a-z]+$' } }),
  ),
  row(
    'a required field of a map',
    sites.setAdaptiveSchema,
    'jsonSchema.type',
    'required-added',
    'The request field type is new and required.',
    inBody(sites.setAdaptiveSchema, 'jsonSchema', { required: ['type'] }),
  ),
  row(
    'the format of a field',
    organizations.update,
    'hostname',
    'format',
    'The request field hostname has the format hostname, not any.',
    inBody(organizations.update, 'hostname', { format: 'hostname' }),
  ),
  row(
    'contentEncoding of a field',
    spaces.update,
    'emoji',
    'format',
    'The request field emoji has the format byte, not any.',
    inBody(spaces.update, 'emoji', { contentEncoding: 'base64' }),
  ),
  row(
    'const of a field',
    spaces.update,
    'emoji',
    'values-closed',
    'The request field emoji takes only the values "1f4d8".',
    inBody(spaces.update, 'emoji', { const: '1f4d8' }),
  ),
  row(
    'a value removed in a part of allOf',
    spaces.update,
    'editMode',
    'values-removed',
    'The request field editMode no longer takes "locked".',
    inBody(spaces.update, 'editMode', { allOf: [{ enum: ['live'] }] }),
  ),
  row(
    'a limit in a part of allOf',
    spaces.update,
    'title',
    'limit-tightened',
    'The request field title has the maximum length 20, not 50.',
    inBody(spaces.update, 'title', { allOf: [{ maxLength: 20 }] }),
  ),
  row(
    'a limit that all alternatives have',
    spaces.update,
    'title',
    'limit-tightened',
    'The request field title has the maximum length 30, not 50.',
    inBody(spaces.update, 'title', {
      anyOf: [
        { type: 'string', maxLength: 30 },
        { type: 'string', maxLength: 9 },
      ],
    }),
  ),
  row(
    'minLength of a field',
    spaces.update,
    'title',
    'limit-tightened',
    'The request field title has the minimum length 3, not none.',
    inBody(spaces.update, 'title', { minLength: 3 }),
  ),
  row(
    'a field that is required in a part of allOf',
    changeRequests.create,
    'subject',
    'required',
    'The request field subject is required.',
    inWholeBody(changeRequests.create, { allOf: [{ required: ['subject'] }] }),
  ),
  row(
    'a choice of required fields',
    spaceComments.create,
    '',
    'required-choice',
    'The request body requires node, or page.',
    inWholeBody(spaceComments.create, { oneOf: [{ required: ['node'] }, { required: ['page'] }] }),
  ),
  row(
    'dependentRequired',
    spaceComments.create,
    '',
    'dependent-required',
    'The request body with node requires page.',
    inWholeBody(spaceComments.create, { dependentRequired: { node: ['page'], page: ['body'], other: ['node'] } }),
  ),
  row(
    'dependentSchemas',
    spaceComments.create,
    '',
    'condition',
    'The request body has a condition in "dependentSchemas", which is not compared.',
    inWholeBody(spaceComments.create, { dependentSchemas: { node: { required: ['page'] } } }),
  ),
  row(
    'not',
    spaceComments.create,
    '',
    'condition',
    'The request body has a condition in "not", which is not compared.',
    inWholeBody(spaceComments.create, { not: { required: ['node', 'page'] } }),
  ),
  row(
    'if and else',
    spaceComments.create,
    '',
    'condition',
    'The request body has a condition in "if", which is not compared.',
    inWholeBody(spaceComments.create, { if: { required: ['node'] }, else: { required: ['page'] } }),
  ),
  row(
    'one of several types',
    sites.create,
    'spaces',
    'type',
    'The request field spaces has the type array, not array or string.',
    asBody(sites.create, 'spaces', { type: 'array', items: { type: 'string' } }),
  ),
  row(
    'null in nullable of 3.0',
    spaces.update,
    'defaultLevel',
    'not-nullable',
    'The request field defaultLevel cannot be null.',
    (document) => {
      const { properties } = bodyIn(document, spaces.update);
      const { enum: values = [] } = properties.defaultLevel as OpenApiSchema;
      properties.defaultLevel = { type: 'string', nullable: false, enum: values.filter((value) => value !== null) };
    },
  ),
  {
    ...harmless,
    endpoint: teams.create,
    title: 'a deprecated field of a request',
    kind: 'request-field-deprecated',
    location: 'members',
    message: 'The request field members is deprecated.',
    plant: inBody(teams.create, 'members', { deprecated: true }),
  },
  {
    ...harmless,
    endpoint: spaces.update,
    title: 'a field that can also be null',
    kind: 'request-field-nullable',
    location: 'title',
    message: 'The request field title can be null.',
    plant: inBody(spaces.update, 'title', { type: ['string', 'null'] }),
  },
];
