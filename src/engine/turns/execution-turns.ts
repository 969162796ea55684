import { isTurnOverNow, TurnQueue } from './event-loop-turn.ts';
import type { TurnOwner } from './turn-owner.ts';

const microtask = Promise.resolve();

/** The later turns of one execution. Most executions end in the turn in which their last response arrives, and need none. */
export class ExecutionTurns {
  #queue: TurnQueue | undefined = undefined;
  readonly #owner: TurnOwner | undefined;

  constructor(owner: TurnOwner | undefined) {
    this.#owner = owner;
  }

  /** Adds work that continues in a later turn. It must not throw. */
  add(work: () => void): void {
    this.#queue ??= new TurnQueue(this.#owner);
    this.#queue.add(work);
  }

  /** Runs a step that takes long by itself, once this turn or a later one has time left. */
  async run<Result>(step: () => Result): Promise<Awaited<Result>> {
    // Of steps that are asked for at once, each looks at the clock after the one before it.
    await microtask;
    while (isTurnOverNow()) await new Promise<void>((resolve) => this.add(resolve));
    return await step();
  }

  /**
   * Resolves once the execution has no work left, in this turn or a later one, but to wait for values: a batch that is sent then holds
   * all that the work has asked for, in however many turns it ran.
   */
  afterWork(): Promise<void> {
    return new Promise((resolve) => this.#resolveAfterWork(resolve));
  }

  #resolveAfterWork(resolve: () => void): void {
    // After all microtasks.
    microtask.then(() =>
      process.nextTick(() => {
        if (this.#queue?.hasTasks) this.#queue.add(() => this.#resolveAfterWork(resolve));
        else resolve();
      }),
    );
  }
}
