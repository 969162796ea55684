import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { definitionOf } from '../../../src/engine/fields/field-definitions.ts';
import { entities } from '../../../src/resources/contract.ts';
import { createSchema } from '../../../src/resources/schema.ts';

const schema = createSchema();

/**
 * A selection of every field of a type that makes no further call. References to other records select their `restId`. New
 * fields of the schema are included automatically, so no test can miss one.
 */
export function everyField(typeName: string): string {
  return selectionOf(schema.getType(typeName) as GraphQLObjectType);
}

function selectionOf(type: GraphQLObjectType): string {
  const own = Object.values(type.getFields()).filter((field) => !isCalling(field));
  return `{ ${own.map(fieldSelection).join(' ')} }`;
}

function fieldSelection(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return field.name;
  return `${field.name} ${Object.hasOwn(entities, type.name) ? '{ restId }' : selectionOf(type)}`;
}

function isCalling(field: GraphQLField<unknown, unknown>): boolean {
  return definitionOf(field)?.kind.isReader || getNamedType(field.type).name.endsWith('Connection');
}

/** As `everyField`, with every field that makes a call and takes no required argument: of lists, all fields of the records. */
export function everyCall(typeName: string): string {
  const type = schema.getType(typeName) as GraphQLObjectType;
  const calling = Object.values(type.getFields()).filter(
    (field) => isCalling(field) && !field.args.some(isRequiredArgument),
  );
  return `${selectionOf(type).slice(0, -2)} ${calling.map(callSelection).join(' ')} }`;
}

function callSelection({ name, type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (!isObjectType(named)) return `${name} { __typename }`;
  if (!named.name.endsWith('Connection')) return `${name} ${selectionOf(named)}`;
  const { nodes, edges } = named.getFields();
  const [node, edge] = [nodes, edges].map((field) => field && getNamedType(field.type));
  const parts = [node && `nodes ${innerSelection(node)}`, edge && `edges ${innerSelection(edge)}`];
  return `${name}(first: 3) { totalCount pageInfo { hasNextPage endCursor } ${parts.join(' ')} }`;
}

function innerSelection(type: GraphQLNamedType): string {
  return isObjectType(type) ? selectionOf(type) : '{ __typename }';
}
