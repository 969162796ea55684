import type { Operation } from '../contract/operation.ts';
import type { PendingRead, ReadWaiter } from './pending-read.ts';
import type { RestCall } from './rest-call.ts';
import type { RequestShare } from './shares.ts';

/** A GET of one request, which may share it with others. */
export class ReadHandle implements ReadWaiter {
  /** Called when the response has arrived, and is none of an error. */
  onResolved: (() => void) | undefined = undefined;
  readonly call: RestCall;
  readonly #read: PendingRead;
  #result: Promise<unknown> | undefined;
  /** The promise's functions keep its result in memory: they are dropped as soon as one of them was called. */
  #deferred: Deferred | undefined;

  constructor(read: PendingRead, call: RestCall) {
    this.#read = read;
    this.call = call;
    this.#result = new Promise((resolve, reject) => {
      this.#deferred = { resolve, reject };
    });
    read.add(this);
  }

  get operation(): Operation {
    return this.call.operation;
  }

  get share(): RequestShare {
    return this.call.scope.share;
  }

  /** Whether there is no response and no error yet. */
  get isPending(): boolean {
    return this.#deferred !== undefined;
  }

  /**
   * Resolves to the parsed response; rejects with a GatewayError. After completion only the bytes are kept, and a later call
   * parses them again: a response's records can be collected as soon as nobody uses them, which spares the garbage
   * collector most of its work.
   */
  read(): Promise<unknown> {
    if (this.#result !== undefined) return this.#result;
    return this.call.error === undefined ? Promise.resolve(this.parse()) : Promise.reject(this.call.error);
  }

  /** Parses the response once more; undefined while there is none, and after an error. */
  parse(): unknown {
    return this.call.error === undefined ? this.#read.parse() : undefined;
  }

  resolve(value: unknown): void {
    this.#settle(undefined)?.resolve(value);
    this.onResolved?.();
  }

  reject(error: unknown): void {
    if (!this.isPending) return;
    // Whoever needs the response may not wait for it yet, or no longer.
    this.#result?.catch(() => {});
    this.#settle(error)?.reject(error);
  }

  /** Stops waiting: what waits for this request gets the error, and others that share the read are not affected. */
  fail(error: unknown): void {
    this.reject(error);
    this.#read.removeWaiter(this);
  }

  /** Call once, when the request has ended: the response is not needed any more. */
  close(): void {
    this.#read.removeWaiter(this);
    this.#read.release();
  }

  #settle(error: unknown): Deferred | undefined {
    const deferred = this.#deferred;
    if (deferred === undefined) return undefined;
    this.#deferred = undefined;
    this.#result = undefined;
    this.call.end(this.#read.status, error);
    return deferred;
  }
}

interface Deferred {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
