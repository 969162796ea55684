import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import type { Operation } from '../contract/operation.ts';
import type { Cancellation } from './cancellation.ts';
import { GatewayError, lookFirst, restInfo } from './errors.ts';

/** What one HTTP exchange sends. */
export interface Outgoing {
  operation: Operation;
  /** Path and query below the service's base address. */
  url: string;
  authorization: string | undefined;
  /** Headers of the client's request that are on the allow-list. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  cancellation?: Cancellation;
}

/** A complete answer of the service, not yet understood. */
export interface ExchangeResult {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body as text; empty where the answer had none. */
  body: string;
}

/**
 * One HTTP exchange, as an undici dispatch handler: the cheapest way to make a call. It has one deadline over queueing,
 * connecting, headers and body, and knows whether the request may have reached the service.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly #outgoing: Outgoing;
  readonly #maxBytes: number;
  readonly #resolve: (result: ExchangeResult) => void;
  readonly #reject: (error: GatewayError) => void;
  #controller: Dispatcher.DispatchController | undefined;
  #timer: NodeJS.Timeout | undefined;
  #onCancel: (() => void) | undefined;
  #again: (() => void) | undefined;
  /** The failure that this side decided on; whatever undici reports after it is a consequence. */
  #failure: GatewayError | undefined;
  #sent = false;
  #status = 0;
  #headers: IncomingHttpHeaders = {};
  #body: Buffer | Buffer[] | undefined;
  #bytes = 0;

  constructor(
    outgoing: Outgoing,
    maxBytes: number,
    resolve: (result: ExchangeResult) => void,
    reject: (error: GatewayError) => void,
  ) {
    this.#outgoing = outgoing;
    this.#maxBytes = maxBytes;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  start(pool: Pool, prefix: string, timeoutMs: number): void {
    const { operation, url, cancellation } = this.#outgoing;
    if (cancellation?.isCancelled) {
      this.#reject(this.#unsent('The request was cancelled.'));
      return;
    }
    if (cancellation !== undefined) {
      this.#onCancel = () => this.#stop(() => this.#cancelled());
      cancellation.listen(this.#onCancel);
    }
    this.#timer = setTimeout(() => this.#stop(() => this.#timedOut(timeoutMs)), timeoutMs);
    const options: Dispatcher.DispatchOptions = {
      path: prefix + url,
      method: operation.method,
      headers: requestHeaders(this.#outgoing),
      body: this.#outgoing.body ?? null,
    };
    // A service may close an idle connection just as it is used again: a read is asked once more.
    if (operation.method === 'GET') {
      this.#again = () => {
        this.#again = undefined;
        this.#sent = false;
        pool.dispatch(options, this);
      };
    }
    pool.dispatch(options, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#failure !== undefined) controller.abort(this.#failure);
    else this.#sent = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // 1xx answers only announce the real one.
    if (status < 200) return;
    this.#again = undefined;
    this.#status = status;
    this.#headers = headers;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      this.#fail(controller, `The service's answer is encoded as "${encoding}", though none was asked for.`);
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#maxBytes) {
      this.#fail(controller, `The service's answer is larger than ${this.#maxBytes} bytes. Ask for fewer items.`);
    } else if (this.#body === undefined) {
      this.#body = chunk;
    } else if (Array.isArray(this.#body)) {
      this.#body.push(chunk);
    } else {
      this.#body = [this.#body, chunk];
    }
  }

  onResponseEnd(): void {
    this.#settle();
    const body = this.#body;
    const text =
      body === undefined ? '' : Array.isArray(body) ? Buffer.concat(body, this.#bytes).toString() : body.toString();
    this.#resolve({ status: this.#status, headers: this.#headers, body: text });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#failure === undefined && this.#again !== undefined && connectionClosed(error)) {
      this.#again();
      return;
    }
    this.#giveUp(this.#failure ?? this.#broken(error));
  }

  #settle(): void {
    clearTimeout(this.#timer);
    if (this.#onCancel !== undefined) this.#outgoing.cancellation?.forget(this.#onCancel);
  }

  #giveUp(failure: GatewayError): void {
    this.#settle();
    // A refusal is a refusal, whether its text came through or not.
    if (this.#status >= 300) this.#resolve({ status: this.#status, headers: this.#headers, body: '' });
    else this.#reject(failure);
  }

  /** Ends the exchange from this side; while it waits for a connection, undici is told when its turn comes. */
  #stop(why: () => GatewayError): void {
    if (this.#failure !== undefined) return;
    this.#failure = why();
    this.#giveUp(this.#failure);
    this.#controller?.abort(this.#failure);
  }

  #fail(controller: Dispatcher.DispatchController, message: string): void {
    this.#failure = this.#isWrite ? this.#unknown(message) : this.#error('BAD_UPSTREAM_RESPONSE', message);
    controller.abort(this.#failure);
  }

  #timedOut(timeoutMs: number): GatewayError {
    if (!this.#isWrite) return this.#error('UPSTREAM_TIMEOUT', `The service did not answer within ${timeoutMs} ms.`);
    if (!this.#sent) return this.#unsent(`The service took no connection within ${timeoutMs} ms.`);
    return this.#unknown(`The service did not answer within ${timeoutMs} ms.`);
  }

  #cancelled(): GatewayError {
    if (this.#isWrite && this.#sent) return this.#unknown('The request was cancelled while the service worked on it.');
    return this.#unsent('The request was cancelled.');
  }

  #broken(error: Error): GatewayError {
    if (this.#status !== 0) {
      const message = 'The connection to the service broke in the middle of its answer.';
      return this.#isWrite ? this.#unknown(message) : this.#error('BAD_UPSTREAM_RESPONSE', message);
    }
    if (this.#isWrite && this.#sent) return this.#unknown('The connection to the service broke before it answered.');
    if (malformed(error)) return this.#error('BAD_UPSTREAM_RESPONSE', 'The service did not answer in HTTP.');
    return this.#unsent('The service can not be reached.');
  }

  get #isWrite(): boolean {
    return this.#outgoing.operation.method !== 'GET';
  }

  #unsent(message: string): GatewayError {
    return this.#error('UPSTREAM_UNAVAILABLE', this.#isWrite ? `${message} The write was not sent.` : message);
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

function requestHeaders({ authorization, headers, body }: Outgoing): Record<string, string> {
  const all: Record<string, string> = { accept: 'application/json', ...headers };
  if (authorization !== undefined) all.authorization = authorization;
  if (body !== undefined) all['content-type'] = 'application/json';
  return all;
}

const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function connectionClosed(error: Error): boolean {
  return closedCodes.has((error as NodeJS.ErrnoException).code ?? '');
}

/** By name: undici gives its parser's errors no code where the fault is in the first bytes. */
const malformedNames = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);

function malformed({ name }: Error): boolean {
  return malformedNames.has(name);
}
