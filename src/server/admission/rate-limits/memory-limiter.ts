import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { RateLimiter, Usage } from './rate-limiter.ts';

/** Maximum number of keys of one limiter. A key takes about 0.5 KB until its window ends. */
export const maxKeys = 50_000;

/** Counts in this process. If it has too many keys, it evicts the one whose window ends first. */
export class MemoryLimiter implements RateLimiter {
  readonly #limiter: RateLimiterMemory;
  readonly #maxKeys: number;
  /** In the order in which their windows end, as all windows have one length. May contain keys whose window has ended. */
  readonly #keys = new Set<string>();

  constructor(windowMs: number, max = maxKeys) {
    this.#limiter = new RateLimiterMemory({ points: 0, duration: windowMs / 1000 });
    this.#maxKeys = max;
  }

  async consume(key: string, points: number): Promise<Usage> {
    // Unlike `consume` of the library, `penalty` does not reject above a number of points.
    const { consumedPoints, msBeforeNext, isFirstInDuration } = await this.#limiter.penalty(key, points);
    if (isFirstInDuration) this.#add(key);
    return { points: consumedPoints, resetMs: msBeforeNext };
  }

  close(): void {
    // The library keeps a timer for each key, which would keep the limiter in memory.
    for (const key of this.#keys) void this.#limiter.delete(key);
    this.#keys.clear();
  }

  #add(key: string): void {
    this.#keys.delete(key);
    this.#keys.add(key);
    if (this.#keys.size <= this.#maxKeys) return;
    for (const first of this.#keys) {
      this.#keys.delete(first);
      void this.#limiter.delete(first);
      return;
    }
  }
}
