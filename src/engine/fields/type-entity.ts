import type { GraphQLNamedType } from 'graphql';
import type { Entity } from '../contract/entity.ts';

/** Extensions of a type are kept where a schema is extended. */
const extensionName = 'entity';

/** States which records an object type is for. */
export function setEntity(type: GraphQLNamedType, entity: Entity): void {
  type.extensions = { ...type.extensions, [extensionName]: entity };
}

/** The entity of a type; undefined for a type whose values are no records. */
export function entityOf(type: Pick<GraphQLNamedType, 'extensions'>): Entity | undefined {
  return type.extensions[extensionName] as Entity | undefined;
}
