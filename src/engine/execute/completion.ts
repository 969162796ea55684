import { types } from 'node:util';
import { type ExecutionResult, GraphQLError, type GraphQLObjectType } from 'graphql';
import type { CompiledField, LeafShape } from '../compile/compiled-operation.ts';
import { ignore } from '../http/ignore.ts';

export interface CompletedResult extends ExecutionResult {
  /** The least number of characters of the data as JSON. */
  readonly size: number;
}

/** Objects of a response, by the names of their fields. */
export type Objects = Record<string, unknown>;

export function emptyObject(hasProto: boolean): Objects {
  return hasProto ? Object.create(null) : {};
}

/** Lists in lists that are searched for promises: more than the types of a schema wrap. */
const maxListDepth = 8;

/**
 * Handles the rejections of promises that nothing awaits, or only later work: one without a handler ends the process. Other
 * thenables are left alone: to call their `then` may begin their work, such as a query to a database, a second time.
 */
export function ignoreRejections(values: readonly unknown[], from: number, depth = 1): void {
  for (let i = from; i < values.length; i++) {
    const value = values[i];
    if (types.isPromise(value)) value.then(undefined, ignore);
    else if (depth < maxListDepth && Array.isArray(value)) ignoreRejections(value, 0, depth + 1);
  }
}

export function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.iterator in value;
}

/** Whether a value is a promise, or another thenable, also one whose `then` cannot be read. */
export function isPromise(value: unknown): value is PromiseLike<unknown> {
  if (typeof value !== 'object' || value === null) return false;
  try {
    return typeof (value as { then?: unknown }).then === 'function';
  } catch {
    return true;
  }
}

/** A promise that calls back at most once, also for a thenable that throws, or that calls back more often. */
export function promiseOf(value: PromiseLike<unknown>): Promise<unknown> {
  return value instanceof Promise ? value : Promise.resolve(value);
}

export function leafOf({ type }: LeafShape, value: unknown): unknown {
  const leaf = type.serialize(value);
  if (leaf == null) throw new Error(`Expected \`${type}.serialize(...)\` to return non-nullable value.`);
  return leaf;
}

export function nullError({ parentType, field }: CompiledField): Error {
  return new Error(`Cannot return null for non-nullable field ${parentType.name}.${field.name}.`);
}

export function notIterable({ parentType, field }: CompiledField): Error {
  return new GraphQLError(`Expected Iterable, but did not find one for field "${parentType.name}.${field.name}".`);
}

/** The value is not said in the message: it is for the gateway's log alone. */
export function wrongType({ name }: GraphQLObjectType): Error {
  return new GraphQLError(`Expected value of type "${name}" but got another one.`);
}
