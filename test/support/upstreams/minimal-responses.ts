import { z } from 'zod';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';
import { contract } from '../../../src/resources/contract.ts';
import { json, type Reply, text } from './fault-upstream.ts';

/** The parts of a JSON Schema that the tests use. */
export interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  required?: string[];
  anyOf?: JsonSchema[];
  const?: unknown;
  enum?: string[];
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
}

/** Converts a contract schema to a JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema) as JsonSchema;
}

const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((group) => Object.values(group));

const routes = endpoints.map((endpoint) => ({
  endpoint,
  path: new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** The operation of the contract that a request calls. */
export function operationFor({ method, url }: { method: string; url: string }): Endpoint | undefined {
  const path = url.split('?')[0] as string;
  return routes.find((one) => one.endpoint.method === method && one.path.test(path))?.endpoint;
}

/** Responds to every operation of the contract with the required fields only. */
export const minimalResponses = responsesOf(sampleOf);

/** Responds to every operation of the contract with all fields, and with one item in each list, on one page. */
export const fullResponses = responsesOf((schema) => ({
  ...(fullSampleOf(schema, schema, 0) as object),
  next: undefined,
}));

function responsesOf(sample: (schema: JsonSchema) => unknown): Reply {
  return (response, request) => {
    const endpoint = operationFor(request);
    if (endpoint === undefined) return json({ message: 'Not in the contract.' }, 404)(response, request);
    const { result, status } = endpoint;
    const reply = result === undefined ? text('', status) : json(sample(jsonSchemaOf(result)), status);
    return reply(response, request);
  };
}

const formats: Readonly<Record<string, string | undefined>> = {
  uri: 'https://sample.example/',
  'date-time': '2025-01-01T00:00:00Z',
};

/** A minimal valid value of a schema. */
export function sampleOf(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.anyOf !== undefined) return sampleOf(schema.anyOf[0] as JsonSchema);
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(schema.properties?.[name] as JsonSchema)]),
      );
    case 'array':
      return [];
    case 'number':
      return 1;
    case 'boolean':
      return true;
    default:
      return formats[schema.format ?? ''] ?? 'sample';
  }
}

/** Deeper records, such as pages below pages, have no fields. */
const maxLevels = 8;

/** A value of a schema with all that it may have; `root` has the definitions that it refers to. */
function fullSampleOf(schema: JsonSchema, root: JsonSchema, level: number): unknown {
  const { $ref, anyOf, type, items, properties = {} } = schema;
  if ($ref !== undefined) return fullSampleOf(definitionIn(root, $ref), root, level);
  if (anyOf !== undefined) return fullSampleOf(anyOf.find((one) => one.type !== 'null') ?? {}, root, level);
  if (type === 'array') return items === undefined || level > maxLevels ? [] : [fullSampleOf(items, root, level + 1)];
  if (type !== 'object' || level > maxLevels) return sampleOf(schema);
  const entries = Object.entries(properties).map(([name, one]) => [name, fullSampleOf(one, root, level + 1)]);
  return Object.fromEntries(entries);
}

function definitionIn(root: JsonSchema, reference: string): JsonSchema {
  return root.$defs?.[reference.replace('#/$defs/', '')] ?? root;
}
