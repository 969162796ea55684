import type { Operation } from '../contract/operation.ts';
import { outOfMemory, tooManyBytes } from './call-errors.ts';
import type { GatewayError } from './errors.ts';
import type { HttpResponse } from './http-attempt.ts';
import type { CallHandler, HttpCall } from './http-call.ts';
import { parseBody, parseResponse } from './response.ts';
import type { ResponseMemory } from './response-memory.ts';
import type { RestCall } from './rest-call.ts';
import type { RequestShare } from './shares.ts';

/** A request that waits for a read. One of its methods is called, once, unless it stops waiting. */
export interface ReadWaiter {
  readonly share: RequestShare;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/**
 * One GET, in flight or completed. Identical reads with the same credentials share it while it is in flight; it is
 * aborted when nobody waits for it any more.
 */
export class PendingRead implements CallHandler {
  /** The response's status; null while there is no response. */
  status: number | null = null;
  /** The call that it was made for. */
  readonly #first: RestCall;
  readonly #memory: ResponseMemory;
  readonly #onEnd: (read: PendingRead) => void;
  /** The requests that wait for it. */
  #waiters: ReadWaiter[] = [];
  /** Number of requests that hold its response. */
  #holders = 0;
  #call: HttpCall | undefined = undefined;
  #body: Buffer | undefined = undefined;
  #bytes = 0;

  /** `onEnd` is called when the read has ended, and when it is aborted. */
  constructor(first: RestCall, memory: ResponseMemory, onEnd: (read: PendingRead) => void) {
    this.#first = first;
    this.#memory = memory;
    this.#onEnd = onEnd;
  }

  get url(): string {
    return this.#first.url;
  }

  get operation(): Operation {
    return this.#first.operation;
  }

  get identity(): string {
    return this.#first.scope.credentials.identity;
  }

  start(call: HttpCall): void {
    this.#call = call;
    call.start();
  }

  add(waiter: ReadWaiter): void {
    this.#holders++;
    this.#waiters.push(waiter);
    if (this.#bytes > 0) this.#hold(waiter, this.#bytes);
  }

  /** Call when a request does not wait for the read any more. */
  removeWaiter(waiter: ReadWaiter): void {
    const index = this.#waiters.indexOf(waiter);
    if (index === -1) return;
    this.#waiters.splice(index, 1);
    if (this.#waiters.length > 0) return;
    const call = this.#call;
    this.#end();
    call?.cancel();
  }

  /** Call once for each request that was added, when it has ended: its part of the response's memory is then free. */
  release(): void {
    this.#holders--;
    if (this.#holders === 0) this.#memory.release(this.#first.scope.share.owner, this.#bytes);
  }

  /** Parses the response once more; undefined while there is none, and after an error. */
  parse(): unknown {
    return this.#body && parseBody(this.#body);
  }

  onBytes(bytes: number): string | undefined {
    if (!this.#memory.hold(this.#first.scope.share.owner, bytes)) return outOfMemory;
    this.#bytes += bytes;
    for (const waiter of [...this.#waiters]) this.#hold(waiter, bytes);
    return undefined;
  }

  onResponse(response: HttpResponse): void {
    const { operation, scope } = this.#first;
    this.status = response.status;
    let value: unknown;
    try {
      value = parseResponse(operation, response, scope.credentials);
    } catch (error) {
      this.#reject(error);
      return;
    }
    this.#body = response.body;
    for (const waiter of this.#end()) waiter.resolve(value);
  }

  onError(error: GatewayError): void {
    this.#reject(error);
  }

  #reject(error: unknown): void {
    for (const waiter of this.#end()) waiter.reject(error);
  }

  /** Ends the read; what waited for it is returned. */
  #end(): readonly ReadWaiter[] {
    const waiters = this.#waiters;
    this.#waiters = [];
    this.#call = undefined;
    this.#onEnd(this);
    return waiters;
  }

  #hold(waiter: ReadWaiter, bytes: number): void {
    if (this.#memory.holdFor(waiter.share, bytes)) return;
    waiter.reject(tooManyBytes(this.operation, this.#memory.maxPerRequest));
    this.removeWaiter(waiter);
  }
}
