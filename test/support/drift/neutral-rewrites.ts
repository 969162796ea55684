import type { Content, OpenApi, OpenApiOperation, OpenApiParameter, OpenApiSchema } from './openapi.ts';

/** A way to write the same API, or one that does the gateway no harm. */
export interface NeutralRewrite {
  title: string;
  /** Changes a document, or returns another one in its place. */
  rewrite(document: OpenApi): unknown;
}

/** Replaces each schema, the innermost ones first. */
function eachSchema(document: OpenApi, change: (schema: OpenApiSchema) => OpenApiSchema): void {
  const inner = (schema: OpenApiSchema): OpenApiSchema => {
    const { properties, items, additionalProperties, ...rest } = schema;
    const parts: OpenApiSchema = { ...rest };
    for (const keyword of ['allOf', 'oneOf', 'anyOf'] as const) {
      if (rest[keyword] !== undefined) parts[keyword] = rest[keyword].map(inner);
    }
    if (items !== undefined) parts.items = inner(items);
    if (additionalProperties !== undefined) {
      parts.additionalProperties =
        typeof additionalProperties === 'object' ? inner(additionalProperties) : additionalProperties;
    }
    if (properties !== undefined) {
      parts.properties = Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)]));
    }
    return change(parts);
  };
  for (const holder of schemaHolders(document)) holder.schema = inner(holder.schema);
  const { schemas } = document.components;
  for (const name of Object.keys(schemas)) schemas[name] = inner(schemas[name] as OpenApiSchema);
}

function schemaHolders(document: OpenApi): { schema: OpenApiSchema }[] {
  const contents = operationsIn(document).flatMap(({ requestBody, responses }) => [
    ...Object.values(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap(({ content }) => Object.values(content ?? {})),
  ]);
  const parameters = [...parametersIn(document), ...Object.values(document.components.parameters ?? {})];
  return [...contents, ...parameters.filter((one): one is typeof one & { schema: OpenApiSchema } => 'schema' in one)];
}

const operationsIn = ({ paths }: OpenApi): OpenApiOperation[] => Object.values(paths).flatMap(Object.values);
const parametersIn = (document: OpenApi): OpenApiParameter[] =>
  operationsIn(document).flatMap(({ parameters = [] }) => parameters);
const jsonContents = (document: OpenApi): Content[] =>
  operationsIn(document).flatMap(({ requestBody, responses }) => [
    ...(requestBody === undefined ? [] : [requestBody.content]),
    ...Object.values(responses).flatMap(({ content }) => (content === undefined ? [] : [content])),
  ]);

function reversed<Value>(object: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(object).reverse());
}

/** Reverses the names of all objects. */
function reorder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reorder);
  if (typeof value !== 'object' || value === null) return value;
  return reversed(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, reorder(inner)])));
}

const isObject = ({ type }: OpenApiSchema) => type === 'object';
const schemas = (title: string, change: (schema: OpenApiSchema) => OpenApiSchema): NeutralRewrite => ({
  title,
  rewrite: (document) => eachSchema(document, change),
});
const operations = (title: string, change: (operation: OpenApiOperation) => void): NeutralRewrite => ({
  title,
  rewrite: (document) => operationsIn(document).forEach(change),
});

