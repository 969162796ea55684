import { Cancellation, InFlightMap } from '../../engine/engine.ts';

/** One execution in flight, and the clients that wait for its result. */
export class SharedExecution<Result> {
  readonly result: Promise<Result>;
  readonly startedAt = performance.now();
  readonly cancellation = new Cancellation();
  readonly #onCancel: () => void;
  /** Whether several clients have waited for it. */
  isShared = false;
  #waiting = 1;

  constructor(start: (execution: SharedExecution<Result>) => Promise<Result>, onCancel: () => void) {
    this.#onCancel = onCancel;
    this.result = start(this);
  }

  addWaiter(): void {
    this.isShared = true;
    this.#waiting++;
  }

  /**
   * One client less waits. After the last one the execution is cancelled, and no later client may join it: it can still be
   * pending, where one of its reads is kept alive by another execution.
   */
  cancel(): void {
    this.#waiting--;
    if (this.#waiting > 0) return;
    this.#onCancel();
    this.cancellation.cancel();
  }
}

/**
 * Whole queries in flight: identical ones share one execution. `key` has to hold all that tells which requests may share:
 * identity, operation, variables, and the number of writes that had ended when the query began.
 */
export class QueryCoalescing<Result> {
  readonly #inFlight = new InFlightMap<SharedExecution<Result>>();
  readonly #joinableMs: number;

  /** `timeoutMs`: how long an execution may take. */
  constructor(timeoutMs: number) {
    // Whoever joins an execution has the rest of its time, and needs enough of it for a response.
    this.#joinableMs = timeoutMs / 2;
  }

  /**
   * Joins the execution under `key` in the first half of its time, or starts one, whose calls are cancelled when all of its
   * clients have gone. `isShared` tells which.
   */
  run(
    key: string,
    client: Cancellation | undefined,
    start: (execution: SharedExecution<Result>) => Promise<Result>,
  ): { result: Promise<Result>; isShared: boolean } {
    const running = this.#inFlight.get(key);
    if (running !== undefined && performance.now() - running.startedAt < this.#joinableMs) {
      running.addWaiter();
      client?.add(running);
      return { result: running.result, isShared: true };
    }
    const remove = () => this.#inFlight.delete(key, started);
    const started = new SharedExecution(start, remove);
    this.#inFlight.set(key, started);
    started.result.then(remove, remove);
    client?.add(started);
    return { result: started.result, isShared: false };
  }
}
