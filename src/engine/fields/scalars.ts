import { GraphQLError, type GraphQLScalarTypeConfig, Kind, type ValueNode } from 'graphql';
import { isJsonObject, type JsonObject } from '../contract/json.ts';

/** The SDL has the name and the description of each scalar. */
type ScalarFunctions<Internal, External> = Pick<
  GraphQLScalarTypeConfig<Internal, External>,
  'serialize' | 'parseValue' | 'parseLiteral'
>;

/** Timestamps and URLs are strings of the service, passed on unchanged. */
function text(name: string): ScalarFunctions<string, string> {
  return {
    serialize(value) {
      if (typeof value !== 'string') throw new GraphQLError(`${name} can't represent a value that is no text.`);
      return value;
    },
    parseValue: (value) => expectText(name, value),
    parseLiteral: (node) => expectText(name, node.kind === Kind.STRING ? node.value : undefined),
  };
}

function expectText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new GraphQLError(`${name} takes a string.`);
  return value;
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
      // Object.fromEntries defines its entries, so that a field named __proto__ is data like any other.
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, literal(value, variables)]));
  }
}

const jsonObject: ScalarFunctions<JsonObject, JsonObject> = {
  serialize: expectObject,
  parseValue: expectObject,
  parseLiteral: (node, variables) => expectObject(literal(node, variables)),
};

/** The functions of the schema's scalars. */
export const scalars = { DateTime: text('DateTime'), URL: text('URL'), JSONObject: jsonObject };
