import { GraphQLError, GraphQLScalarType, Kind, type ValueNode } from 'graphql';

/** Timestamps and addresses come from the service as text and are given out as they came. */
function text(name: string): GraphQLScalarType<string, string> {
  return new GraphQLScalarType({
    name,
    serialize(value) {
      if (typeof value !== 'string') throw new GraphQLError(`${name} can't represent a value that is no text.`);
      return value;
    },
    parseValue: (value) => expectText(name, value),
    parseLiteral: (node) => expectText(name, node.kind === Kind.STRING ? node.value : undefined),
  });
}

function expectText(name: string, value: unknown): string {
  if (typeof value !== 'string') throw new GraphQLError(`${name} takes a string.`);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function expectObject(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new GraphQLError('JSONObject takes an object.');
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

export const scalars = {
  DateTime: text('DateTime'),
  URL: text('URL'),
  JSONObject: new GraphQLScalarType({
    name: 'JSONObject',
    serialize: expectObject,
    parseValue: expectObject,
    parseLiteral: (node, variables) => expectObject(literal(node, variables)),
  }),
};
