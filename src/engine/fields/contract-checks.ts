import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
import { Reference } from '../data/reference.ts';
import { contractBroken } from '../http/errors.ts';

/** Says what is wrong with a value of the service; undefined where nothing is. */
export type ContractCheck = (value: unknown) => string | undefined;

/**
 * What the service's contract promises of a field's value: that it is present, that it is of the closed set. For a value
 * straight from a record, also its JSON type, as graphql would otherwise quote the value, or convert it to a string.
 * Undefined where nothing is promised.
 */
export function contractCheck(
  field: Pick<GraphQLField<unknown, unknown>, 'type' | 'astNode'>,
  isRecordValue: boolean,
): ContractCheck | undefined {
  const type = getNullableType(field.type);
  const isRequired = field.astNode?.directives?.some(({ name }) => name.value === 'semanticNonNull') ?? false;
  const missing = isRequired ? 'has no value' : undefined;
  if (isEnumType(type)) return presentAnd(missing, memberTest(type), 'has a value that the contract does not list');
  if (isRecordValue) return presentAnd(missing, typeTest(type), wrongJsonType);
  return isRequired ? (value) => (value == null ? missing : undefined) : undefined;
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

export const wrongJsonType = 'has a value of another type than the contract says';

function memberTest(type: GraphQLEnumType): (value: unknown) => boolean {
  const values = new Set(type.getValues().map(({ value }) => value));
  return (value) => values.has(value);
}

function typeTest(type: GraphQLOutputType): (value: unknown) => boolean {
  if (isListType(type)) return Array.isArray;
  if (isObjectType(type)) return isObject;
  return scalarTests[String(type)] ?? (() => true);
}

const isText = (value: unknown) => typeof value === 'string';
const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value);

const scalarTests: Readonly<Record<string, (value: unknown) => boolean>> = {
  String: isText,
  DateTime: isText,
  URL: isText,
  Boolean: (value) => typeof value === 'boolean',
  // Those that GraphQL can represent.
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Float: Number.isFinite,
  JSONObject: isObject,
};
