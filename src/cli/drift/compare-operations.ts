import { z } from 'zod';
import { type Operation, queryParams } from '../../engine/contract/operation.ts';
import { contractShape, coreOf } from '../contract/contract-shape.ts';
import { typesOf } from '../contract/shape.ts';
import type { FieldComparison } from './compare-fields.ts';
import { changesOfSent } from './compare-shapes.ts';
import type { Change, Finding } from './difference.ts';
import type { DocumentContent, DocumentOperation, DocumentParameter, OpenApiDocument } from './openapi-document.ts';
import type { SchemaReader } from './schema-reader.ts';

/** Compares all operations of a document with those of the contract: paths are the same if only their parameters' names differ. */
export function compareOperations(
  operations: readonly Operation[],
  document: OpenApiDocument,
  fields: FieldComparison,
): Finding[] {
  const found = new Map(document.operations.map((operation) => [addressOf(operation), operation]));
  const expected = new Set(operations.map(addressOf));
  const removed = operations.filter((operation) => !found.has(addressOf(operation)));
  const added = document.operations.filter((operation) => !expected.has(addressOf(operation)));
  return [
    ...removed.map((operation) => ({ ...removedOperation(operation), ...placeOf(operation) })),
    ...added.map((operation) => addedOperation(operation)),
    ...operations.flatMap((operation) => {
      const other = found.get(addressOf(operation));
      return other === undefined ? [] : compareOperation(operation, other, document.reader, fields);
    }),
  ];
}

const addressOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace(/\{[^/]*\}/g, '{}').replace(/\/$/, '')}`;

function placeOf(operation: Operation) {
  return { part: 'operation', location: '', operation, endpoint: `${operation.method} ${operation.path}` };
}

function removedOperation({ method, path }: Operation): Change {
  return { change: 'removed', isBreaking: true, message: `The operation ${method} ${path} is removed.` };
}

function addedOperation({ method, path }: DocumentOperation): Finding {
  const endpoint = `${method} ${path}`;
  const message = `The operation ${endpoint} is new.`;
  return {
    part: 'operation',
    change: 'added',
    isBreaking: false,
    message,
    location: '',
    operation: undefined,
    endpoint,
  };
}

function compareOperation(
  operation: Operation,
  document: DocumentOperation,
  reader: SchemaReader,
  fields: FieldComparison,
): Finding[] {
  const place = placeOf(operation);
  const isDeprecated = document.isDeprecated && operation.deprecated === undefined;
  const deprecation = { change: 'deprecated', isBreaking: false, message: 'The operation is deprecated.' };
  return [
    ...(isDeprecated ? [{ ...place, ...deprecation }] : []),
    ...pathParameters(document, reader).map((one) => ({ ...place, ...one })),
    ...queryParameters(operation, document, reader).map((one) => ({ ...place, ...one })),
    ...headerParameters(document).map((one) => ({ ...place, ...one })),
    ...requestBody(operation, document, fields).map((one) => ({ ...place, ...one })),
    ...responses(operation, document, fields).map((one) => ({ ...place, ...one })),
  ];
}

type Part = Change & Pick<Finding, 'part' | 'location'> & Partial<Pick<Finding, 'owner' | 'property'>>;

const pathParameter = contractShape(z.string());

function pathParameters({ parameters }: DocumentOperation, reader: SchemaReader): Part[] {
  return parameters
    .filter(({ place }) => place === 'path')
    .flatMap(({ name, schema }) =>
      changesOfSent(`The path parameter ${name}`, pathParameter, reader.shapeOf(schema))
        // Ids come from the service: it knows their form.
        .filter(({ change }) => change === 'type' || change === 'values-closed')
        .map((change) => ({ part: 'path-parameter', location: name, ...change })),
    );
}

function queryParameters(operation: Operation, { parameters }: DocumentOperation, reader: SchemaReader): Part[] {
  const found = new Map(parameters.filter(({ place }) => place === 'query').map((one) => [one.name, one]));
  const expected = queryParams(operation);
  const names = new Set(expected.map(([name]) => name));
  const part = 'query-parameter';
  return [
    ...expected.flatMap(([name, schema]) => {
      const document = found.get(name) ?? found.get(`${name}[]`);
      return queryParameter(name, schema, document, reader).map((change) => ({
        ...{ part, location: name, owner: coreOf(schema), property: '' },
        ...change,
      }));
    }),
    ...[...found.values()]
      .filter(({ name }) => !names.has(name) && !names.has(name.replace(/\[\]$/, '')))
      .map((one) => ({ part, location: one.name, ...addedParameter('query', one) })),
  ];
}

function queryParameter(
  name: string,
  schema: z.ZodType,
  document: DocumentParameter | undefined,
  reader: SchemaReader,
): Change[] {
  const what = `The query parameter ${name}`;
  if (document === undefined) return [{ change: 'removed', isBreaking: true, message: `${what} is removed.` }];
  const isOptional = schema.isOptional();
  const shape = contractShape(schema);
  const isList = typesOf(shape)?.includes('array') ?? false;
  return [
    ...(isOptional && document.isRequired
      ? [{ change: 'required', isBreaking: true, message: `${what} is required.` }]
      : []),
    ...(!isOptional && !document.isRequired
      ? [{ change: 'optional', isBreaking: false, message: `${what} is optional.` }]
      : []),
    ...(isList && (!document.isRepeated || document.name !== name)
      ? [{ change: 'serialization', isBreaking: true, message: `${what} does not take a list by repeating its name.` }]
      : []),
    ...changesOfSent(what, shape, reader.shapeOf(document.schema)),
  ];
}

function addedParameter(place: string, { name, isRequired }: DocumentParameter): Change {
  const message = `The ${place} parameter ${name} is new${isRequired ? ' and required' : ''}.`;
  return { change: isRequired ? 'required-added' : 'added', isBreaking: isRequired, message };
}

/** Headers that the gateway sends, or that OpenAPI describes elsewhere. */
const sentHeaders = new Set(['accept', 'authorization', 'content-type', 'traceparent', 'x-request-id']);

function headerParameters({ parameters }: DocumentOperation): Part[] {
  return parameters
    .filter(({ place, name, isRequired }) => place === 'header' && isRequired && !sentHeaders.has(name.toLowerCase()))
    .map((one) => ({ part: 'header-parameter', location: one.name, ...addedParameter('header', one) }));
}

function requestBody({ body }: Operation, document: DocumentOperation, fields: FieldComparison): Part[] {
  const place = { part: 'request-body', location: '' };
  const found = document.body;
  if (body === undefined) return found === undefined ? [] : [{ ...place, ...addedBody(found.isRequired) }];
  if (found === undefined || found.mediaTypes.length === 0) {
    return [{ ...place, change: 'removed', isBreaking: true, message: 'The operation takes no request body.' }];
  }
  if (found.schema === undefined) return [{ ...place, ...otherContent('request', found) }];
  return fields.compareBody(body, found.schema, 'sent').map((change) => ({ part: 'request-field', ...change }));
}

function addedBody(isRequired: boolean): Change {
  const message = isRequired ? 'The operation requires a request body.' : 'The operation takes a request body.';
  return { change: isRequired ? 'required-added' : 'added', isBreaking: isRequired, message };
}

function otherContent(what: string, { mediaTypes }: DocumentContent): Change {
  const message = `The ${what} has the content type ${mediaTypes.slice(0, 3).join(', ')}, not application/json.`;
  return { change: 'content-type', isBreaking: true, message };
}

function responses(operation: Operation, document: DocumentOperation, fields: FieldComparison): Part[] {
  const expected = String(operation.status);
  const successes = [...document.responses].filter(([status]) => /^2(\d\d|XX)$/.test(status));
  const [status, content] = successes.find(([one]) => one === expected || one === '2XX') ?? successes[0] ?? [];
  const place = { part: 'response', location: '' };
  if (status === undefined || content === undefined) {
    const response = document.responses.get('DEFAULT');
    if (response !== undefined) return responseBody(operation, response, fields);
    return [{ ...place, change: 'status', isBreaking: true, message: `No status of success is left of ${expected}.` }];
  }
  const isSame = status === expected || status === '2XX';
  const isEmpty = operation.result !== undefined && content.mediaTypes.length === 0;
  const message = `The status of success is ${status}${isEmpty ? ' without content' : ''}, not ${expected}.`;
  const changed = isSame ? [] : [{ ...place, change: 'status', isBreaking: isEmpty, message }];
  return !isSame && isEmpty ? changed : [...changed, ...responseBody(operation, content, fields)];
}

function responseBody({ result }: Operation, content: DocumentContent, fields: FieldComparison): Part[] {
  const place = { part: 'response-body', location: '' };
  if (result === undefined) return [];
  if (content.mediaTypes.length === 0) {
    return [{ ...place, change: 'removed', isBreaking: true, message: 'The response has no content.' }];
  }
  if (content.schema === undefined) return [{ ...place, ...otherContent('response', content) }];
  return fields
    .compareBody(result, content.schema, 'received')
    .map((change) => ({ part: 'response-field', ...change }));
}
