/** At most one line in this time, in milliseconds. */
const intervalMs = 1000;

/** Bounds the lines of one kind in the log. */
export class LineInterval {
  #loggedAt = Number.NEGATIVE_INFINITY;
  #suppressed = 0;

  /** What a line tells of those before it that were not logged; undefined where this one is not to be logged, either. */
  next(): { suppressed?: number } | undefined {
    const now = performance.now();
    if (now - this.#loggedAt < intervalMs) {
      this.#suppressed++;
      return undefined;
    }
    const suppressed = this.#suppressed;
    this.#loggedAt = now;
    this.#suppressed = 0;
    return suppressed > 0 ? { suppressed } : {};
  }
}
