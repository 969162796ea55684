import type { ClientShare, RequestShare } from './shares.ts';

/**
 * Counts the bytes of the responses that requests hold. A request has a limit of its own; a client may hold at most as
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
  hold(client: ClientShare, bytes: number): boolean {
    if (client.bytes + bytes > this.#max - this.#held) return false;
    client.bytes += bytes;
    this.#held += bytes;
    return true;
  }

  release(client: ClientShare, bytes: number): void {
    client.bytes -= bytes;
    this.#held -= bytes;
  }

  /** Counts the same bytes for one of the requests that share the response; false where it may not hold so many. */
  holdFor(request: RequestShare, bytes: number): boolean {
    request.bytes += bytes;
    return request.bytes <= this.maxPerRequest;
  }
}
