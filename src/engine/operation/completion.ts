import type { ExecutionResult } from 'graphql';
import type { CompiledField, LeafShape } from './compiled-operation.ts';

export interface CompletedResult extends ExecutionResult {
  /** The least number of characters of the data as JSON. */
  readonly size: number;
}

/** Objects of a response, by the names of their fields. */
export type Objects = Record<string, unknown>;

export function emptyObject(hasProto: boolean): Objects {
  return hasProto ? Object.create(null) : {};
}

/** Handles the rejections of promises that nothing awaits. */
export function ignoreRejections(values: readonly unknown[]): void {
  for (const value of values) if (isPromise(value)) value.then(undefined, () => {});
}

export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

export function leafOf({ type }: LeafShape, value: unknown): unknown {
  const leaf = type.serialize(value);
  if (leaf == null) throw new Error(`Expected \`${type}.serialize(...)\` to return non-nullable value.`);
  return leaf;
}

export function nullError({ parentType, field }: CompiledField): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`);
}