/** Rewrites of a document of the style `inline`, which is of version 3.1. */
export const neutralRewrites: readonly NeutralRewrite[] = [
  { title: 'another order of all names', rewrite: (document) => reorder(document) as OpenApi },
  { title: 'another order of required fields', rewrite: (document) => eachSchema(document, requiredReversed) },
  schemas('another order of values', (one) => (one.enum ? { ...one, enum: [...one.enum].reverse() } : one)),
  operations('another order of parameters', (one) => void one.parameters?.reverse()),
  schemas('descriptions, titles and examples', (one) => ({ ...one, title: 'T', description: 'D', examples: [null] })),
  schemas('extensions and comments', (one) => ({ ...one, 'x-order': 1, $comment: 'C' })),
  schemas('allOf of one', (one) => ({ allOf: [one] })),
  schemas('oneOf of one', (one) => ({ oneOf: [one] })),
  schemas('anyOf of the same twice', (one) => ({ anyOf: [one, one] })),
  schemas('required fields in a part of their own', ({ required, ...one }) =>
    required === undefined ? one : { allOf: [one, { required }] },
  ),
  schemas('each limit in a part of its own', ({ maxLength, ...one }) =>
    maxLength === undefined ? one : { ...one, allOf: [{ maxLength }] },
  ),
  schemas('null as a type of its own', (one) =>
    Array.isArray(one.type) ? { oneOf: [{ ...one, type: one.type[0] as string }, { type: 'null' }] } : one,
  ),
  schemas('null as nullable', (one) =>
    Array.isArray(one.type) ? { ...one, type: one.type[0] as string, nullable: true } : one,
  ),
  schemas('one value as a constant', (one) =>
    one.enum === undefined || one.enum.includes(null)
      ? one
      : { ...one, enum: undefined, anyOf: one.enum.map((value) => ({ const: value })) },
  ),
  schemas('exclusive limits as numbers', ({ minimum, ...one }) =>
    one.type === 'integer' && minimum !== undefined
      ? { ...one, exclusiveMinimum: minimum - 1 }
      : { ...one, ...(minimum !== undefined && { minimum }) },
  ),
  schemas('exclusive limits as booleans', ({ minimum, ...one }) =>
    one.type === 'integer' && minimum !== undefined
      ? { ...one, minimum: minimum - 1, exclusiveMinimum: true }
      : { ...one, ...(minimum !== undefined && { minimum }) },
  ),
  schemas('whole numbers as multiples of 1', (one) => (one.type === 'integer' ? { ...one, multipleOf: 1 } : one)),
  schemas('formats of numbers', (one) => (one.type === 'integer' ? { ...one, format: 'int32' } : one)),
  schemas('formats under another name', (one) => (one.format === 'uri' ? { ...one, format: 'url' } : one)),
  schemas('formats that are unknown', (one) =>
    one.type === 'string' && one.format === undefined ? { ...one, format: 'markdown' } : one,
  ),
  schemas('schemas that are not deprecated, read-only or write-only', (one) => ({
    ...one,
    ...{ deprecated: false, readOnly: false, writeOnly: false },
  })),
  schemas('further fields that are allowed', (one) =>
    isObject(one) && one.additionalProperties === undefined ? { ...one, additionalProperties: true } : one,
  ),
  {
    title: 'request bodies without further fields',
    rewrite: (document) => {
      for (const { requestBody } of operationsIn(document)) {
        const schema = requestBody?.content['application/json']?.schema;
        if (schema !== undefined) Object.assign(schema, { additionalProperties: false });
      }
    },
  },
  {
    title: 'shared schemas, parameters and responses',
    rewrite: shareAll,
  },
  {
    title: 'alternatives that contain one another, written in each of them',
    rewrite: (document) => {
      const { schemas: all } = document.components;
      for (const [name, schema] of Object.entries(all).filter(([, one]) => one.properties?.pages !== undefined)) {
        const alternatives = () =>
          ['Document', 'Group'].map((kind) => ({ $ref: `#/components/schemas/${name}${kind}` }));
        for (const kind of ['Document', 'Group']) {
          const pages = { type: 'array', items: { oneOf: alternatives() } };
          all[`${name}${kind}`] = { ...schema, properties: { ...schema.properties, pages } };
        }
        all[name] = { oneOf: alternatives() };
      }
    },
  },
  {
    title: 'references with descriptions, and to references',
    rewrite: (document) => {
      shareAll(document);
      const { schemas: all } = document.components;
      for (const [name, schema] of Object.entries(all)) {
        all[`${name}Target/~`] = schema;
        all[name] = { $ref: `#/components/schemas/${name}Target~1~0`, description: 'Elsewhere.' };
      }
    },
  },
  operations(
    'parameters of optional headers and cookies',
    (one) => void one.parameters?.push({ name: 'X-Trace', in: 'header' }, { name: 'theme', in: 'cookie' }),
  ),
  {
    title: 'parameters of paths',
    rewrite: (document) => {
      for (const item of Object.values(document.paths)) {
        const [first] = Object.values(item);
        const shared = first?.parameters?.filter((one) => one.in === 'path') ?? [];
        for (const one of Object.values(item)) one.parameters = one.parameters?.filter((each) => each.in !== 'path');
        Object.assign(item, { parameters: shared, summary: 'A path.' });
      }
    },
  },
  {
    title: 'the usual styles of parameters',
    rewrite: (document) => {
      for (const one of parametersIn(document)) {
        Object.assign(one, one.in === 'query' ? { style: 'form', explode: true } : { style: 'simple' });
        Object.assign(one, { allowReserved: true, allowEmptyValue: true, deprecated: false });
      }
    },
  },
  {
    title: 'other names of path parameters, and a slash at the end',
    rewrite: (document) => {
      for (const one of parametersIn(document)) if (one.in === 'path') one.name = `my_${one.name}`;
      document.paths = Object.fromEntries(
        Object.entries(document.paths).map(([path, item]) => [`${path.replaceAll('{', '{my_')}/`, item]),
      );
    },
  },
  {
    title: 'the version in the address of the server',
    rewrite: (document) => {
      document.servers = [{ url: 'https://{host}/{version}/', variables: { version: { default: 'v1' } } }];
      document.paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [path.slice(3), item]));
    },
  },
  {
    title: 'several servers, of which one is at the expected path',
    rewrite: (document) => {
      document.servers = [{ url: 'https://eu.example.com/eu' }, { url: 'https://api.example.com/' }];
    },
  },
  {
    title: 'bearer tokens',
    rewrite: (document) => {
      const oauth = { type: 'oauth2', flows: {} };
      document.components.securitySchemes = { token: { type: 'http', scheme: 'Bearer' }, oauth };
      document.security = [{ token: [] }, { oauth: ['read'] }];
    },
  },
  {
    title: 'a token in Authorization, or an API key, or nothing',
    rewrite: (document) => {
      const [key, header] = ['X-Key', 'Authorization'].map((name) => ({ type: 'apiKey', in: 'header', name }));
      document.components.securitySchemes = { key: { ...key }, header: { ...header } };
      document.security = [{ key: [] }, { header: [] }];
      for (const one of operationsIn(document)) if (one.deprecated) one.security = [{ key: [] }, {}];
    },
  },
  {
    title: 'media types with a charset, and others beside them',
    rewrite: (document) => {
      for (const content of jsonContents(document)) {
        content['application/xml'] = { schema: { type: 'string' } };
        content['Application/JSON; charset=utf-8'] = content['application/json'] as { schema: OpenApiSchema };
        delete content['application/json'];
      }
    },
  },
  operations('statuses of failures, headers, links and callbacks', (one) => {
    const failure = { description: 'No.', content: { 'application/problem+json': { schema: { type: 'object' } } } };
    Object.assign(one.responses, { 304: failure, 401: failure, '4XX': failure, 503: failure, default: failure });
    Object.assign(one, { callbacks: { done: {} }, tags: ['t'], operationId: 'o', externalDocs: {} });
    for (const response of Object.values(one.responses)) Object.assign(response, { headers: {}, links: {} });
  }),
  operations('ranges of statuses', ({ responses }) => {
    for (const status of Object.keys(responses)) {
      responses[`${status[0]}XX`] = responses[status] as (typeof responses)[string];
      delete responses[status];
    }
  }),
  {
    title: 'limits and patterns of responses',
    rewrite: (document) => {
      for (const { responses } of operationsIn(document)) {
        for (const { content } of Object.values(responses)) {
          const schema = content?.['application/json']?.schema;
          if (schema === undefined) continue;
          for (const one of Object.values(schema.properties ?? {}))
            Object.assign(one, { maxItems: 1000, maxLength: 1e6 });
          Object.assign(schema, { minProperties: 0, propertyNames: { maxLength: 100 }, unevaluatedProperties: false });
        }
      }
    },
  },
  {
    title: 'webhooks and tags',
    rewrite: (document) => void Object.assign(document, { webhooks: { a: {} }, tags: [] }),
  },
];

function requiredReversed(one: OpenApiSchema): OpenApiSchema {
  return one.required === undefined ? one : { ...one, required: [...one.required].reverse() };
}

/** Moves what operations have into the components, each part under a name of its own. */
function shareAll(document: OpenApi): void {
  const { schemas: all } = document.components;
  let count = 0;
  eachSchema(document, (one) => {
    if (!isObject(one)) return one;
    count += 1;
    all[`Shared${count}`] = one;
    return { $ref: `#/components/schemas/Shared${count}` };
  });
  const parameters: Record<string, OpenApiParameter> = {};
  const responses: NonNullable<OpenApi['components']['responses']> = {};
  for (const [i, one] of operationsIn(document).entries()) {
    one.parameters = one.parameters?.map((parameter) => {
      parameters[`${i}${parameter.name}`] = parameter;
      return { $ref: `#/components/parameters/${i}${parameter.name}` } as OpenApiParameter;
    });
    for (const [status, response] of Object.entries(one.responses)) {
      responses[`${i}${status}`] = response;
      one.responses[status] = { $ref: `#/components/responses/${i}${status}`, description: 'Elsewhere.' };
    }
  }
  Object.assign(document.components, { parameters, responses });
}
