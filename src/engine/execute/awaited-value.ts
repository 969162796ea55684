import type { CompiledField, Shape } from '../compile/compiled-operation.ts';
import { PendingValue } from '../fields/pending-value.ts';
import type { Arrival } from '../http/arrival.ts';
import type { Objects } from './completion.ts';
import type { Waiter } from './pending-work.ts';
import type { Slot } from './slot.ts';

/** Completes values that have arrived, and puts them in their places. */
export interface Completion {
  /** Whether a value that has arrived is not needed, as the budget has ended: what rejects in it is ignored. */
  ignores(value: unknown): boolean;
  /** Completes a field with its value, now or once that has arrived. */
  completeOrWait(value: unknown, compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void;
  completeField(value: unknown, compiled: CompiledField, source: unknown, holder: Objects, parent: Slot): void;
  /** Completes a value that needs no check. */
  complete(
    value: unknown,
    shape: Shape,
    compiled: CompiledField,
    holder: Objects,
    key: string | number,
    at: Slot,
  ): void;
  /** Adds the error of a value, which becomes null. */
  fail(error: unknown, shape: Shape, compiled: CompiledField, holder: Objects, key: string | number, at: Slot): void;
}

/** A field whose value is a promise, or `pending` on a response. An object for each takes less memory than its functions would. */
export class AwaitedField implements Waiter {
  readonly #execution: Completion;
  readonly #compiled: CompiledField;
  readonly #holder: Objects;
  readonly #parent: Slot;
  #source: unknown;
  #pending: PendingValue | undefined;
  readonly #previous: AwaitedField | undefined;

  constructor(
    execution: Completion,
    value: PromiseLike<unknown>,
    compiled: CompiledField,
    source: unknown,
    holder: Objects,
    parent: Slot,
    previous: AwaitedField | undefined,
  ) {
    this.#execution = execution;
    this.#compiled = compiled;
    this.#source = source;
    this.#holder = holder;
    this.#parent = parent;
    this.#pending = value instanceof PendingValue ? value : undefined;
    this.#previous = previous;
  }

  /** Takes the values of this field and of those before it out of the response: whoever waited for them does not keep them in memory. */
  static detachAll(last: AwaitedField | undefined): void {
    for (let field = last; field !== undefined; field = field.#previous) field.#holder[field.#compiled.key] = undefined;
  }

  onResolved(value: unknown): void {
    if (this.#execution.ignores(value)) return;
    const source = this.#source;
    const pending = this.#pending;
    // It lives as long as the execution, and records do not have to.
    this.#source = undefined;
    this.#pending = undefined;
    if (pending === undefined) this.#execution.completeField(value, this.#compiled, source, this.#holder, this.#parent);
    else this.#complete(pending, value as Arrival, source);
  }

  #complete(pending: PendingValue, arrival: Arrival, source: unknown): void {
    let value: unknown;
    try {
      value = pending.take(arrival);
    } catch (error) {
      this.onRejected(error);
      return;
    }
    this.#execution.completeOrWait(value, this.#compiled, source, this.#holder, this.#parent);
  }

  onRejected(error: unknown): void {
    const { key, shape } = this.#compiled;
    this.#execution.fail(error, shape, this.#compiled, this.#holder, key, this.#parent);
  }
}

/** An item of a list that is a promise: only resolvers of an embedder return such lists. */
export class AwaitedItem implements Waiter {
  readonly #execution: Completion;
  readonly #shape: Shape;
  readonly #compiled: CompiledField;
  readonly #list: Objects;
  readonly #index: number;
  readonly #place: Slot;

  constructor(execution: Completion, shape: Shape, compiled: CompiledField, list: Objects, index: number, place: Slot) {
    this.#execution = execution;
    this.#shape = shape;
    this.#compiled = compiled;
    this.#list = list;
    this.#index = index;
    this.#place = place;
  }

  onResolved(value: unknown): void {
    if (this.#execution.ignores(value)) return;
    this.#execution.complete(value, this.#shape, this.#compiled, this.#list, this.#index, this.#place);
  }

  onRejected(error: unknown): void {
    this.#execution.fail(error, this.#shape, this.#compiled, this.#list, this.#index, this.#place);
  }
}
