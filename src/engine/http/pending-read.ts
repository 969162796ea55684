import type { Operation } from '../contract/operation.ts';
import type { SharedWork } from './cancellation.ts';
import type { Credentials } from './credentials.ts';
import type { GatewayError } from './errors.ts';
import type { HttpRequest, HttpResponse, ResponseHandler } from './http-request.ts';
import { parseBody, parseResponse } from './response.ts';

/**
 * One GET, in flight or completed. Identical reads with the same credentials share it while it is in flight; it is
 * aborted when its last waiter is removed.
 */
export class PendingRead implements ResponseHandler, SharedWork {
  readonly url: string;
  readonly credentials: Credentials;
  /** The response's status; null while there is no response. */
  status: number | null = null;
  readonly #operation: Operation;
  readonly #onEnd: (read: PendingRead) => void;
  #result: Promise<unknown> | undefined;
  /** The promise's functions keep its result in memory: they are dropped as soon as one of them was called. */
  #deferred: Deferred | undefined;
  #request: HttpRequest | undefined = undefined;
  #body: Buffer | undefined = undefined;
  #error: unknown = undefined;
  #waiters = 1;

  /** `onEnd` is called when the read completes, and when it is aborted. */
  constructor(url: string, operation: Operation, credentials: Credentials, onEnd: (read: PendingRead) => void) {
    this.url = url;
    this.credentials = credentials;
    this.#operation = operation;
    this.#onEnd = onEnd;
    this.#result = new Promise((resolve, reject) => {
      this.#deferred = { resolve, reject };
    });
  }

  start(request: HttpRequest): void {
    this.#request = request;
    request.start();
  }

  /** Whether there is no response and no error yet. */
  get isPending(): boolean {
    return this.#result !== undefined;
  }

  addWaiter(): void {
    this.#waiters++;
  }

  removeWaiter(): void {
    this.#waiters--;
    if (this.#waiters > 0) return;
    this.#onEnd(this);
    this.#request?.cancel();
  }

  /**
   * Resolves to the parsed response; rejects with a GatewayError. After completion only the bytes are kept, and a later call
   * parses them again: a response's records can be collected as soon as nobody uses them, which spares the garbage
   * collector most of its work.
   */
  read(): Promise<unknown> {
    if (this.#result !== undefined) return this.#result;
    return this.#error === undefined ? Promise.resolve(this.parse()) : Promise.reject(this.#error);
  }

  /** Parses the response once more; undefined while there is none, and after an error. */
  parse(): unknown {
    return this.#body && parseBody(this.#body);
  }

  onResponse(response: HttpResponse): void {
    this.status = response.status;
    try {
      const value = parseResponse(this.#operation, response, this.credentials);
      this.#body = response.body;
      this.#complete()?.resolve(value);
    } catch (error) {
      this.#reject(error);
    }
  }

  onError(error: GatewayError): void {
    this.#reject(error);
  }

  #reject(error: unknown): void {
    this.#error = error;
    this.#complete()?.reject(error);
  }

  #complete(): Deferred | undefined {
    const deferred = this.#deferred;
    this.#deferred = undefined;
    this.#result = undefined;
    this.#request = undefined;
    this.#onEnd(this);
    return deferred;
  }
}

interface Deferred {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
