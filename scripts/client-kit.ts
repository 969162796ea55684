import {
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isObjectType,
} from 'graphql';
import { knownValuesOf } from '../src/codegen/known-values.ts';

/** The module with what caches and forms of clients have to know about the schema. */
export function clientModule(schema: GraphQLSchema): string {
  return `/** The types that implement each interface, and the members of each union. */
export const possibleTypes: Record<string, string[]> = ${literal(possibleTypes(schema))};

/** The connections of each type, with the arguments that select what they list: all but \`first\` and \`after\`. */
export const connections: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = ${literal(connections(schema))};

/** The types of which \`node\` finds no record: parts of the records that contain them. */
export const typesBesideNodes: readonly string[] = ${literal(typesBesideNodes(schema))};

/** The lists of each type that have such parts as items. */
export const partLists: Readonly<Record<string, readonly string[]>> = ${literal(partLists(schema))};

/** The known values of strings, by their place in the schema. Others are possible. */
export const knownValues = ${literal(knownValues(schema))} as const;
`;
}

function possibleTypes(schema: GraphQLSchema): Record<string, string[]> {
  const types = typesOf(schema).filter(isAbstractType);
  return Object.fromEntries(types.map((type) => [type.name, schema.getPossibleTypes(type).map(({ name }) => name)]));
}

function connections(schema: GraphQLSchema): Record<string, Record<string, string[]>> {
  const types = typesOf(schema).filter(isObjectType);
  const lists = types.map((type) => [type.name, connectionsOf(Object.values(type.getFields()))] as const);
  return Object.fromEntries(lists.filter(([, fields]) => Object.keys(fields).length > 0));
}

function connectionsOf(fields: readonly GraphQLField<unknown, unknown>[]): Record<string, string[]> {
  const isPaging = ({ name }: { name: string }) => name === 'first' || name === 'after';
  const paged = fields.filter(({ args }) => args.filter(isPaging).length === 2);
  return Object.fromEntries(
    paged.map(({ name, args }) => [name, args.filter((arg) => !isPaging(arg)).map((arg) => arg.name)]),
  );
}

function typesBesideNodes(schema: GraphQLSchema): string[] {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const types = typesOf(schema).filter(isObjectType);
  const isNode = (type: GraphQLObjectType) => type.getInterfaces().some(({ name }) => name === 'Node');
  return types.filter((type) => !roots.includes(type) && !isNode(type)).map(({ name }) => name);
}

/** Without the lists of connections, and without errors, which are read once. */
function partLists(schema: GraphQLSchema): Record<string, string[]> {
  const parts = typesBesideNodes(schema).filter((name) => name !== 'UserError');
  const isPartList = ({ type }: GraphQLField<unknown, unknown>) =>
    isListType(getNullableType(type)) && parts.includes(getNamedType(type).name);
  const types = typesOf(schema)
    .filter(isObjectType)
    .filter(({ name }) => !name.endsWith('Connection'));
  const lists = types.map((type) => [type.name, Object.values(type.getFields()).filter(isPartList)] as const);
  return Object.fromEntries(
    lists.filter(([, fields]) => fields.length > 0).map(([type, fields]) => [type, fields.map(({ name }) => name)]),
  );
}

/** By schema coordinates: `Type.field`, `Type.field(argument:)`. */
function knownValues(schema: GraphQLSchema): Record<string, readonly string[]> {
  const types = typesOf(schema).filter(
    (type) => isObjectType(type) || isInterfaceType(type) || isInputObjectType(type),
  );
  const places = types.flatMap((type) =>
    Object.values(type.getFields()).flatMap((field: GraphQLField<unknown, unknown> | GraphQLInputField) => {
      const at = `${type.name}.${field.name}`;
      const args = 'args' in field ? field.args : [];
      return [[at, field.astNode] as const, ...args.map((arg) => [`${at}(${arg.name}:)`, arg.astNode] as const)];
    }),
  );
  return Object.fromEntries(
    places.flatMap(([at, node]) => {
      const values = node ? knownValuesOf(node) : undefined;
      return values === undefined ? [] : [[at, values]];
    }),
  );
}

function typesOf(schema: GraphQLSchema) {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return types.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function literal(value: unknown): string {
  return JSON.stringify(value);
}
