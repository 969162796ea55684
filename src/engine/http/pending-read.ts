import type { Operation } from '../contract/operation.ts';
import type { Credentials } from './credentials.ts';
import type { GatewayError } from './errors.ts';
import type { Exchange, ExchangeResult, Recipient } from './http-request.ts';
import { parseBody, understand } from './response.ts';

/**
 * One GET, under way or answered. All who ask for the same with the same credentials while it is under way share it; it
 * is called off when the last of them has left.
 */
export class PendingRead implements Recipient {
  /** What the service is asked, and with what: the same for all who may share it. */
  readonly url: string;
  readonly credentials: Credentials;
  /** The status of the answer; null where there is none. */
  status: number | null = null;
  readonly #operation: Operation;
  readonly #onEnd: (reading: PendingRead) => void;
  #answer: Promise<unknown> | undefined;
  /** They hold their promise, and so its answer: let go of as soon as they have been called. */
  #settle: Settle | undefined;
  #exchange: Exchange | undefined = undefined;
  #body: Buffer | undefined = undefined;
  #failure: unknown = undefined;
  #waiting = 1;

  constructor(url: string, operation: Operation, credentials: Credentials, onEnd: (reading: PendingRead) => void) {
    this.url = url;
    this.credentials = credentials;
    this.#operation = operation;
    this.#onEnd = onEnd;
    this.#answer = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
  }

  start(exchange: Exchange): void {
    this.#exchange = exchange;
    exchange.start();
  }

  get isPending(): boolean {
    return this.#answer !== undefined;
  }

  /** One more waits for the answer. */
  join(): void {
    this.#waiting++;
  }

  /** One less waits for it. */
  leave(): void {
    this.#waiting--;
    if (this.#waiting > 0) return;
    this.#onEnd(this);
    this.#exchange?.cancel();
  }

  /**
   * The parsed answer. Once it has been given to those who waited, only its bytes are kept, and who asks later gets them
   * parsed again: an answer's records die as soon as nobody works on them, which spares the garbage collector most of
   * its work.
   */
  read(): Promise<unknown> {
    if (this.#answer !== undefined) return this.#answer;
    return this.#failure === undefined ? Promise.resolve(this.parse()) : Promise.reject(this.#failure);
  }

  /** The answer, once more; undefined while there is none. */
  parse(): unknown {
    return this.#body && parseBody(this.#body);
  }

  answered(result: ExchangeResult): void {
    this.status = result.status;
    try {
      const value = understand(this.#operation, result, this.credentials.authorization);
      this.#body = result.body;
      this.#end()?.resolve(value);
    } catch (error) {
      this.#fail(error);
    }
  }

  failed(error: GatewayError): void {
    this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#failure = error;
    this.#end()?.reject(error);
  }

  #end(): Settle | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    this.#answer = undefined;
    this.#exchange = undefined;
    this.#onEnd(this);
    return settle;
  }
}

interface Settle {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}
