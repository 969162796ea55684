import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import type { Operation } from '../contract/operation.ts';
import { GatewayError, outcomeUnknown, restInfo } from './errors.ts';
import type { TimedTask, TimeoutQueue } from './timeout-queue.ts';

export interface RequestOptions {
  readonly operation: Operation;
  /** Path and query, including the path prefix of the service's base address. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | null;
}

/** A complete response, not parsed yet. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if the response has no body. */
  readonly body: Buffer | undefined;
}

/** Receives the outcome of a request: exactly one of its methods is called, once. */
export interface ResponseHandler {
  onResponse(response: HttpResponse): void;
  onError(error: GatewayError): void;
}

/** What all requests of one upstream have in common. */
export interface RequestEnvironment {
  readonly timeouts: TimeoutQueue;
  /** The timeout of `timeouts`, in milliseconds, for error messages. */
  readonly timeoutMs: number;
  /** Largest response body, in bytes. */
  readonly maxBytes: number;
  /** Called with each error of the network that left a request without a response. */
  readonly onNetworkError: (operation: Operation, error: Error) => void;
}

/**
 * One HTTP request, as an undici dispatch handler, which is the cheapest way to send one. A single deadline covers queueing,
 * connecting, headers and body. The request knows whether it may have reached the service.
 */
export class HttpRequest implements Dispatcher.DispatchHandler, TimedTask {
  previous: TimedTask | undefined = undefined;
  next: TimedTask | undefined = undefined;
  startedAt = 0;
  readonly #options: RequestOptions;
  readonly #environment: RequestEnvironment;
  readonly #handler: ResponseHandler;
  readonly #pool: Pool;
  readonly #isRead: boolean;
  #controller: Dispatcher.DispatchController | undefined = undefined;
  /** Why the gateway aborted the request; an error that undici reports afterwards is only a consequence. */
  #abortReason: GatewayError | undefined = undefined;
  #isDone = false;
  #wasSent = false;
  #wasRetried = false;
  #status = 0;
  #headers: IncomingHttpHeaders = noHeaders;
  #body: Buffer | Buffer[] | undefined = undefined;
  #bytes = 0;

  constructor(pool: Pool, options: RequestOptions, environment: RequestEnvironment, handler: ResponseHandler) {
    this.#pool = pool;
    this.#options = options;
    this.#environment = environment;
    this.#handler = handler;
    this.#isRead = options.operation.method === 'GET';
  }

  start(): void {
    this.#environment.timeouts.add(this);
    this.#dispatch();
  }

  /** Aborts the request: nobody waits for its response. */
  cancel(): void {
    this.#abort(this.#notSent('The request was cancelled.'));
  }

  onTimeout(): void {
    const { timeoutMs } = this.#environment;
    const noResponse = `The service did not respond within ${timeoutMs} ms.`;
    if (this.#isRead) this.#abort(this.#errorOf('UPSTREAM_TIMEOUT', noResponse));
    else if (this.#wasSent) this.#abort(this.#outcomeUnknown(noResponse));
    else this.#abort(this.#notSent(`No connection to the service was available within ${timeoutMs} ms.`));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#abortReason !== undefined) controller.abort(this.#abortReason);
    else this.#wasSent = true;
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // A 1xx response only announces the final one.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding !== 'identity') {
      const name = knownEncodings.has(String(encoding)) ? `"${encoding}"` : 'an unknown encoding';
      this.#reject(
        controller,
        `The service's response is encoded as ${name}. The gateway accepts no encoded responses.`,
      );
    }
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { maxBytes } = this.#environment;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) {
      this.#reject(controller, `The service's response is larger than ${maxBytes} bytes. Request fewer items.`);
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
    this.#complete();
    const body = Array.isArray(this.#body) ? Buffer.concat(this.#body, this.#bytes) : this.#body;
    this.#body = undefined;
    this.#handler.onResponse({ status: this.#status, headers: this.#headers, body });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (this.#isDone) return;
    if (this.#canRetry(error)) {
      this.#wasRetried = true;
      this.#wasSent = false;
      this.#dispatch();
      return;
    }
    if (this.#abortReason === undefined && this.#status === 0) {
      this.#environment.onNetworkError(this.#options.operation, error);
    }
    this.#fail(this.#abortReason ?? this.#networkError(error));
  }

  #dispatch(): void {
    const { path, operation, headers, body } = this.#options;
    this.#pool.dispatch({ path, method: operation.method, headers, body }, this);
  }

  /** A service may close an idle connection just as it is used again: a read is then sent once more. */
  #canRetry(error: Error): boolean {
    const hasNoResponse = this.#status === 0 && this.#abortReason === undefined;
    return this.#isRead && hasNoResponse && !this.#wasRetried && isConnectionClosed(error);
  }

  #complete(): void {
    this.#isDone = true;
    this.#environment.timeouts.remove(this);
  }

  #fail(error: GatewayError): void {
    this.#complete();
    // The status of an error response says enough, even if its body did not arrive.
    if (this.#status >= 300) {
      this.#handler.onResponse({ status: this.#status, headers: this.#headers, body: undefined });
    } else {
      this.#handler.onError(error);
    }
  }

  /** Fails at once. A request that still waits for a connection is aborted when undici takes it from the queue. */
  #abort(reason: GatewayError): void {
    if (this.#isDone) return;
    this.#abortReason ??= reason;
    this.#fail(this.#abortReason);
    this.#controller?.abort(this.#abortReason);
  }

  /** Rejects a response that has begun. */
  #reject(controller: Dispatcher.DispatchController, message: string): void {
    this.#abortReason = this.#isRead ? this.#errorOf('BAD_UPSTREAM_RESPONSE', message) : this.#outcomeUnknown(message);
    controller.abort(this.#abortReason);
  }

  #networkError(error: Error): GatewayError {
    if (this.#status !== 0) {
      const message = 'The connection to the service broke before the response was complete.';
      return this.#isRead ? this.#errorOf('BAD_UPSTREAM_RESPONSE', message) : this.#outcomeUnknown(message);
    }
    if (!this.#isRead && this.#wasSent) {
      return this.#outcomeUnknown('The connection to the service broke before it responded.');
    }
    if (isMalformed(error)) return this.#errorOf('BAD_UPSTREAM_RESPONSE', "The service's response is not valid HTTP.");
    return this.#notSent('The service cannot be reached.');
  }

  #notSent(message: string): GatewayError {
    return this.#errorOf('UPSTREAM_UNAVAILABLE', this.#isRead ? message : `${message} The write was not sent.`);
  }

  #outcomeUnknown(message: string): GatewayError {
    return this.#errorOf('WRITE_OUTCOME_UNKNOWN', `${message} ${outcomeUnknown}`);
  }

  #errorOf(code: GatewayError['code'], message: string): GatewayError {
    return new GatewayError(code, message, {
      rest: restInfo(this.#options.operation, this.#status === 0 ? undefined : this.#status),
    });
  }
}

const noHeaders: IncomingHttpHeaders = {};

/** Only these are quoted in a message: any other value could be a header of the request that the service sent back. */
const knownEncodings = new Set(['gzip', 'br', 'deflate', 'zstd', 'compress']);

const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

function isConnectionClosed(error: NodeJS.ErrnoException): boolean {
  return closedCodes.has(error.code ?? '');
}

/** By name: undici's parser errors have no code if the fault is in the first bytes. */
const malformedNames = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);

function isMalformed({ name }: Error): boolean {
  return malformedNames.has(name);
}
