/** Wall clock and `performance.now()` may drift apart by so many milliseconds before they are aligned again. */
const maxDriftMs = 50;

/** Turns times of `performance.now()` into microseconds since 1970. */
export class WallClock {
  #originMs = performance.timeOrigin;

  /** The same time always gives the same result between two calls of `align`. */
  microseconds(time: number): number {
    return Math.round((this.#originMs + time) * 1000);
  }

  /** Follows the wall clock, which may have been set. */
  align(): void {
    const originMs = Date.now() - performance.now();
    if (Math.abs(originMs - this.#originMs) > maxDriftMs) this.#originMs = originMs;
  }
}
