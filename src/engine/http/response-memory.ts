import type { ClientUsage } from './client-usage.ts';
import { unconfirmedPart } from './fair-queue.ts';
import type { RequestScope } from './request-scope.ts';

/**
 * Counts the bytes of the responses that requests hold. A request has a limit of its own; a client may hold at most as
 * much as is left to others, so that there is always room for another one. Those that are not confirmed share a quarter alike.
 */
export class ResponseMemory {
  readonly maxPerRequest: number;
  readonly #max: number;
  #held = 0;
  #heldByUnconfirmed = 0;

  constructor(maxPerRequest: number, max: number) {
    this.maxPerRequest = maxPerRequest;
    this.#max = max;
  }

  /** Counts bytes of a response that is being received; false where there is no room for them. */
  hold(client: ClientUsage, bytes: number): boolean {
    if (client.bytes + bytes > this.#max - this.#held) return false;
    if (!client.isConfirmed && client.bytes + bytes > this.#max * unconfirmedPart - this.#heldByUnconfirmed)
      return false;
    this.#count(client, bytes);
    return true;
  }

  /** Counts bytes for which there is always room. */
  add(client: ClientUsage, bytes: number): void {
    this.#count(client, bytes);
  }

  release(client: ClientUsage, bytes: number): void {
    this.#count(client, -bytes);
  }

  #count(client: ClientUsage, bytes: number): void {
    client.bytes += bytes;
    this.#held += bytes;
    if (!client.isConfirmed) this.#heldByUnconfirmed += bytes;
  }

  /** Counts the same bytes for one of the requests that share the response; false where it may not hold so many. */
  holdFor(request: RequestScope, bytes: number): boolean {
    request.bytes += bytes;
    return request.bytes <= this.maxPerRequest;
  }

  releaseFor(request: RequestScope, bytes: number): void {
    request.bytes -= bytes;
  }
}
