import type { CachedResponse } from './cached-response.ts';

/** A kept response that must not be used as it is: it has expired, or was invalidated. */
export class OldResponse {
  readonly response: CachedResponse;
  /** Whether nothing of it was invalidated: otherwise the service has to confirm it. */
  readonly isCurrent: boolean;
  /** Number of the invalidations in this process until it was looked up. */
  readonly #clock: number;

  constructor(response: CachedResponse, isCurrent: boolean, clock: number) {
    this.response = response;
    this.isCurrent = isCurrent;
    this.#clock = clock;
  }

  /** Whether it may be used while it is read anew. */
  get isUsableMeanwhile(): boolean {
    return this.#isUsableFor(this.response.stale?.whileRevalidateMs);
  }

  /** Whether it may be used where the service fails: not after an invalidation since it was looked up. `clock`: their number. */
  isUsableOnErrorAt(clock: number | undefined): boolean {
    return clock === this.#clock && this.#isUsableFor(this.response.stale?.ifErrorMs);
  }

  #isUsableFor(ms: number | undefined): boolean {
    return this.isCurrent && ms !== undefined && this.response.remainingMs + ms > 0;
  }
}
