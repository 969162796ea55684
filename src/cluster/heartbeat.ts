/** How often the primary process looks for heartbeats, in milliseconds. */
export const heartbeatPeriodMs = 1000;

/** A worker hangs after this number of periods without a heartbeat. A long garbage collection takes 2 or 3 seconds. */
const maxMissed = 7;

/** Longer, as a worker sends no heartbeats while it loads. */
const maxMissedAtStart = 60;

/** The longest time for which a worker can hang before it is killed, in milliseconds. */
export const hangTimeoutMs = (maxMissed + 1) * heartbeatPeriodMs;

/**
 * Counts the periods in which a worker sent no heartbeat. They are counted by the timer of the primary process, which fires
 * once after a stall, however long: neither a stall of the primary nor a suspended machine counts as a hanging worker.
 */
export class Heartbeat {
  #missed = 0;
  #limit = maxMissedAtStart;

  /** Records a sign of life. */
  received(): void {
    this.#missed = 0;
  }

  /** Records that the worker has loaded all: it sends heartbeats. */
  loaded(): void {
    this.#limit = maxMissed;
  }

  /** Ends a period. Returns whether the worker hangs; true once for each hang. */
  endPeriod(): boolean {
    this.#missed++;
    return this.#missed === this.#limit;
  }
}
