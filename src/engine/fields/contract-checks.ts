import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isNullableType,
  isObjectType,
} from 'graphql';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import { absoluteUrl, dateTime, type TextFormat } from '../contract/formats.ts';
import { isJsonObject } from '../contract/json.ts';
import { segmentProblem } from '../contract/path-segment.ts';
import { Reference } from '../data/reference.ts';
import { contractBroken, invalidId, wrongJsonType } from '../http/errors.ts';
import type { FieldKind } from './field-kind.ts';

/** Says what is wrong with a value of the service; undefined where nothing is. */
export type ContractCheck = (value: unknown) => string | undefined;

/**
 * What the service's contract promises of a field's value: that it is present, of the closed set, of the text's format. For
 * a value straight from the service, also its JSON type, as graphql would otherwise quote the value, or convert it: `true` is 1 as an Int.
 * Undefined where nothing is promised.
 */
export function contractCheck(
  field: Pick<GraphQLField<unknown, unknown>, 'type' | 'astNode'>,
  valueSource: FieldKind['valueSource'],
): ContractCheck | undefined {
  if (valueSource === 'key') return undefined;
  const type = getNullableType(field.type);
  const isRequired = isNonNullType(field.type) || isSemanticNonNull(field);
  const missing = isRequired ? 'has no value' : undefined;
  if (isEnumType(type)) return presentAnd(missing, memberTest(type), 'has a value that the contract does not list');
  const format = textFormats[String(type)];
  if (format !== undefined) return textOf(format, missing);
  if (valueSource !== 'calls' || isListType(type)) return presentAnd(missing, typeTest(type), wrongJsonType);
  return isRequired ? (value) => (value == null ? missing : undefined) : undefined;
}

function isSemanticNonNull({ astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>): boolean {
  return astNode?.directives?.some(({ name }) => name.value === 'semanticNonNull') ?? false;
}

/** One function for both checks: it is called for each value of each response. */
function presentAnd(missing: string | undefined, isValid: (value: unknown) => boolean, invalid: string): ContractCheck {
  return (value) => (value == null ? missing : isValid(value) ? undefined : invalid);
}

/** A text of a format. Neither error quotes it: a URL may contain credentials. */
function textOf({ name, test }: TextFormat, missing: string | undefined): ContractCheck {
  const invalid = `has a value that is no ${name}`;
  return (value) => {
    if (value == null) return missing;
    if (typeof value !== 'string') return wrongJsonType;
    return test(value) ? undefined : invalid;
  };
}

/** The value, if it keeps all that is promised. Throws UPSTREAM_CONTRACT for the field otherwise; never quotes the value. */
export function checked(check: ContractCheck, value: unknown, parent: unknown, field: string): unknown {
  const wrong = check(value);
  if (wrong === undefined) return value;
  throw contractBroken(parent instanceof Reference ? parent.source : undefined, field, wrong);
}

/**
 * The objects of a list inside a response, before anything is made of them; undefined where there is none. Throws
 * UPSTREAM_CONTRACT for any other value.
 */
export function objectsIn<Item extends object>(
  list: readonly Item[] | null | undefined,
  source: Endpoint | undefined,
  field: string,
): readonly Item[] | undefined {
  if (list == null) return undefined;
  if (!isListOfObjects(list)) throw contractBroken(source, field, wrongJsonType);
  return list;
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isJsonObject);
}

/** Throws UPSTREAM_CONTRACT for an id in a response that is not a string, or that no path can contain. */
export function checkId(id: unknown, source: Endpoint | undefined, field: string): void {
  if (typeof id !== 'string') throw contractBroken(source, field, wrongJsonType);
  if (segmentProblem(id) !== undefined) throw contractBroken(source, field, invalidId);
}

/** Throws UPSTREAM_CONTRACT for a path that a record tells, where one of its ids has no value or is not valid. */
export function checkPath(path: Key, source: Endpoint | undefined, field: string): void {
  for (const id of Object.values<unknown>(path)) {
    if (id == null || id === '') throw contractBroken(source, field, 'has no value');
    checkId(id, source, field);
  }
}

function memberTest(type: GraphQLEnumType): (value: unknown) => boolean {
  const values = new Set(type.getValues().map(({ value }) => value));
  return (value) => values.has(value);
}

function typeTest(type: GraphQLOutputType): (value: unknown) => boolean {
  if (isListType(type)) {
    const isNullable = isNullableType(type.ofType);
    const isItem = isNullable ? () => true : itemTest(type.ofType);
    return (value) => Array.isArray(value) && value.every(isItem);
  }
  if (isObjectType(type)) return isJsonObject;
  return scalarTests[String(type)] ?? (() => true);
}

/** The test of a list's items, which the schema promises. An item of a list of records may be a reference, or arrive later. */
function itemTest(type: GraphQLOutputType): (value: unknown) => boolean {
  const isItem = typeTest(getNullableType(type));
  return (value) => value != null && isItem(value);
}

const isString = (value: unknown) => typeof value === 'string';

const textFormats: Readonly<Record<string, TextFormat | undefined>> = { DateTime: dateTime, URL: absoluteUrl };

/** Whether a scalar of the graph can represent a value of the service; true for a type that takes any value. */
export function isScalarValue(type: string, value: unknown): boolean {
  return scalarTests[type]?.(value) ?? true;
}

const scalarTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: isString,
  DateTime: (value) => typeof value === 'string' && dateTime.test(value),
  URL: (value) => typeof value === 'string' && absoluteUrl.test(value),
  Boolean: (value) => typeof value === 'boolean',
  // Those that GraphQL can represent.
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Float: Number.isFinite,
  JSONObject: isJsonObject,
};
