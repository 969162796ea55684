import type { IdentityShare, RequestShare } from './shares.ts';

/**
 * Counts the bytes of the responses that requests hold. A request has a limit of its own; an identity may hold at most as
 * much as is left to others, so that there is always room for another one.
 */
export class ResponseMemory {
  readonly maxPerRequest: number;
  readonly #max: number;
  #held = 0;

  constructor(maxPerRequest: number, max: number) {
    this.maxPerRequest = maxPerRequest;
    this.#max = max;
  }

  /** Counts bytes of a response that is being received; false where there is no room for them. */
  hold(identity: IdentityShare, bytes: number): boolean {
    if (identity.bytes + bytes > this.#max - this.#held) return false;
    identity.bytes += bytes;
    this.#held += bytes;
    return true;
  }

  release(identity: IdentityShare, bytes: number): void {
    identity.bytes -= bytes;
    this.#held -= bytes;
  }

  /** Counts the same bytes for one of the requests that share the response; false where it may not hold so many. */
  holdFor(request: RequestShare, bytes: number): boolean {
    request.bytes += bytes;
    return request.bytes <= this.maxPerRequest;
  }
}
