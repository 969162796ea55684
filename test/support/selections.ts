import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { definitionOf } from '../../src/engine/fields/field-definitions.ts';
import { entities } from '../../src/resources/contract.ts';
import { createSchema } from '../../src/resources/schema.ts';

const schema = createSchema();

/**
 * A selection of all that a type says by itself: every field but those that make calls of their own. Edges to other
 * records give their `restId`. A field that is new in the schema is in it at once, so no test can forget one.
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
