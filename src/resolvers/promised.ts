import {
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLOutputType,
  getNullableType,
  isEnumType,
  isListType,
  isObjectType,
} from 'graphql';
import { Reference } from '../loaders/reference.ts';
import { contractBroken } from '../rest/errors.ts';
import type { Context } from './context.ts';

/** Says what is wrong with a value of the service; undefined where nothing is. */
export type Check = (value: unknown) => string | undefined;

/**
 * What the service's contract promises of a field's value: that it is there, that it is of the closed set. For a value
 * straight from a record, also its JSON type, as graphql would otherwise quote the value, or turn it into a text.
 */
// biome-ignore lint/suspicious/noExplicitAny: graphql types a schema's fields so
export function checksOf(field: GraphQLField<any, Context>, isRecordValue: boolean): Check[] {
  const type = getNullableType(field.type);
  const isRequired = field.astNode?.directives?.some(({ name }) => name.value === 'semanticNonNull') ?? false;
  const checks = isRequired ? [present] : [];
  if (isEnumType(type)) checks.push(memberOf(type));
  else if (isRecordValue) checks.push(typed(type));
  return checks;
}

/** The value, if it keeps all that is promised. Throws UPSTREAM_CONTRACT for the field otherwise; never quotes the value. */
export function check(checks: readonly Check[], value: unknown, parent: unknown, field: string): unknown {
  for (const wrong of checks) {
    const what = wrong(value);
    if (what !== undefined) {
      throw contractBroken(parent instanceof Reference ? parent.source : undefined, field, what);
    }
  }
  return value;
}

export const ofAnotherType = 'has a value of another type than the contract says';

const present: Check = (value) => (value == null ? 'has no value' : undefined);

function memberOf(type: GraphQLEnumType): Check {
  const values = new Set(type.getValues().map(({ value }) => value));
  return (value) => (value == null || values.has(value) ? undefined : 'has a value that the contract does not list');
}

function typed(type: GraphQLOutputType): Check {
  const fits = typeTest(type);
  return (value) => (value == null || fits(value) ? undefined : ofAnotherType);
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
  // Those that GraphQL has.
  Int: (value) => typeof value === 'number' && (value | 0) === value,
  Float: Number.isFinite,
  JSONObject: isObject,
};
