import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLNonNull,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { Random } from '../../../src/sandbox/random.ts';

/** The position of a value: an argument of a field, or a field of an input. */
export interface InputPosition {
  name: string;
  /** Name of the type without list and non-null wrappers. */
  typeName: string;
  /** Type of the field with the argument, without list and non-null wrappers. */
  gives: string;
  /** Set for the field of a @oneOf input: its variables must be non-null, with or without a default. */
  isChoice?: boolean;
}

/** Generates a value for a position; undefined selects a random one. */
export type GenerateInput = (place: InputPosition, random: Random) => unknown;

/** Random valid arguments as GraphQL text, and their variables. */
export class RandomInputs {
  readonly #random: Random;
  readonly #guess: GenerateInput;
  readonly #declarations: string[] = [];
  readonly variables: Record<string, unknown> = {};

  constructor(random: Random, guess: GenerateInput) {
    this.#random = random;
    this.#guess = guess;
  }

  /** The operation's variable definitions; empty if it has none. */
  get declarations(): string {
    return this.#declarations.length === 0 ? '' : `(${this.#declarations.join(', ')})`;
  }

  /** The text of an argument's value. */
  argument({ name, type }: GraphQLArgument, gives: string): string {
    return this.#text(type, { name, typeName: '', gives });
  }

  /** Declares a variable, and returns its name with the dollar sign. */
  declare(type: string, value?: unknown): string {
    const name = `v${this.#declarations.length}`;
    this.#declarations.push(`$${name}: ${type}`);
    if (value !== undefined) this.variables[name] = value;
    return `$${name}`;
  }

  /** A boolean variable or constant. */
  condition(): string {
    const random = this.#random;
    const value = random.chance(0.5);
    if (random.chance(0.5)) return String(value);
    if (random.chance(0.6)) return this.declare('Boolean!', value);
    if (random.chance(0.4)) return this.declare(`Boolean! = ${value}`, random.chance(0.5) ? !value : undefined);
    // A null value for a non-null condition is valid in the document, and an error of the parent field.
    return this.declare(`Boolean = ${value}`, random.chance(0.06) ? null : random.pick([undefined, !value]));
  }

  #text(type: GraphQLInputType, place: InputPosition): string {
    const random = this.#random;
    if (random.chance(0.3)) return this.#variable(type, place);
    if (!isNonNullType(type) && random.chance(0.08)) return 'null';
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      // A single value is coerced to a list.
      if (random.chance(0.1)) return literalOf(this.#present(nullable.ofType, place), nullable.ofType);
      const items = Array.from({ length: random.below(4) }, () => this.#text(nullable.ofType, place));
      return `[${items.join(', ')}]`;
    }
    if (isInputObjectType(nullable)) {
      const fields = this.#chosen(Object.values(nullable.getFields()), nullable.isOneOf);
      const texts = fields.map(({ name, type: inner }) => {
        return `${name}: ${this.#text(inner, { ...place, name, isChoice: nullable.isOneOf })}`;
      });
      return `{${texts.join(', ')}}`;
    }
    return literalOf(this.#present(nullable, place), nullable);
  }

  #variable(type: GraphQLInputType, place: InputPosition): string {
    const random = this.#random;
    const nullable = getNullableType(type);
    const value = this.#present(nullable, place);
    const fallback = literalOf(this.#present(nullable, place), nullable);
    if (isNonNullType(type)) {
      if (place.isChoice || random.chance(0.6)) return this.declare(`${type}`, value);
      if (random.chance(0.5)) return this.declare(`${type} = ${fallback}`, random.chance(0.5) ? value : undefined);
      // A null value for a non-null argument is valid in the document, and an error of the field.
      return this.declare(`${nullable} = ${fallback}`, random.chance(0.06) ? null : random.pick([undefined, value]));
    }
    if (random.chance(0.2)) return this.declare(`${nullable}!`, value);
    if (random.chance(0.3)) return this.declare(`${nullable} = ${fallback}`, random.pick([value, undefined, null]));
    return this.declare(`${nullable}`, random.pick([value, value, undefined, null]));
  }

  /** A value as JSON. */
  #value(type: GraphQLInputType, place: InputPosition): unknown {
    return !isNonNullType(type) && this.#random.chance(0.08) ? null : this.#present(type, place);
  }

  #present(type: GraphQLInputType, place: InputPosition): unknown {
    const random = this.#random;
    const nullable = getNullableType(type);
    if (isListType(nullable)) {
      return Array.from({ length: random.below(4) }, () => this.#value(nullable.ofType, place));
    }
    if (isInputObjectType(nullable)) {
      const fields = this.#chosen(Object.values(nullable.getFields()), nullable.isOneOf);
      return Object.fromEntries(fields.map(({ name, type: inner }) => [name, this.#value(inner, { ...place, name })]));
    }
    if (isEnumType(nullable)) return random.pick(nullable.getValues()).name;
    return (
      this.#guess({ ...place, typeName: nullable.name }, random) ?? random.pick(scalarValues[nullable.name] ?? [''])
    );
  }

  /** A subset of an input's fields: all required ones, and exactly one of a @oneOf input. */
  #chosen(fields: readonly GraphQLInputField[], isOneOf: boolean): GraphQLInputField[] {
    if (isOneOf) {
      const field = this.#random.pick(fields);
      return [{ ...field, type: new GraphQLNonNull(field.type as never) }];
    }
    return fields.filter(
      ({ type, defaultValue }) => (isNonNullType(type) && defaultValue === undefined) || this.#random.chance(0.4),
    );
  }
}

const scalarValues: Readonly<Record<string, readonly unknown[]>> = {
  Int: [0, 1, 2, 3, 25, -1, 1001, 2 ** 31 - 1],
  Float: [0, 0.5, -1e9],
  Boolean: [true, false],
  String: ['', 'the', 'a "quoted" \\ line\nbreak', '…ü𝒳', 'x'.repeat(600)],
  ID: ['nothing', '..', 'U3BhY2U6bm90aGluZw', 'a/b?c#d', ''],
  DateTime: ['2025-03-14T09:26:53Z'],
  URL: ['https://example.com/'],
  JSONObject: [{}, { flag: true, nested: { list: [1, 'two', null] } }],
};

/** A JSON value as a GraphQL literal of a type. */
export function literalOf(value: unknown, type: GraphQLInputType | undefined): string {
  if (value === null || value === undefined) return 'null';
  const nullable = type && (getNullableType(type) as GraphQLInputType);
  if (Array.isArray(value)) {
    const item = isListType(nullable) ? nullable.ofType : undefined;
    return `[${value.map((one) => literalOf(one, item)).join(', ')}]`;
  }
  if (typeof value === 'object') {
    const fields = isInputObjectType(nullable) ? nullable.getFields() : {};
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}: ${literalOf(inner, fields[name]?.type)}`)
      .join(', ')}}`;
  }
  return isEnumType(nullable) ? String(value) : JSON.stringify(value);
}
