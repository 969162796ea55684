import { z } from 'zod';
import { type Endpoint, pathParams, queryParams } from '../../../src/engine/contract/endpoint.ts';
import { endpoints } from '../../../src/resources/contract.ts';

/** A schema of an OpenAPI document. */
export interface OpenApiSchema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  required?: string[];
  properties?: Record<string, OpenApiSchema>;
  additionalProperties?: boolean | OpenApiSchema;
  items?: OpenApiSchema;
  allOf?: OpenApiSchema[];
  oneOf?: OpenApiSchema[];
  anyOf?: OpenApiSchema[];
  description?: string;
  /** Keywords that no document of the contract has. */
  [keyword: string]: unknown;
}

export interface OpenApiParameter {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  deprecated?: boolean;
  schema?: OpenApiSchema;
  style?: string;
  explode?: boolean;
  content?: Content;
}

export type Content = Record<string, { schema: OpenApiSchema }>;

export interface OpenApiServer {
  url: string;
  variables?: Record<string, { default: string }>;
}

export interface OpenApiOperation {
  deprecated?: boolean;
  servers?: OpenApiServer[];
  security?: Record<string, string[]>[];
  parameters?: OpenApiParameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, { $ref?: string; description: string; content?: Content }>;
}

export interface OpenApi {
  openapi: string;
  servers?: OpenApiServer[];
  security?: Record<string, string[]>[];
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: {
    schemas: Record<string, OpenApiSchema>;
    parameters?: Record<string, OpenApiParameter>;
    responses?: Record<string, { description: string; content?: Content }>;
    securitySchemes?: Record<string, Record<string, unknown>>;
  };
}

/** How a document is written: `inline` repeats each schema in 3.1, `composed` shares and combines them in 3.0. */
export type OpenApiStyle = 'inline' | 'composed';

/** Describes the REST contract as an OpenAPI document. */
export function openApiOf(style: OpenApiStyle): OpenApi {
  return new Writer(style).document();
}

class Writer {
  readonly #isComposed: boolean;
  readonly #names = new Map<z.ZodType, string>();
  readonly #schemas: Record<string, OpenApiSchema> = {};
  readonly #parameters: Record<string, OpenApiParameter> = {};

  constructor(style: OpenApiStyle) {
    this.#isComposed = style === 'composed';
  }

