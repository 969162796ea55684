import { isJsonObject, type JsonObject } from '../../engine/contract/json.ts';
import { anything, intersect, type JsonType, join, type Property, type Shape } from '../contract/shape.ts';
import { DocumentError } from './document-error.ts';
import type { References } from './references.ts';

/** A schema of an OpenAPI document as it is written: an object, or a boolean. */
export type RawSchema = unknown;

/** Most levels of `allOf`, `oneOf` and `anyOf` in one another. */
const maxNesting = 100;

/** Most schemas that are read. */
const maxSchemas = 500_000;

/** Reads the schemas of an OpenAPI document of version 3.0 or 3.1, one level at a time. */
export class SchemaReader {
  readonly #references: References;
  readonly #shapes = new WeakMap<object, Shape<RawSchema>>();
  readonly #open = new Set<object>();
  #count = 0;

  constructor(references: References) {
    this.#references = references;
  }

  /** The shape of a schema. Throws a DocumentError for a schema that is too complex, or that consists of itself. */
  shapeOf(schema: RawSchema): Shape<RawSchema> {
    const target = this.#references.resolve(schema);
    if (!isJsonObject(target)) return anything;
    const known = this.#shapes.get(target);
    if (known !== undefined) return known;
    this.#count += 1;
    if (this.#count > maxSchemas) throw new DocumentError(`The document has more than ${maxSchemas} schemas.`);
    if (this.#open.has(target)) throw new DocumentError('A schema of the document consists of itself.');
    if (this.#open.size >= maxNesting) {
      throw new DocumentError(`A schema of the document combines others over more than ${maxNesting} levels.`);
    }
    this.#open.add(target);
    const shape = this.#read(target);
    this.#open.delete(target);
    this.#shapes.set(target, shape);
    return shape;
  }

  /** The object that a schema refers to, which stands for it: two schemas with the same target are the same. */
  targetOf(schema: RawSchema): RawSchema {
    return this.#references.resolve(schema);
  }

  #read(schema: JsonObject): Shape<RawSchema> {
    const { $ref, allOf, oneOf, anyOf, ...own } = schema;
    const parts = [
      ...(typeof $ref === 'string' ? [this.shapeOf({ $ref })] : []),
      ...listOf(allOf).map((part) => this.shapeOf(part)),
      ...[oneOf, anyOf].flatMap((options) =>
        listOf(options).length === 0
          ? []
          : [
              join(
                listOf(options).map((part) => this.shapeOf(part)),
                this.#anyOf,
              ),
            ],
      ),
    ];
    const shape = intersect(parts.length === 0 || saysMore(own) ? [...parts, ownShape(own)] : parts, this.#allOf);
    // Many documents of version 3.0 write it beside a reference.
    return own.nullable === true && shape.types ? { ...shape, types: new Set([...shape.types, 'null']) } : shape;
  }

  readonly #anyOf = (anyOf: readonly RawSchema[]): RawSchema => this.#combined('anyOf', anyOf);
  readonly #allOf = (allOf: readonly RawSchema[]): RawSchema => this.#combined('allOf', allOf);

  /** Schemas that refer to the same one are one. */
  #combined(keyword: 'allOf' | 'anyOf', schemas: readonly RawSchema[]): RawSchema {
    const distinct = [...new Set(schemas.map((schema) => this.targetOf(schema)))];
    return distinct.length === 1 ? distinct[0] : { [keyword]: distinct };
  }
}

/** Keywords that restrict a value, and are compared. */
const keywords = [
  ...['type', 'nullable', 'enum', 'const', 'format', 'pattern', 'default', 'properties', 'required', 'items'],
  ...['additionalProperties', 'minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
];

function saysMore(schema: JsonObject): boolean {
  return keywords.some((keyword) => keyword !== 'nullable' && Object.hasOwn(schema, keyword));
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined);

function ownShape(schema: JsonObject): Shape<RawSchema> {
  const values = valuesOf(schema);
  const format = textOr(schema.format);
  const pattern = textOr(schema.pattern);
  return {
    types: typesIn(schema, values),
    properties: propertiesOf(schema),
    isLoose: schema.additionalProperties === true || isJsonObject(schema.additionalProperties),
    ...(values && { values: values.filter((value) => value !== null) }),
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...limitsOf(schema),
    ...(isJsonObject(schema.items) && { items: schema.items }),
    ...(isJsonObject(schema.additionalProperties) && { additional: schema.additionalProperties }),
  };
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.const === undefined ? undefined : [schema.const];
}

const jsonTypes: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const isJsonType = (type: unknown): type is JsonType => typeof type === 'string' && jsonTypes.includes(type);

function typesIn(schema: JsonObject, values: readonly unknown[] | undefined): ReadonlySet<JsonType> | undefined {
  const written = [schema.type].flat().filter(isJsonType);
  const types = written.length > 0 ? written : impliedTypes(schema, values);
  if (types === undefined) return undefined;
  return new Set(schema.nullable === true ? [...types, 'null'] : types);
}

/** The type of a schema that states none: keywords of objects and lists, and the values, imply it. */
function impliedTypes(schema: JsonObject, values: readonly unknown[] | undefined): JsonType[] | undefined {
  if (isJsonObject(schema.properties)) return ['object'];
  if (schema.items !== undefined) return ['array'];
  const types = new Set<string>((values ?? []).map((value) => (value === null ? 'null' : typeof value)));
  return types.size > 0 ? [...types].filter(isJsonType) : undefined;
}

function propertiesOf(schema: JsonObject): Map<string, Property<RawSchema>> {
  const required = new Set(listOf(schema.required));
  const properties = new Map<string, Property<RawSchema>>();
  if (!isJsonObject(schema.properties)) return properties;
  for (const [name, property] of Object.entries(schema.properties)) {
    properties.set(name, { schema: property, isRequired: required.has(name) });
  }
  return properties;
}

/** Version 3.0 states exclusive limits as booleans, 3.1 as numbers. Whole numbers are compared. */
function limitsOf(schema: JsonObject) {
  const limit = (name: string) => (typeof schema[name] === 'number' ? { [name]: schema[name] } : {});
  const exclusive = (name: 'minimum' | 'maximum', keyword: string, step: number) => {
    const bound = schema[keyword] === true ? schema[name] : schema[keyword];
    return typeof bound === 'number' ? { [name]: bound + step } : {};
  };
  return {
    ...limit('minLength'),
    ...limit('maxLength'),
    ...limit('minimum'),
    ...limit('maximum'),
    ...exclusive('minimum', 'exclusiveMinimum', 1),
    ...exclusive('maximum', 'exclusiveMaximum', -1),
  };
}
