import { GraphQLError, type GraphQLScalarTypeConfig, Kind, type ValueNode } from 'graphql';
import { absoluteUrl, dateTime, type TextFormat } from '../contract/formats.ts';
import { isJsonObject, type JsonObject } from '../contract/json.ts';

/** The SDL has the name and the description of each scalar. */
type ScalarFunctions<Internal, External> = Pick<
  GraphQLScalarTypeConfig<Internal, External>,
  'serialize' | 'parseValue' | 'parseLiteral'
>;

/** A text of a format, passed on unchanged. Values of the service are checked before, as part of their record. */
function serialize(name: string, format: TextFormat): (value: unknown) => string {
  return (value) => {
    if (typeof value !== 'string') throw new GraphQLError(`${name} can't represent a value that is no text.`);
    if (!format.test(value)) throw new GraphQLError(`${name} can't represent a value that is no ${format.name}.`);
    return value;
  };
}

/** Inputs with URLs are checked against the contract, which rejects them in `userErrors`, with the input field. */
const url: ScalarFunctions<string, string> = {
  serialize: serialize('URL', absoluteUrl),
  parseValue: (value) => expectText('URL', value),
  parseLiteral: (node) => expectText('URL', textOf(node)),
};

const timestamp: ScalarFunctions<string, string> = {
  serialize: serialize('DateTime', dateTime),
  parseValue: expectDateTime,
  parseLiteral: (node) => expectDateTime(textOf(node)),
};

function expectDateTime(value: unknown): string {
  const text = expectText('DateTime', value);
  if (dateTime.test(text)) return text;
  throw new GraphQLError('DateTime takes a date and time with an offset, such as "2025-03-14T09:26:53Z" (RFC 3339).');
}

function expectText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new GraphQLError(`${name} takes a string.`);
  return value;
}

function textOf(node: ValueNode): string | undefined {
  return node.kind === Kind.STRING ? node.value : undefined;
}

function expectObject(value: unknown): JsonObject {
  if (!isJsonObject(value)) throw new GraphQLError('JSONObject takes an object.');
  return value;
}

function literal(node: ValueNode, variables: Record<string, unknown> | null | undefined): unknown {
  switch (node.kind) {
    case Kind.STRING:
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return node.value;
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
      return null;
    case Kind.VARIABLE:
      return variables?.[node.name.value];
    case Kind.LIST:
      return node.values.map((value) => literal(value, variables));
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => entry(name.value, literal(value, variables))));
  }
}

/** Rejects the keys that bodies must not have either. */
function entry(key: string, value: unknown): [string, unknown] {
  if (key === '__proto__' || (key === 'constructor' && isJsonObject(value) && Object.hasOwn(value, 'prototype')))
    throw new GraphQLError('JSONObject must not have keys that reach a prototype.');
  return [key, value];
}

const jsonObject: ScalarFunctions<JsonObject, JsonObject> = {
  serialize: expectObject,
  parseValue: expectObject,
  parseLiteral: (node, variables) => expectObject(literal(node, variables)),
};

/** The functions of the schema's scalars. */
export const scalars = { DateTime: timestamp, URL: url, JSONObject: jsonObject };
