import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import type { Operation } from '../contract/operation.ts';
import { GatewayError, lookFirst, restInfo } from './errors.ts';
import type { Deadlines, Timed } from './timeout-queue.ts';

/** What one HTTP exchange sends. */
export interface Outgoing {
  readonly operation: Operation;
  /** Path and query, with the prefix of the service's base address. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | null;
}

/** A complete answer of the service, not yet understood. */
export interface ExchangeResult {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** The body; undefined where the answer had none. */
  readonly body: Buffer | undefined;
}

/** Who learns what became of an exchange; it is told once. */
export interface Recipient {
  answered(result: ExchangeResult): void;
  failed(error: GatewayError): void;
}

export interface ExchangeLimits {
  readonly deadlines: Deadlines;
  /** Longest time, in milliseconds, for what errors say. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * One HTTP exchange, as an undici dispatch handler: the cheapest way to make a call. It has one deadline over queueing,
 * connecting, headers and body, and knows whether the request may have reached the service.
 */
export class Exchange implements Dispatcher.DispatchHandler, Timed {
  previous: Timed | undefined = undefined;
  next: Timed | undefined = undefined;
  startedAt = 0;
  readonly #outgoing: Outgoing;
  readonly #limits: ExchangeLimits;
  readonly #recipient: Recipient;
  readonly #pool: Pool;
  readonly #isRead: boolean;
  #controller: Dispatcher.DispatchController | undefined = undefined;
  /** The failure that this side decided on; whatever undici reports after it is a consequence. */
  #failure: GatewayError | undefined = undefined;
  #isDone = false;
  #wasSent = false;
  #wasRepeated = false;
  #status = 0;
  #headers: IncomingHttpHeaders = noHeaders;
  #body: Buffer | Buffer[] | undefined = undefined;
  #bytes = 0;

  constructor(pool: Pool, outgoing: Outgoing, limits: ExchangeLimits, recipient: Recipient) {
    this.#pool = pool;
    this.#outgoing = outgoing;
    this.#limits = limits;
    this.#recipient = recipient;
    this.#isRead = outgoing.operation.method === 'GET';
  }

  start(): void {
    this.#limits.deadlines.begin(this);
    this.#dispatch();
  }

  /** Ends the exchange: nobody waits for it any more. */
  cancel(): void {
    this.#stop(this.#unsent('The request was cancelled.'));
  }

  expire(): void {
    const time = `within ${this.#limits.timeoutMs} ms`;
    if (this.#isRead) this.#stop(this.#error('UPSTREAM_TIMEOUT', `The service did not answer ${time}.`));
    else if (this.#wasSent) this.#stop(this.#unknown(`The service did not answer ${time}.`));
    else this.#stop(this.#unsent(`The service took no connection ${time}.`));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(this.#failure);
    else this.#wasSent = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx answers only announce the real one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      this.#refuse(controller, `The service's answer is encoded as "${encoding}", though none was asked for.`);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#limits.maxBytes) {
      const limit = this.#limits.maxBytes;
      this.#refuse(controller, `The service's answer is larger than ${limit} bytes. Ask for fewer items.`);
    } else if (this.#body === undefined) {
      this.#body = chunk;
    } else if (Array.isArray(this.#body)) {
      this.#body.push(chunk);
    } else {
      this.#body = [this.#body, chunk];
    }
  }

  onResponseEnd(): void {
    if (this.#isDone) return;
    this.#finish();
    const body = Array.isArray(this.#body) ? Buffer.concat(this.#body, this.#bytes) : this.#body;
    this.#body = undefined;
    this.#recipient.answered({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isDone) return;
    if (this.#mayRepeat(error)) {
      this.#wasRepeated = true;
      this.#wasSent = false;
      this.#dispatch();
      return;
    }
    this.#giveUp(this.#failure ?? this.#broken(error));
  }

  #dispatch(): void {
    const { path, operation, headers, body } = this.#outgoing;
    this.#pool.dispatch({ path, method: operation.method, headers, body }, this);
  }

  /** A service may close an idle connection just as it is used again: a read is then asked once more. */
  #mayRepeat(error: Error): boolean {
    const isEarly = this.#isRead && this.#status === 0 && this.#failure === undefined;
    return isEarly && !this.#wasRepeated && connectionClosed(error);
  }

  #finish(): void {
    this.#isDone = true;
    this.#limits.deadlines.end(this);
  }

  #giveUp(failure: GatewayError): void {
    this.#finish();
    // A refusal is a refusal, whether its text came through or not.
    if (this.#status >= 300)
      this.#recipient.answered({ status: this.#status, headers: this.#headers, body: undefined });
    else this.#recipient.failed(failure);
  }

  /** Ends the exchange from this side; while it waits for a connection, undici is told when its turn comes. */
  #stop(failure: GatewayError): void {
    if (this.#isDone) return;
    this.#failure ??= failure;
    this.#giveUp(this.#failure);
    this.#controller?.abort(this.#failure);
  }

  #refuse(controller: Dispatcher.DispatchController, message: string): void {
    this.#failure = this.#isRead ? this.#error('BAD_UPSTREAM_RESPONSE', message) : this.#unknown(message);
    controller.abort(this.#failure);
  }

  #broken(error: Error): GatewayError {
    if (this.#status !== 0) {
      const message = 'The connection to the service broke in the middle of its answer.';
      return this.#isRead ? this.#error('BAD_UPSTREAM_RESPONSE', message) : this.#unknown(message);
    }
    if (!this.#isRead && this.#wasSent) return this.#unknown('The connection to the service broke before it answered.');
    if (isMalformed(error)) return this.#error('BAD_UPSTREAM_RESPONSE', 'The service did not answer in HTTP.');
    return this.#unsent('The service can not be reached.');
  }

  #unsent(message: string): GatewayError {
    return this.#error('UPSTREAM_UNAVAILABLE', this.#isRead ? message : `${message} The write was not sent.`);
  }

  #unknown(message: string): GatewayError {
    return this.#error('WRITE_OUTCOME_UNKNOWN', `${message} ${lookFirst}`);
  }

  #error(code: GatewayError['code'], message: string): GatewayError {
    return new GatewayError(code, message, {
      rest: restInfo(this.#outgoing.operation, this.#status === 0 ? undefined : this.#status),
    });
  }
}

const noHeaders: IncomingHttpHeaders = {};

const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function connectionClosed(error: Error): boolean {
  return closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
}

/** By name: undici gives its parser's errors no code where the fault is in the first bytes. */
const malformedNames = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);

function isMalformed({ name }: Error): boolean {
  return malformedNames.has(name);
}
