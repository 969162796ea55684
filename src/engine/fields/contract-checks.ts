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
import { isJsonObject } from '../contract/json.ts';
import type { Operation } from '../contract/operation.ts';
import { segmentProblem } from '../contract/path-segment.ts';
import { Reference } from '../data/reference.ts';
import { contractBroken, invalidId, wrongJsonType } from '../http/errors.ts';
import type { FieldSpec } from './spec.ts';

/** Says what is wrong with a value of the service; undefined where nothing is. */
export type ContractCheck = (value: unknown) => string | undefined;

/**
 * What the service's contract promises of a field's value: that it is present, that it is of the closed set. For a value
 * straight from the service, also its JSON type, as graphql would otherwise quote the value, or convert it to a string.
 * Undefined where nothing is promised.
 */
export function contractCheck(
  field: Pick<GraphQLField<unknown, unknown>, 'type' | 'astNode'>,
  kind: FieldSpec['kind'],
  isOfEntity: boolean,
): ContractCheck | undefined {
  if (kind === 'key') return undefined;
  const type = getNullableType(field.type);
  const isRequired = isNonNullType(field.type) || isSemanticNonNull(field);
  const missing = isRequired ? 'has no value' : undefined;
  if (isEnumType(type)) return presentAnd(missing, memberTest(type), 'has a value that the contract does not list');
  if (isServiceValue(type, kind, isOfEntity)) return presentAnd(missing, typeTest(type), wrongJsonType);
  return isRequired ? (value) => (value == null ? missing : undefined) : undefined;
}

/** Kinds of fields whose value is a part of a response, and not a record of its own or what the gateway makes of one. */
const partKinds: ReadonlySet<FieldSpec['kind']> = new Set(['record', 'property', 'function']);

/** Whether a value is straight from the service, so that it may be of any type. Other scalars are checked when they are serialized. */
function isServiceValue(type: GraphQLOutputType, kind: FieldSpec['kind'], isOfEntity: boolean): boolean {
  return (isOfEntity && kind === 'record') || isListType(type) || (isObjectType(type) && partKinds.has(kind));
}

function isSemanticNonNull({ astNode }: Pick<GraphQLField<unknown, unknown>, 'astNode'>): boolean {
  return astNode?.directives?.some(({ name }) => name.value === 'semanticNonNull') ?? false;
}

/** One function for both checks: it is called for each value of each response. */
function presentAnd(missing: string | undefined, isValid: (value: unknown) => boolean, invalid: string): ContractCheck {
  return (value) => (value == null ? missing : isValid(value) ? undefined : invalid);
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
  source: Operation | undefined,
  field: string,
): readonly Item[] | undefined {
  if (list == null) return undefined;
  if (!isListOfObjects(list)) throw contractBroken(source, field, wrongJsonType);
  return list;
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isJsonObject);
}

/** Throws UPSTREAM_CONTRACT for an id in a response that is no text, or that no path can contain. */
export function checkId(id: unknown, source: Operation | undefined, field: string): void {
  if (typeof id !== 'string') throw contractBroken(source, field, wrongJsonType);
  if (segmentProblem(id) !== undefined) throw contractBroken(source, field, invalidId);
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

const isText = (value: unknown) => typeof value === 'string';

const scalarTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: isText,
  DateTime: isText,
  URL: isText,
  Boolean: (value) => typeof value === 'boolean',
  // Those that GraphQL can represent.
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Float: Number.isFinite,
  JSONObject: isJsonObject,
};
