import { z } from 'zod';
import { contractShape, coreOf, type Endpoint, queryParams, typesOf } from '../../engine/engine.ts';
import { changesOfSent } from './compare-shapes.ts';
import { breaking, type Change, harmless, type Part } from './difference.ts';
import type { DocumentOperation, DocumentParameter } from './openapi-operation.ts';
import type { SchemaReader } from './schema-reader.ts';

/** What has changed in the parameters of an operation. */
export function parameters(endpoint: Endpoint, document: DocumentOperation, reader: SchemaReader): Part[] {
  return [
    ...pathParameters(document, reader),
    ...queryParameters(endpoint, document, reader),
    ...unsentParameters('header', document),
    ...unsentParameters('cookie', document),
  ];
}

const pathParameter = contractShape(z.string());

function pathParameters({ parameters }: DocumentOperation, reader: SchemaReader): Part[] {
  return parameters
    .filter(({ place }) => place === 'path')
    .flatMap(({ name, schema, style = 'simple', isEncoded }) => {
      const what = `The path parameter ${name}`;
      const changes = changesOfSent(what, pathParameter, reader.shapeOf(schema))
        // Ids come from the service: it knows their form.
        .filter(({ change }) => change === 'type' || change === 'values-closed');
      const isPlain = style === 'simple' && !isEncoded;
      return [...changes, ...(isPlain ? [] : [serialization(`${what} is not written as plain text.`)])].map(
        (change) => ({ part: 'path-parameter', location: name, ...change }),
      );
    });
}

function serialization(message: string): Change {
  return breaking('serialization', message);
}

function queryParameters(endpoint: Endpoint, { parameters }: DocumentOperation, reader: SchemaReader): Part[] {
  const found = new Map(parameters.filter(({ place }) => place === 'query').map((one) => [one.name, one]));
  const expected = queryParams(endpoint);
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
  if (document === undefined) return [breaking('removed', `${what} is removed.`)];
  return [
    ...presence(what, schema, document),
    ...(document.isDeprecated ? [harmless('deprecated', `${what} is deprecated.`)] : []),
    ...queryValue(what, schema, document, reader),
  ];
}

function presence(what: string, schema: z.ZodType, { isRequired }: DocumentParameter): Change[] {
  if (schema.isOptional() !== isRequired) return [];
  return isRequired ? [breaking('required', `${what} is required.`)] : [harmless('optional', `${what} is optional.`)];
}

function queryValue(what: string, schema: z.ZodType, document: DocumentParameter, reader: SchemaReader): Change[] {
  const { items } = contractShape(schema);
  return items === undefined ? oneValue(what, schema, document, reader) : list(what, schema, items, document, reader);
}

function oneValue(what: string, schema: z.ZodType, document: DocumentParameter, reader: SchemaReader): Change[] {
  const [expected, found] = [contractShape(schema), reader.shapeOf(document.schema)];
  if (typesOf(found)?.join() === 'array' && document.isRepeated) {
    // One value is a list of one.
    const change = harmless('list', `${what} takes a list.`);
    return [change, ...changesOfSent(what, expected, reader.shapeOf(found.items))];
  }
  const isSameInJson = typesOf(expected)?.every((type) => type !== 'string') ?? false;
  const isOther = document.isEncoded && !isSameInJson;
  return [
    ...(isOther ? [serialization(`${what} is not written as plain text.`)] : []),
    ...changesOfSent(what, expected, found),
  ];
}

function list(
  what: string,
  schema: z.ZodType,
  items: z.ZodType,
  document: DocumentParameter,
  reader: SchemaReader,
): Change[] {
  const found = reader.shapeOf(document.schema);
  const item = `An item of ${what.replace('The', 'the')}`;
  const isRepeated = document.isRepeated && !document.name.endsWith('[]') && !document.isEncoded;
  return [
    ...(isRepeated ? [] : [serialization(`${what} does not take a list by repeating its name.`)]),
    ...changesOfSent(what, contractShape(schema), found),
    ...(found.items === undefined ? [] : changesOfSent(item, contractShape(items), reader.shapeOf(found.items))),
  ];
}

function addedParameter(place: string, { name, isRequired }: DocumentParameter): Change {
  const message = `The ${place} parameter ${name} is new${isRequired ? ' and required' : ''}.`;
  return { change: isRequired ? 'required-added' : 'added', isBreaking: isRequired, message };
}

/** Headers that the gateway sends, or that OpenAPI describes elsewhere. */
const sentHeaders = new Set(['accept', 'authorization', 'content-type', 'traceparent', 'x-request-id']);

/** Required headers and cookies that the gateway does not send: it sends no cookie. */
function unsentParameters(place: 'header' | 'cookie', { parameters }: DocumentOperation): Part[] {
  const isSent = ({ name }: DocumentParameter) => place === 'header' && sentHeaders.has(name.toLowerCase());
  return parameters
    .filter((one) => one.place === place && one.isRequired && !isSent(one))
    .map((one) => ({ part: `${place}-parameter`, location: one.name, ...addedParameter(place, one) }));
}
