import { TurnQueue } from './event-loop-turn.ts';
import type { TurnOwner } from './turn-owner.ts';

const microtask = Promise.resolve();

/** The later turns of one execution. Most executions end in the turn in which their last response arrives, and need none. */
export class ExecutionTurns {
  #queue: TurnQueue | undefined = undefined;
  /** What waits until the work is done. */
  #sends: (() => void)[] | undefined = undefined;
  readonly #owner: TurnOwner | undefined;

  constructor(owner: TurnOwner | undefined) {
    this.#owner = owner;
  }

  /** Adds work that continues in a later turn. It must not throw. */
  add(work: () => void): void {
    this.#queue ??= new TurnQueue(this.#owner);
    this.#queue.add(work);
  }

  /** Resolves in a later turn. It may be over, too: other work comes first. */
  next(): Promise<void> {
    return new Promise((resolve) => this.add(resolve));
  }

  /**
   * Calls a function once the execution has no work left, in this turn or a later one, but to wait for values: a batch that is sent then
   * holds all that the work has asked for, in however many turns it ran. The function must not throw.
   */
  afterWork(send: () => void): void {
    if (this.#sends === undefined) {
      this.#sends = [send];
      afterMicrotasks(this);
    } else {
      this.#sends.push(send);
    }
  }

  /** Called after the microtasks of a turn. */
  afterMicrotasks(): void {
    if (this.#queue?.hasTasks) {
      this.#queue.add(() => afterMicrotasks(this));
      return;
    }
    const sends = this.#sends ?? [];
    this.#sends = undefined;
    for (const send of sends) send();
  }
}

function afterMicrotasks(turns: ExecutionTurns): void {
  microtask.then(() => process.nextTick(callAfterMicrotasks, turns));
}

function callAfterMicrotasks(turns: ExecutionTurns): void {
  turns.afterMicrotasks();
}