  document(): OpenApi {
    const paths: OpenApi['paths'] = {};
    for (const endpoint of endpoints) {
      const path = this.#isComposed ? endpoint.path.replace(/^\/v1/, '').replaceAll('Id}', 'Key}') : endpoint.path;
      paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: this.#operation(endpoint) };
    }
    return {
      openapi: this.#isComposed ? '3.0.3' : '3.1.0',
      ...(this.#isComposed && { servers: [{ url: 'https://api.example.com/v1' }] }),
      paths,
      components: { schemas: this.#schemas, parameters: this.#parameters },
    };
  }

  #operation(endpoint: Endpoint): OpenApiOperation {
    const { body, result, status, path } = endpoint;
    const inPath = pathParams(this.#isComposed ? path.replaceAll('Id}', 'Key}') : path);
    return {
      parameters: [
        ...inPath.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
        ...queryParams(endpoint).map(([name, schema]) => this.#queryParameter(name, schema)),
      ],
      ...(body && { requestBody: { required: true, content: this.#content(body) } }),
      responses: {
        [status]: { description: 'Success.', ...(result && { content: this.#content(result) }) },
        404: { description: 'Not found.' },
      },
    };
  }

  #content(schema: z.ZodType): Content {
    return { 'application/json': { schema: this.schema(schema) } };
  }

  #queryParameter(name: string, schema: z.ZodType): OpenApiParameter {
    const value = schema.meta()?.default;
    const written = { ...this.schema(schema), ...(value !== undefined && { default: value }) };
    const parameter = { name, in: 'query', required: !schema.isOptional(), schema: written };
    if (!this.#isComposed || (name !== 'page' && name !== 'limit')) return parameter;
    this.#parameters[name] = parameter;
    return { $ref: `#/components/parameters/${name}` } as OpenApiParameter;
  }

  /** Writes a schema. */
  schema(schema: z.ZodType): OpenApiSchema {
    if (schema instanceof z.ZodOptional) return this.schema(schema.unwrap() as z.ZodType);
    if (schema instanceof z.ZodNullable) return this.#nullable(this.schema(schema.unwrap() as z.ZodType));
    if (schema instanceof z.ZodObject) return this.#object(schema);
    if (schema instanceof z.ZodArray) return { type: 'array', items: this.schema(schema.element as z.ZodType) };
    if (schema instanceof z.ZodRecord) {
      return { type: 'object', additionalProperties: this.schema(schema.valueType as z.ZodType) };
    }
    if (schema instanceof z.ZodUnion) return { oneOf: schema.options.map((one) => this.schema(one as z.ZodType)) };
    if (schema instanceof z.ZodEnum) return this.#values(schema.options);
    if (schema instanceof z.ZodLiteral) return this.#values([...schema.values]);
    if (schema instanceof z.ZodBoolean) return { type: 'boolean' };
    if (schema instanceof z.ZodNumber) return this.#number(schema);
    if (schema instanceof z.ZodString || schema instanceof z.ZodURL) return this.#text(schema);
    return {};
  }

  #nullable(schema: OpenApiSchema): OpenApiSchema {
    if (this.#isComposed)
      return schema.$ref === undefined ? { ...schema, nullable: true } : { ...nullableReference(schema) };
    return typeof schema.type === 'string'
      ? { ...schema, type: [schema.type, 'null'], ...(schema.enum && { enum: [...schema.enum, null] }) }
      : { anyOf: [schema, { type: 'null' }] };
  }

  #values(values: unknown[]): OpenApiSchema {
    if (!this.#isComposed) return { type: 'string', enum: values };
    return { type: 'string', oneOf: values.map((value) => ({ enum: [value] })) };
  }

  #number(schema: z.ZodNumber): OpenApiSchema {
    const limit = (name: 'minimum' | 'maximum', value: number | null) =>
      value === null || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? {} : { [name]: value };
    const type = schema.format === 'safeint' ? 'integer' : 'number';
    return { type, ...limit('minimum', schema.minValue), ...limit('maximum', schema.maxValue) };
  }

  #text(schema: z.ZodString | z.ZodURL): OpenApiSchema {
    const written = z.toJSONSchema(schema) as OpenApiSchema;
    const { minLength, maxLength, pattern, format } = written;
    return {
      type: 'string',
      ...(minLength !== undefined && { minLength }),
      ...(maxLength !== undefined && { maxLength }),
      ...(pattern !== undefined && { pattern }),
      ...(format !== undefined && { format }),
    };
  }

  /** Objects that contain themselves are always shared. */
  #object(schema: z.ZodObject): OpenApiSchema {
    if (!this.#isComposed && !containsItself(schema)) return this.#properties(schema, Object.keys(schema.shape));
    let name = this.#names.get(schema);
    if (name === undefined) {
      name = `Schema${this.#names.size}`;
      this.#names.set(schema, name);
      this.#schemas[name] = this.#isComposed
        ? this.#halves(schema, name)
        : this.#properties(schema, Object.keys(schema.shape));
    }
    return { $ref: `#/components/schemas/${name}` };
  }

  /** An object in two parts: one is shared, the other one is beside it. */
  #halves(schema: z.ZodObject, name: string): OpenApiSchema {
    const names = Object.keys(schema.shape);
    const middle = Math.ceil(names.length / 2);
    this.#schemas[`${name}Base`] = this.#properties(schema, names.slice(0, middle));
    return {
      allOf: [{ $ref: `#/components/schemas/${name}Base` }, this.#properties(schema, names.slice(middle))],
      description: 'In two parts.',
    };
  }

  #properties(schema: z.ZodObject, names: string[]): OpenApiSchema {
    const entries = names.map((name) => [name, schema.shape[name] as z.ZodType] as const);
    const required = entries.filter(([, property]) => !property.isOptional()).map(([name]) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(entries.map(([name, property]) => [name, this.schema(property)])),
      ...(required.length > 0 && { required }),
    };
  }
}

function nullableReference(schema: OpenApiSchema): OpenApiSchema {
  return { allOf: [schema], nullable: true };
}

function containsItself(schema: z.ZodObject): boolean {
  return Object.values<z.ZodType>(schema.shape).some((property) => {
    const inner = property instanceof z.ZodOptional ? property.unwrap() : property;
    return inner instanceof z.ZodArray && inner.element === schema;
  });
}
