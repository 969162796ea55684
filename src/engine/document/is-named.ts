import { Kind, type TypeNode } from 'graphql';

/** Whether a type is the one of this name, or the same without null; a list is not. */
export function isNamed(type: TypeNode, name: string): boolean {
  if (type.kind === Kind.NON_NULL_TYPE) return isNamed(type.type, name);
  return type.kind === Kind.NAMED_TYPE && type.name.value === name;
}
