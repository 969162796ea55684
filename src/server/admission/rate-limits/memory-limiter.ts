import type { RateLimiter, Usage } from './rate-limiter.ts';

/** Maximum number of keys of one limiter. A key takes about 0.2 KB until it is evicted. */
export const maxKeys = 50_000;

interface Window {
  points: number;
  /** On the clock of `performance.now`. */
  readonly endsAt: number;
}

/**
 * Counts in this process. If it has too many keys, it evicts the hundredth of them whose windows end first. rate-limiter-flexible keeps a timer
 * for each key, in three times the memory, and evicts none.
 */
export class MemoryLimiter implements RateLimiter {
  readonly #windowMs: number;
  readonly #maxKeys: number;
  /** In the order in which they end, as all have one length. May contain windows that have ended. */
  readonly #windows = new Map<string, Window>();

  constructor(windowMs: number, max = maxKeys) {
    this.#windowMs = windowMs;
    this.#maxKeys = max;
  }

  async consume(key: string, points: number): Promise<Usage> {
    const now = performance.now();
    const known = this.#windows.get(key);
    const window = known && known.endsAt > now ? known : this.#begin(key, now);
    window.points += points;
    return { points: window.points, resetMs: window.endsAt - now };
  }

  #begin(key: string, now: number): Window {
    const window = { points: 0, endsAt: now + this.#windowMs };
    this.#windows.delete(key);
    if (this.#windows.size >= this.#maxKeys) this.#evict();
    this.#windows.set(key, window);
    return window;
  }

  /** Several at once, as a map takes long to find its first key after many deletions: 20 µs for 50,000. */
  #evict(): void {
    const size = this.#maxKeys - Math.ceil(this.#maxKeys / 100);
    for (const key of this.#windows.keys()) {
      if (this.#windows.size <= size) return;
      this.#windows.delete(key);
    }
  }
}
