import type { CachedResponse } from './cached-response.ts';

/** A kept response that must not be used as it is: it has expired, or was invalidated. */
export class OldResponse {
  readonly response: CachedResponse;
  /** Whether nothing of it was invalidated: otherwise the service has to confirm it. */
  readonly isCurrent: boolean;

  constructor(response: CachedResponse, isCurrent: boolean) {
    this.response = response;
    this.isCurrent = isCurrent;
  }

  /** Whether it may be used while it is read anew. */
  get isUsableMeanwhile(): boolean {
    return this.#isUsableFor(this.response.stale?.whileRevalidateMs);
  }

  /** Whether it may be used where the service fails. */
  get isUsableOnError(): boolean {
    return this.#isUsableFor(this.response.stale?.ifErrorMs);
  }

  #isUsableFor(ms: number | undefined): boolean {
    return this.isCurrent && ms !== undefined && this.response.remainingMs + ms > 0;
  }
}
