/** Bounds what happens in a window of time: the next one begins with what comes after its end. */
export class TimeWindow {
  readonly #most: number;
  readonly #ms: number;
  #startedAt = Number.NEGATIVE_INFINITY;
  #taken = 0;

  /** `most`: of whatever `take` counts. `ms`: how long a window lasts. */
  constructor(most: number, ms: number) {
    this.#most = most;
    this.#ms = ms;
  }

  /** Whether there is room for so much more in this window, which it then takes. */
  take(count: number): boolean {
    const now = performance.now();
    if (now - this.#startedAt >= this.#ms) {
      this.#startedAt = now;
      this.#taken = 0;
    }
    if (this.#taken + count > this.#most) return false;
    this.#taken += count;
    return true;
  }
}
