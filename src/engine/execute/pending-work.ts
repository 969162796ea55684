import { PendingValue } from '../fields/pending-value.ts';
import { isTurnOver } from '../turns/event-loop-turn.ts';
import type { ExecutionTurns } from '../turns/execution-turns.ts';
import { maxWaitingFields } from './budget.ts';
import { ignoreRejections, promiseOf } from './completion.ts';

/** What waits for a value. Neither function may throw. */
export interface Waiter {
  onResolved(value: unknown): void;
  onRejected(error: unknown): void;
}

/** What one execution still has to do: values that it waits for, and work that continues in later turns. */
export class PendingWork {
  #pending = 0;
  /** Number of values that it waits for. */
  #waiting = 0;
  /** Number of values from which on work has to pause; less than none where it has to in any case. */
  #maxWaiting = maxWaitingFields;
  /** Work that continues when fewer values are waited for, and when it may go on. */
  #held: (() => void)[] = [];
  #onIdle: (() => void) | undefined = undefined;
  #isStopped = false;
  readonly #turns: ExecutionTurns;

  /** `turns`: where it continues. */
  constructor(turns: ExecutionTurns) {
    this.#turns = turns;
  }

  get isIdle(): boolean {
    return this.#pending === 0;
  }

  /** Whether work has to stop here, and to continue later. Called once for each small step. */
  get mustPause(): boolean {
    return isTurnOver() || this.#waiting >= this.#maxWaiting;
  }

  /** Work pauses at its next step. */
  pause(): void {
    this.#maxWaiting = -1;
  }

  /** Work that has paused goes on. */
  resume(): void {
    this.#maxWaiting = maxWaitingFields;
    if (this.#waiting < maxWaitingFields) this.#release();
  }

  /** Resolves when nothing is left to do, or when the work is stopped. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  /** Skips what has not begun, and waits for nothing more. */
  stop(): void {
    this.#isStopped = true;
    this.#onIdle?.();
  }

  /** Skips what has not begun, and still waits for values. */
  drain(): void {
    this.#isStopped = true;
    this.#release();
  }

  /** Tells what a value settles to, or that its response has arrived; in a later turn, where this one is over. */
  wait(value: PromiseLike<unknown>, waiter: Waiter): void {
    this.#pending++;
    this.#waiting++;
    const promise = value instanceof PendingValue ? value.response : promiseOf(value);
    promise.then(
      (resolved) => this.#settle(waiter, resolved, false),
      (error) => this.#settle(waiter, error, true),
    );
  }

  #settle(waiter: Waiter, value: unknown, isRejected: boolean): void {
    this.#waiting--;
    if (this.#held.length > 0 && this.#waiting <= this.#maxWaiting / 2) this.#release();
    if (this.#isStopped || isTurnOver()) this.#settleLater(waiter, value, isRejected);
    else tell(waiter, value, isRejected);
    this.#completed();
  }

  #settleLater(waiter: Waiter, value: unknown, isRejected: boolean): void {
    // Promises in it are awaited later or, where the work is stopped, never.
    if (Array.isArray(value)) ignoreRejections(value, 0);
    if (!this.#isStopped) this.#runLater(() => tell(waiter, value, isRejected));
  }

  /** Continues in a later turn, and once few enough values are waited for. `work` must not throw. */
  continueLater(work: () => void): void {
    if (this.#waiting < this.#maxWaiting) {
      this.#runLater(work);
      return;
    }
    this.#pending++;
    this.#held.push(work);
  }

  #runLater(work: () => void): void {
    this.#pending++;
    this.#enqueue(work);
  }

  #release(): void {
    const held = this.#held;
    this.#held = [];
    for (const work of held) this.#enqueue(work);
  }

  #enqueue(work: () => void): void {
    this.#turns.add(() => {
      if (!this.#isStopped) work();
      this.#completed();
    });
  }

  #completed(): void {
    this.#pending--;
    if (this.#pending === 0) this.#onIdle?.();
  }
}

function tell(waiter: Waiter, value: unknown, isRejected: boolean): void {
  if (isRejected) waiter.onRejected(value);
  else waiter.onResolved(value);
}
