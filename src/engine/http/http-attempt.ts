import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher, Pool } from 'undici';
import { decompress, isKnownEncoding, tooLarge } from './decompress.ts';
import type { TimedTask, TimeoutQueue } from './timeout-queue.ts';

/** A request to be sent. */
export interface HttpRequest {
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, including the path prefix of the service's base address. */
  readonly path: string;
  /** Names and values in turn. */
  readonly headers: string[];
  readonly body: string | null;
}

/** A complete response, decompressed and not parsed yet. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined if the response has no body. */
  readonly body: Buffer | undefined;
}

/** Why an attempt has no response. */
export type AttemptFailure =
  /** No complete response in time. */
  | { readonly kind: 'timeout' }
  /** The connection was closed before a response began: `unreachable` where there was no connection at all. */
  | { readonly kind: 'closed' | 'unreachable'; readonly error: Error }
  /** The connection was closed inside the response. */
  | { readonly kind: 'broken' }
  /** The response is not HTTP. */
  | { readonly kind: 'malformed'; readonly error: Error }
  /** The response cannot be used; `reason` is the rest of a sentence about it. */
  | { readonly kind: 'unusable'; readonly reason: string }
  /** There is no room for the response; `reason` is a sentence. */
  | { readonly kind: 'noRoom'; readonly reason: string };

/** Receives the outcome of an attempt: one of `onResponse` and `onFailure` is called, once, unless it is aborted. */
export interface AttemptHandler {
  /** Counts bytes of the body as they arrive. A sentence rejects the response. */
  onBytes(bytes: number): string | undefined;
  onResponse(response: HttpResponse): void;
  onFailure(failure: AttemptFailure): void;
}

export interface AttemptLimits {
  /** The deadlines of all attempts. */
  readonly timeouts: TimeoutQueue;
  /** Largest response body, in bytes. */
  readonly maxBytes: number;
}

/**
 * One sending of a request, as an undici dispatch handler, which is the cheapest way to send one. A single deadline covers
 * connecting, headers and body. The attempt knows whether the request may have reached the service.
 */
export class HttpAttempt implements Dispatcher.DispatchHandler, TimedTask {
  previous: TimedTask | undefined = undefined;
  next: TimedTask | undefined = undefined;
  startedAt = 0;
  /** Whether the request may have reached the service. */
  wasSent = false;
  /** Status of the response, once it has begun; 0 before. */
  status = 0;
  readonly #limits: AttemptLimits;
  readonly #handler: AttemptHandler;
  #controller: Dispatcher.DispatchController | undefined = undefined;
  #isDone = false;
  #headers: IncomingHttpHeaders = noHeaders;
  #encoding: string | undefined = undefined;
  #body: Buffer | Buffer[] | undefined = undefined;
  #bytes = 0;

  constructor(limits: AttemptLimits, handler: AttemptHandler) {
    this.#limits = limits;
    this.#handler = handler;
  }

  start(pool: Pool, request: HttpRequest): void {
    this.#limits.timeouts.add(this);
    pool.dispatch(request, this);
  }

  /** Ends the attempt; its handler is not called any more. */
  abort(): void {
    if (this.#isDone) return;
    this.#complete();
    this.#controller?.abort(aborted);
  }

  onTimeout(): void {
    this.#fail({ kind: 'timeout' });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // It was aborted while it waited for the connection to open.
    if (this.#isDone) controller.abort(aborted);
    else this.wasSent = true;
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    // A 1xx response only announces the final one.
    if (status < 200) return;
    this.status = status;
    this.#headers = headers;
    const { 'content-encoding': encoding = 'identity' } = headers;
    if (encoding === 'identity') return;
    const name = String(encoding).toLowerCase();
    if (isKnownEncoding(name)) this.#encoding = name;
    else this.#fail({ kind: 'unusable', reason: unknownEncoding(name) });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isDone) return;
    const { maxBytes } = this.#limits;
    this.#bytes += chunk.length;
    if (this.#bytes > maxBytes) {
      this.#fail({ kind: 'unusable', reason: tooLarge(maxBytes) });
      return;
    }
    const reason = this.#handler.onBytes(chunk.length);
    if (reason !== undefined) this.#fail({ kind: 'noRoom', reason });
    else if (this.#body === undefined) this.#body = chunk;
    else if (Array.isArray(this.#body)) this.#body.push(chunk);
    else this.#body = [this.#body, chunk];
  }

  onResponseEnd(): void {
    if (this.#isDone) return;
    const body = Array.isArray(this.#body) ? Buffer.concat(this.#body, this.#bytes) : this.#body;
    this.#body = undefined;
    if (this.#encoding === undefined || body === undefined) this.#respond(body);
    else this.#decompress(this.#encoding, body);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(failureOf(error, this.status));
  }

  /** The deadline still runs: an attempt that is aborted or too late ignores what was decompressed. */
  #decompress(encoding: string, body: Buffer): void {
    decompress(encoding, body, this.#limits.maxBytes).then(
      (decompressed) => {
        if (this.#isDone) return;
        const reason = this.#handler.onBytes(decompressed.length);
        if (reason === undefined) this.#respond(decompressed);
        else this.#fail({ kind: 'noRoom', reason });
      },
      (error: Error) => this.#fail({ kind: 'unusable', reason: error.message }),
    );
  }

  #respond(body: Buffer | undefined): void {
    this.#complete();
    this.#handler.onResponse({ status: this.status, headers: this.#headers, body });
  }

  #fail(failure: AttemptFailure): void {
    if (this.#isDone) return;
    this.#complete();
    this.#body = undefined;
    this.#controller?.abort(aborted);
    // The status of an error response says enough, even if its body did not arrive.
    if (this.status >= 300) this.#handler.onResponse({ status: this.status, headers: this.#headers, body: undefined });
    else this.#handler.onFailure(failure);
  }

  #complete(): void {
    this.#isDone = true;
    this.#limits.timeouts.remove(this);
  }
}

const noHeaders: IncomingHttpHeaders = {};

/** One for all: an error of its own for each aborted request would cost a stack trace. */
const aborted = new Error('The gateway aborted the request.');

function failureOf(error: NodeJS.ErrnoException, status: number): AttemptFailure {
  if (status !== 0) return { kind: 'broken' };
  if (malformedNames.has(error.name)) return { kind: 'malformed', error };
  return { kind: closedCodes.has(error.code ?? '') ? 'closed' : 'unreachable', error };
}

const closedCodes = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']);

/** By name: undici's parser errors have no code if the fault is in the first bytes. */
const malformedNames = new Set(['HTTPParserError', 'HeadersOverflowError', 'ResponseContentLengthMismatchError']);

/** Only these are quoted in a message: any other value could be a header of the request that the service sent back. */
const namedEncodings = new Set(['deflate', 'zstd', 'compress']);

function unknownEncoding(name: string): string {
  const shown = namedEncodings.has(name) ? `"${name}"` : 'an unknown encoding';
  return `is encoded as ${shown}. The gateway accepts gzip, br, and responses that are not encoded.`;
}
