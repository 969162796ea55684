import { contract } from '../../../src/resources/contract.ts';
import { asResult, type DriftKind, inResult } from './drift-kind.ts';
import type { OpenApi, OpenApiSchema } from './openapi.ts';
import { breaking, harmless, itemIn, jsonOf, operationIn, resultIn } from './planted-difference.ts';

const { changeRequests, collections, spaceContents, spaces, translations } = contract;

/** A kind of difference of a response: breaking, in one field. */
const row = (
  title: string,
  endpoint: DriftKind['endpoint'],
  location: string,
  kind: string,
  message: string,
  plant: DriftKind['plant'],
): DriftKind => ({ ...breaking, endpoint, title, kind: `response-${kind}`, location, message, plant });

const successIn = (document: OpenApi, endpoint: DriftKind['endpoint']) =>
  operationIn(document, endpoint).responses[endpoint.status] as { description: string; content?: object };

/** Adds a response without content. */
const withStatus = (endpoint: DriftKind['endpoint'], status: string) => (document: OpenApi) => {
  operationIn(document, endpoint).responses[status] = { description: 'Another one.' };
};

const page = (next: OpenApiSchema) => (document: OpenApi) => {
  resultIn(document, collections.spaces).properties.next = next;
};

/** Kinds of differences of responses. */
export const kindsOfResponses: readonly DriftKind[] = [
  row(
    'a success without content beside the usual one',
    spaces.get,
    '',
    'status-added',
    'The status of success can also be 204 without content.',
    withStatus(spaces.get, '204'),
  ),
  row(
    'a redirect beside the success',
    spaces.get,
    '',
    'redirect',
    'The service can redirect (307): the gateway follows no redirect.',
    withStatus(spaces.get, '307'),
  ),
  row(
    'no status of success',
    spaces.get,
    '',
    'status',
    'No status of success is left of 200.',
    (document) => void delete operationIn(document, spaces.get).responses[200],
  ),
  {
    ...harmless,
    endpoint: changeRequests.create,
    title: 'a further status of success with the same content',
    kind: 'response-status-added',
    location: '',
    message: 'The status of success can also be 200.',
    plant: (document) => {
      const { responses } = operationIn(document, changeRequests.create);
      responses[200] = structuredClone(responses[201]) as (typeof responses)[string];
    },
  },
  row(
    'a response in another media type',
    spaces.get,
    '',
    'body-content-type',
    'The response has the content type text/event-stream, not application/json.',
    (document) => {
      const success = successIn(document, spaces.get);
      success.content = { 'text/event-stream': { schema: { type: 'string' } } };
    },
  ),
  row(
    'a list without its envelope',
    collections.spaces,
    '',
    'field-type',
    'The response body has the type array, not object.',
    (document) => {
      const success = operationIn(document, collections.spaces).responses[200];
      jsonOf(success?.content).schema = { type: 'array', items: itemIn(document, collections.spaces) };
    },
  ),
  row(
    'a page token as a number',
    collections.spaces,
    'next.page',
    'field-type',
    'The response field page has the type integer, not string.',
    page({ type: 'object', properties: { page: { type: 'integer' } } }),
  ),
  row(
    'a next page as a text',
    collections.spaces,
    'next',
    'field-type',
    'The response field next has the type string, not object.',
    page({ type: 'string' }),
  ),
  row(
    'no count of a list',
    collections.spaces,
    'count',
    'field-removed',
    'The response field count is removed.',
    (document) => void delete resultIn(document, collections.spaces).properties.count,
  ),
  row(
    'items that can be null',
    collections.spaces,
    'items[]',
    'field-nullable',
    'An item of the response field can be null.',
    (document) => {
      const { properties } = resultIn(document, collections.spaces);
      properties.items = { type: 'array', items: { oneOf: [itemIn(document, collections.spaces), { type: 'null' }] } };
    },
  ),
  row(
    'writeOnly in a response',
    spaces.get,
    'emoji',
    'field-write-only',
    'The response field emoji is write-only.',
    inResult(spaces.get, 'emoji', { writeOnly: true }),
  ),
  row(
    'a field that is never there',
    spaces.get,
    'parent',
    'field-removed',
    'The response field parent is removed.',
    asResult(spaces.get, 'parent', false),
  ),
  row(
    'a variant without a field',
    spaces.get,
    'comments',
    'field-optional',
    'The response field comments can be missing.',
    (document) => {
      const success = jsonOf(operationIn(document, spaces.get).responses[200]?.content);
      const full = success.schema as OpenApiSchema & { required: string[] };
      const { comments: _, ...properties } = full.properties ?? {};
      const required = full.required.filter((name) => name !== 'comments');
      success.schema = { oneOf: [full, { ...full, properties, required }] };
    },
  ),
  row(
    'a variant of another type',
    spaces.get,
    'comments',
    'field-type',
    'The response field comments has the type number or string, not number.',
    asResult(spaces.get, 'comments', { oneOf: [{ type: 'number' }, { type: 'string' }] }),
  ),
  row(
    'values opened by anyOf',
    spaces.get,
    'visibility',
    'field-values-open',
    'The response field visibility can have other values than "public", "unlisted", "share-link", "visitor-auth", "in-collection", "private".',
    (document) => {
      const { properties } = resultIn(document, spaces.get);
      properties.visibility = { anyOf: [properties.visibility as OpenApiSchema, { type: 'string' }] };
    },
  ),
  row(
    'another name of a kind of record',
    spaces.get,
    'object',
    'field-values-removed',
    'The response field object no longer has the values "space".',
    inResult(spaces.get, 'object', { const: 'workspace' }),
  ),
  row(
    'an encoded field',
    spaces.get,
    'title',
    'field-format',
    'The response field title has the format byte, not any.',
    inResult(spaces.get, 'title', { format: 'byte' }),
  ),
  row(
    'an object that may have no fields',
    spaces.get,
    'title',
    'field-optional',
    'The response field title can be missing.',
    (document) => {
      const result = resultIn(document, spaces.get);
      result.required = result.required.filter((name) => name !== 'title');
      Object.assign(result, { dependentRequired: { id: ['title'] } });
    },
  ),
  row(
    'the type of the values of a map',
    spaceContents.page,
    'variables{}',
    'field-type',
    'A value of the response field has the type object, not string.',
    (document) => {
      const variables = schemaOf(document, spaceContents.page).properties?.variables as OpenApiSchema;
      variables.additionalProperties = { type: 'object' };
    },
  ),
  row(
    'the type of the first items of a list',
    translations.get,
    'languages[]',
    'field-type',
    'An item of the response field has the type integer or string, not string.',
    inResult(translations.get, 'languages', { prefixItems: [{ type: 'integer' }] }),
  ),
  {
    ...harmless,
    endpoint: spaces.get,
    title: 'a deprecated field of a response',
    kind: 'response-field-deprecated',
    location: 'emoji',
    message: 'The response field emoji is deprecated.',
    plant: inResult(spaces.get, 'emoji', { deprecated: true }),
  },
];

/** The schema of a result that contains itself, which is always shared. */
function schemaOf(document: OpenApi, endpoint: DriftKind['endpoint']): OpenApiSchema {
  const { $ref = '' } = resultIn(document, endpoint);
  return document.components.schemas[$ref.split('/').at(-1) ?? ''] as OpenApiSchema;
}
