import {
  coerceInputValue,
  type GraphQLArgument,
  type GraphQLEnumValue,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { quoted } from '../http/errors.ts';
import { ConversionError } from './conversion-error.ts';

/** An argument of a field in the operation that a conversion makes. */
export interface Argument {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: unknown;
  /** The name that its variable has, unless another one has it already. */
  readonly variable: string;
}

/** The argument that stands for a query parameter: of the same name, or of that of an id, ids or a flag. */
export function argumentNamed(args: readonly GraphQLArgument[], parameter: string): GraphQLArgument | undefined {
  const capital = parameter.charAt(0).toUpperCase() + parameter.slice(1);
  const names = [parameter, `${parameter}Id`, `${parameter.replace(/s$/, '')}Ids`, `is${capital}`];
  return args.find(({ name }) => names.includes(name));
}

/**
 * The argument whose input object has a field for a query parameter: one of the values of the field's type is that of the parameter.
 * `sort=joinedAt` is `orderBy: { field: JOINED_AT }`.
 */
export function partOf(args: readonly GraphQLArgument[], texts: readonly string[]): Argument | undefined {
  for (const { name, type } of args) {
    const named = getNamedType(type);
    const fields = isInputObjectType(named) ? Object.values(named.getFields()) : [];
    for (const field of fields) {
      const value = valuesOf(field.type).find((one) => one.value === texts[0]);
      if (value !== undefined) return { name, type, value: { [field.name]: value.name }, variable: name };
    }
  }
  return undefined;
}

function valuesOf(type: GraphQLInputType): readonly GraphQLEnumValue[] {
  const nullable = getNullableType(type);
  return isEnumType(nullable) ? nullable.getValues() : [];
}

/** The value of an argument as JSON, from the texts of a query parameter. Throws a ConversionError. */
export function valueFromTexts(type: GraphQLInputType, texts: readonly string[], name: string): unknown {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return texts.map((text) => valueFromTexts(nullable.ofType, [text], name));
  const text = singleText(texts, name);
  if (isEnumType(nullable)) return enumName(nullable.getValues(), text, name);
  if (nullable.toString() === 'Boolean') return booleanFrom(text, name);
  return nullable.toString() === 'Int' ? wholeNumberFrom(text, name) : text;
}

/** The value of a query parameter that is given once. Throws a ConversionError for several. */
export function singleText([text = '', ...others]: readonly string[], name: string): string {
  if (others.length > 0) throw new ConversionError(`The query parameter "${name}" is given twice. Leave one out.`);
  return text;
}

function enumName(values: readonly { name: string; value: unknown }[], text: string, name: string): string {
  const found = values.find(({ value }) => value === text);
  if (found !== undefined) return found.name;
  const known = values.map(({ value }) => String(value)).join(', ');
  throw new ConversionError(`"${name}" must be one of ${known}, not ${quoted(text)}.`);
}

function booleanFrom(text: string, name: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw new ConversionError(`"${name}" must be true or false, not ${quoted(text)}.`);
}

export function wholeNumberFrom(text: string, name: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new ConversionError(`"${name}" must be a whole number, not ${quoted(text)}.`);
}

/** The arguments as field definitions take them: enums by their values in REST. Throws a ConversionError. */
export function coerced(args: readonly Argument[]): Record<string, unknown> {
  return Object.fromEntries(args.map(({ name, type, value }) => [name, coercedValue(value, type)]));
}

/** A JSON value as GraphQL coerces it. Throws a ConversionError. */
export function coercedValue(value: unknown, type: GraphQLInputType): unknown {
  return coerceInputValue(value, type, (path, _value, { message }) => {
    throw new ConversionError(path.length === 0 ? message : `${path.join('.')}: ${message}`);
  });
}
