import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { definitionOf } from '../../src/engine/fields/field-definitions.ts';
import { entities } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';

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
  const spec = definitionOf(field)?.spec;
  const isRead = spec !== undefined && ['lookup', 'value'].includes(spec.kind);
  return isRead || (spec?.kind === 'toOne' && spec.isBelow) || getNamedType(field.type).name.endsWith('Connection');
}
