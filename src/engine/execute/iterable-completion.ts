import type { CompiledField, Shape } from '../compile/compiled-operation.ts';
import type { Budget } from './budget.ts';
import { ignoreRejections } from './completion.ts';
import type { FieldErrors } from './field-errors.ts';
import type { PendingWork } from './pending-work.ts';
import { isReplaced, type Slot } from './slot.ts';

interface ItemExecution {
  /** Puts an item of a list, or what a promise of it resolves to, in its place. */
  putItem(value: unknown, shape: Shape, compiled: CompiledField, list: unknown[], index: number, place: Slot): void;
}

/** Completes the lists of one execution that are no arrays: they come from resolvers of an embedder, and may have no end of their own. */
export class IterableCompletion {
  readonly #execution: ItemExecution;
  readonly #budget: Budget;
  readonly #errors: FieldErrors;
  readonly #work: PendingWork;
  /** Those whose lists continue later. */
  readonly #paused = new Set<Iterator<unknown>>();

  constructor(execution: ItemExecution, budget: Budget, errors: FieldErrors, work: PendingWork) {
    this.#execution = execution;
    this.#budget = budget;
    this.#errors = errors;
    this.#work = work;
  }

  /** Adds the items to a list, whose place is `place`. Throws what the iterator throws before it pauses. */
  complete(items: Iterator<unknown>, shape: Shape, compiled: CompiledField, list: unknown[], place: Slot): void {
    for (let next = items.next(); next.done !== true; next = items.next()) {
      this.#budget.addBytes(2);
      list.push(undefined);
      if (this.#work.mustPause) {
        this.#continue(items, next.value, shape, compiled, list, place);
        return;
      }
      if (!this.#putLast(next.value, shape, compiled, list, place)) {
        items.return?.();
        return;
      }
    }
  }

  /** Closes the iterators of lists that do not continue. */
  close(): void {
    for (const items of this.#paused) {
      try {
        items.return?.();
      } catch {
        // The execution has ended: nobody could be told.
      }
    }
  }

  /** Continues later with an item that was taken. Its place is empty until then: a list that ends before is not complete. */
  #continue(
    items: Iterator<unknown>,
    item: unknown,
    shape: Shape,
    compiled: CompiledField,
    list: unknown[],
    place: Slot,
  ): void {
    ignoreRejections([item], 0);
    this.#paused.add(items);
    this.#work.continueLater(() => {
      this.#paused.delete(items);
      try {
        const isNeeded = this.#budget.end === undefined && !isReplaced(place, list);
        if (isNeeded && this.#putLast(item, shape, compiled, list, place))
          this.complete(items, shape, compiled, list, place);
        else items.return?.();
      } catch (error) {
        this.#errors.add(error, compiled, place);
      }
    });
  }

  /** Puts an item in the last place of its list. Returns whether further ones are needed. */
  #putLast(item: unknown, shape: Shape, compiled: CompiledField, list: unknown[], place: Slot): boolean {
    this.#execution.putItem(item, shape, compiled, list, list.length - 1, place);
    return this.#budget.end === undefined && place.holder[place.key] === list;
  }
}
