import {
  anything,
  type Conditions,
  isJsonObject,
  type JsonObject,
  type JsonType,
  type Limits,
  type Shape,
} from '../../engine/engine.ts';

/** The keywords of limits. Version 3.0 states exclusive ones as booleans, 3.1 as numbers. */
const limitKeywords: readonly (keyof Limits)[] = [
  ...(['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'] as const),
  ...(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const),
];

/** Keywords that restrict a value in a way that is not compared. */
const opaqueKeywords = ['not', 'if', 'dependentSchemas', 'propertyNames', 'patternProperties', 'contains'];

/** Keywords that restrict or describe a value, and are compared. */
const keywords: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'format', 'pattern', 'default', 'properties', 'required', 'items', 'prefixItems'],
  ...['additionalProperties', 'unevaluatedProperties', 'multipleOf', 'uniqueItems', 'dependentRequired'],
  ...['contentEncoding', 'readOnly', 'writeOnly', 'deprecated', ...limitKeywords, ...opaqueKeywords],
]);

/** Whether a schema says more than those that it is combined of. */
export function saysMore(schema: JsonObject): boolean {
  return Object.keys(schema).some((keyword) => keywords.has(keyword));
}

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const namesIn = (value: unknown) => listOf(value).filter((name): name is string => typeof name === 'string');
const textOr = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** What a schema says beside the schemas that it is combined of. */
export function ownShape(schema: JsonObject): Shape<unknown> {
  const values = valuesOf(schema);
  const format = formatOf(schema);
  const pattern = textOr(schema.pattern);
  const items = itemsOf(schema);
  const { additionalProperties: further, unevaluatedProperties } = schema;
  return {
    ...anything,
    types: typesIn(schema, values),
    properties: propertiesOf(schema),
    required: new Set(namesIn(schema.required)),
    isLoose: further === true || isJsonObject(further),
    isClosed: further === false || (further === undefined && unevaluatedProperties === false),
    isReadOnly: schema.readOnly === true,
    isWriteOnly: schema.writeOnly === true,
    isDeprecated: schema.deprecated === true,
    ...(values && { values: values.filter((value) => value !== null) }),
    ...(format !== undefined && { format }),
    ...(pattern !== undefined && { pattern }),
    ...(schema.default !== undefined && { default: schema.default }),
    ...limitsOf(schema),
    ...conditionsOf(schema),
    ...(items !== undefined && { items }),
    ...(isJsonObject(further) && { additional: further }),
  };
}

function valuesOf(schema: JsonObject): readonly unknown[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  return schema.const === undefined ? undefined : [schema.const];
}

/** Version 3.1 has a keyword of its own for what 3.0 says with the format `byte`. */
function formatOf({ format, contentEncoding }: JsonObject): string | undefined {
  return textOr(contentEncoding) === 'base64' ? 'byte' : textOr(format);
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

/** A property that can have no value is none. */
function propertiesOf({ properties }: JsonObject): Map<string, unknown> {
  if (!isJsonObject(properties)) return new Map();
  return new Map(Object.entries(properties).filter(([, schema]) => !isNever(schema)));
}

function isNever(schema: unknown): boolean {
  if (!isJsonObject(schema)) return schema === false;
  const { not } = schema;
  return not === true || (isJsonObject(not) && Object.keys(not).length === 0);
}

/** The first items of a list may have schemas of their own. */
function itemsOf({ items, prefixItems }: JsonObject): unknown {
  const first = listOf(prefixItems);
  if (first.length === 0) return isJsonObject(items) ? items : undefined;
  return { anyOf: isJsonObject(items) ? [...first, items] : first };
}

function limitsOf(schema: JsonObject): Limits {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const name of limitKeywords) {
    const value = schema[name];
    if (typeof value === 'number') limits[name] = value;
  }
  if (schema.exclusiveMinimum === true) moveLimit(limits, 'minimum', 'exclusiveMinimum');
  if (schema.exclusiveMaximum === true) moveLimit(limits, 'maximum', 'exclusiveMaximum');
  return limits;
}

function moveLimit(limits: Partial<Record<keyof Limits, number>>, from: keyof Limits, to: keyof Limits): void {
  const value = limits[from];
  if (value !== undefined) limits[to] = value;
  delete limits[from];
}

function conditionsOf(schema: JsonObject): Conditions {
  const { multipleOf, dependentRequired } = schema;
  const dependents = isJsonObject(dependentRequired) ? Object.entries(dependentRequired) : [];
  return {
    ...(typeof multipleOf === 'number' && { multiplesOf: [multipleOf] }),
    ...(schema.uniqueItems === true && { isUnique: true }),
    dependents: dependents.map(([property, names]) => ({ property, requires: namesIn(names) })),
    keywords: opaqueKeywords.filter((keyword) => restricts(schema, keyword)),
  };
}

/** `if` alone says nothing. */
function restricts(schema: JsonObject, keyword: string): boolean {
  if (schema[keyword] === undefined) return false;
  return keyword !== 'if' || schema.then !== undefined || schema.else !== undefined;
}
