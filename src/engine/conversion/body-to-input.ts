import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { isJsonObject, type JsonObject } from '../contract/json.ts';
import type { InputNames } from '../fields/input-names.ts';
import { quoted } from '../http/errors.ts';
import { ConversionError } from './conversion-error.ts';

interface Place {
  /** Names in the input by paths in the body, where they differ. */
  readonly names: ReadonlyMap<string, string>;
  /** Where in the body the value is. */
  readonly path: readonly string[];
}

/** The names of input fields by the paths of body fields: the last part of each. */
export function bodyNamesOf(inputNames: InputNames): Map<string, string> {
  return new Map(Object.entries(inputNames).map(([path, name]) => [path, name.split('.').at(-1) ?? name]));
}

/**
 * A part of a REST body as the input of a mutation. Where REST has another form than the input, this is a guess by the types:
 * the caller has to check that the mutation makes the same body of it. Throws a ConversionError.
 */
export function inputFrom(value: unknown, type: GraphQLInputType, place: Place): unknown {
  if (value === null) return null;
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listFrom(value, nullable.ofType, place);
  if (isInputObjectType(nullable)) {
    return nullable.isOneOf ? choiceFrom(value, nullable, place) : objectFrom(value, nullable, place);
  }
  if (isEnumType(nullable)) return nullable.getValues().find((one) => one.value === value)?.name ?? value;
  // A sibling in REST is an object with the kind of the record and its id.
  return nullable.name === 'ID' && isJsonObject(value) ? idIn(value) : value;
}

function listFrom(value: unknown, type: GraphQLInputType, place: Place): unknown {
  if (Array.isArray(value)) return value.map((item) => inputFrom(item, type, place));
  const item = getNamedType(type);
  if (!isJsonObject(value) || !isInputObjectType(item)) return value;
  // REST has an object by id where the input has a list of objects that hold the id.
  const id = Object.values(item.getFields()).find((field) => getNamedType(field.type).name === 'ID')?.name;
  if (id === undefined) return value;
  return Object.entries(value).map(([key, inner]) => ({ [id]: key, ...asObject(inputFrom(inner, type, place)) }));
}

/** One field of a choice: the one of the same name, or the one whose type the value fits. */
function choiceFrom(value: unknown, type: GraphQLInputObjectType, place: Place): unknown {
  if (isJsonObject(value)) return objectFrom(value, type, place);
  const fields = Object.values(type.getFields());
  const field = fields.find((one) => isListType(getNullableType(one.type)) === Array.isArray(value));
  return field === undefined ? value : { [field.name]: inputFrom(value, field.type, place) };
}

function objectFrom(value: unknown, type: GraphQLInputObjectType, place: Place): unknown {
  if (!isJsonObject(value)) return value;
  const fields = type.getFields();
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const path = [...place.path, name];
    const field = fields[place.names.get(path.join('.')) ?? name] ?? fields[`${name}Id`];
    if (field !== undefined) return [[field.name, inputFrom(inner, field.type, { ...place, path })] as const];
    // The kind of a record, which the input field says by its name.
    if (name === 'type' && typeof inner === 'string') return [];
    throw new ConversionError(`The body has a field that the contract does not have: ${quoted(path.join('.'))}.`);
  });
  return Object.fromEntries(entries);
}

function idIn(value: JsonObject): unknown {
  return Object.entries(value).find(([name]) => name !== 'type')?.[1] ?? value;
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
