import { Cancellation } from '../../engine/http/cancellation.ts';
import { InFlightMap } from '../../engine/http/in-flight-map.ts';

/** One execution under way, and those who wait for its outcome. */
class Execution<Outcome> {
  readonly outcome: Promise<Outcome>;
  readonly #cancellation = new Cancellation();
  readonly #onCancel: () => void;
  #waiting = 1;

  constructor(start: (cancellation: Cancellation) => Promise<Outcome>, onCancel: () => void) {
    this.#onCancel = onCancel;
    this.outcome = start(this.#cancellation);
  }

  addWaiter(): void {
    this.#waiting++;
  }

  /**
   * One less waits. When nobody does, the execution is cancelled, and no later client may join it: it can still be
   * pending, where one of its reads is kept alive by another execution.
   */
  removeWaiter(): void {
    this.#waiting--;
    if (this.#waiting > 0) return;
    this.#onCancel();
    this.#cancellation.cancel();
  }
}

/**
 * Whole queries under way: identical ones share one execution. `key` has to hold all that tells who may not share:
 * credentials, operation, variables, and the number of writes that had ended when the query began.
 */
export class SharedOperations<Outcome> {
  readonly #inFlight = new InFlightMap<Execution<Outcome>>();

  /** Joins the execution under `key`, or starts one, whose calls end when all who wait for it have gone. */
  run(
    key: string,
    client: Cancellation | undefined,
    start: (cancellation: Cancellation) => Promise<Outcome>,
  ): Promise<Outcome> {
    let execution = this.#inFlight.get(key);
    if (execution === undefined) {
      const forget = () => this.#inFlight.delete(key, started);
      const started = new Execution(start, forget);
      execution = started;
      this.#inFlight.set(key, started);
      started.outcome.then(forget, forget);
    } else {
      execution.addWaiter();
    }
    client?.add(execution);
    return execution.outcome;
  }
}
