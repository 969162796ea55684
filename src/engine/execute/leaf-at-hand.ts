import { GraphQLID, GraphQLString } from 'graphql';
import type { CompiledField } from '../compile/compiled-operation.ts';
import { notAtHand } from '../fields/field-kind.ts';

type Leaf = string | number | boolean | null;

/**
 * The completed value of a leaf that is at hand, valid and no object; undefined for any other value, and for one that cannot be
 * read: that takes the usual way, which reports what is wrong. Most values of a response are completed here.
 */
export function leafAtHand({ definition, shape }: CompiledField, source: unknown): Leaf | undefined {
  if (definition === undefined || shape.kind !== 'leaf') return undefined;
  try {
    const value = definition.kind.valueAtHand(source);
    if (value === notAtHand || definition.checkValue?.(value) !== undefined) return undefined;
    if (value == null) return shape.nullable ? null : undefined;
    const { type } = shape;
    if (typeof value === 'string' && (type === GraphQLString || type === GraphQLID)) return value;
    return typeof value === 'object' ? undefined : leafOf(type.serialize(value));
  } catch {
    return undefined;
  }
}

function leafOf(value: unknown): Leaf | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
