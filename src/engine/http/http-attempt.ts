import type { Dispatcher } from 'undici';
import { type AttemptFailure, connectionFailure, unknownEncoding } from './attempt-failure.ts';
import type { AddressConnections, ConnectionKind } from './connection/address-connections.ts';
import { type DecompressionError, decompress, isKnownEncoding, tooLarge } from './decompress.ts';
import type { QueuedTask } from './queue-members.ts';
import { headerOf, noHeaders, type RawHeaders } from './raw-headers.ts';
import type { TimedTask, TimeoutQueue } from './timeout-queue.ts';

export interface AttemptLimits {
  /** The deadlines of all attempts: one covers connecting, headers and body. */
  readonly timeouts: TimeoutQueue;
  /** Largest response body, in bytes. */
  readonly maxResponseBytes: number;
}

/**
 * The sending of a request, once or several times in turn. It is the options and the handler of undici's dispatch at once, which is
 * the cheapest way to send a request. An attempt that has ended has no further events: undici's `abort` reports its error
 * before it returns, and an attempt that times out before it has a connection must be the last one.
 */
export abstract class HttpAttempt implements TimedTask, Dispatcher.DispatchOptions, Dispatcher.DispatchHandler {
  // It is in one list at a time: it waits for a connection, or for the response.
  previous: (TimedTask & QueuedTask) | undefined = undefined;
  next: (TimedTask & QueuedTask) | undefined = undefined;
  startedAt = 0;
  readonly method: Dispatcher.HttpMethod;
  /** Path and query, including the path prefix of the service's base address. */
  readonly path: string;
  readonly body: string | null;
  /** A connection has one request at a time: nothing has to be held back behind this one. */
  readonly blocking = false;
  /** How often the request was sent, or given to a pool that was to send it. */
  attempts = 0;
  /** Whether the last attempt may have reached the service. */
  wasSent = false;
  /** Status of the response, once it has begun; 0 before. */
  status = 0;
  responseHeaders: RawHeaders = noHeaders;
  /** The complete body, decompressed. Undefined if the response has none. */
  responseBody: Buffer | undefined = undefined;
  readonly #limits: AttemptLimits;
  /** Those of the last attempt. */
  protected connections: AddressConnections | undefined = undefined;
  #isRunning = false;
  #abort: ((error: Error) => void) | undefined = undefined;
  #chunks: Buffer | Buffer[] | undefined = undefined;
  #receivedBytes = 0;

  constructor(method: Dispatcher.HttpMethod, path: string, body: string | null, limits: AttemptLimits) {
    this.method = method;
    this.path = path;
    this.body = body;
    this.#limits = limits;
  }

  /** Names and values in turn. A pool may keep the request for a while, and reads them when it sends it. */
  abstract get headers(): string[];

  /** Counts bytes of the body as they arrive, and as they are decompressed. A sentence rejects the response. */
  protected abstract onBytes(bytes: number): string | undefined;

  /** The request is sent, or the headers of its response have arrived. */
  protected abstract onProgress(step: 'sent' | 'answered'): void;

  /** There is a complete response; the body of an error may be missing. */
  protected abstract onResponse(): void;

  protected abstract onFailure(failure: AttemptFailure): void;

  /** Sends the request. One of `onResponse` and `onFailure` is called, once, unless the attempt is aborted. */
  protected send(connections: AddressConnections, kind: ConnectionKind): void {
    this.attempts++;
    this.wasSent = false;
    this.status = 0;
    this.responseHeaders = noHeaders;
    this.responseBody = undefined;
    this.#isRunning = true;
    this.#abort = undefined;
    this.#receivedBytes = 0;
    this.#limits.timeouts.add(this);
    this.connections = connections;
    this.onProgress('sent');
    connections.dispatch(this, kind);
  }

  /** Whether the last attempt had a connection. Without one, undici may still open it, and send the request on it. */
  protected get hadConnection(): boolean {
    return this.#abort !== undefined;
  }

  protected abort(): void {
    if (!this.#isRunning) return;
    this.#end();
    this.#abort?.(aborted);
  }

  onTimeout(): void {
    this.#fail({ kind: 'timeout' });
  }

  onConnect(abort: (error?: Error) => void): void {
    this.#abort = abort;
    // It was aborted while it waited for the connection to open.
    if (this.#isRunning) this.wasSent = true;
    else abort(aborted);
  }

  onHeaders(status: number, headers: Buffer[]): boolean {
    // A 1xx response only announces the final one.
    if (status < 200 || !this.#isRunning) return true;
    this.status = status;
    this.responseHeaders = headers;
    this.onProgress('answered');
    const encoding = this.#encoding;
    if (encoding !== undefined && !isKnownEncoding(encoding)) {
      this.#fail({ kind: 'unusable', reason: unknownEncoding(encoding) });
    }
    return true;
  }

  onData(chunk: Buffer): boolean {
    if (!this.#isRunning) return true;
    const { maxResponseBytes } = this.#limits;
    this.#receivedBytes += chunk.length;
    if (this.#receivedBytes > maxResponseBytes)
      this.#fail({ kind: 'unusable', reason: tooLarge(maxResponseBytes), isTooLarge: true });
    else if (this.#hasRoomFor(chunk)) {
      if (this.#chunks === undefined) this.#chunks = chunk;
      else if (Array.isArray(this.#chunks)) this.#chunks.push(chunk);
      else this.#chunks = [this.#chunks, chunk];
    }
    return true;
  }

  onComplete(): void {
    if (!this.#isRunning) return;
    const chunks = this.#chunks;
    const body = Array.isArray(chunks) ? Buffer.concat(chunks, this.#receivedBytes) : chunks;
    const encoding = this.#encoding;
    if (encoding === undefined || body === undefined) this.#respond(body);
    else this.#decompress(encoding, body, this.attempts);
  }

  onError(error: Error): void {
    this.#fail(connectionFailure(error, this.status));
  }

  /** The encoding of the body, in lower case. */
  get #encoding(): string | undefined {
    const encoding = headerOf(this.responseHeaders, 'content-encoding')?.toLowerCase();
    return encoding === 'identity' ? undefined : encoding;
  }

  #hasRoomFor({ length }: Buffer): boolean {
    const reason = this.onBytes(length);
    if (reason !== undefined) this.#fail({ kind: 'noRoom', reason });
    // Nobody may wait for the response any more.
    return this.#isRunning;
  }

  /** The deadline still runs: what was decompressed is ignored if the attempt has ended in the meantime. */
  #decompress(encoding: string, body: Buffer, attempt: number): void {
    decompress(encoding, body, this.#limits.maxResponseBytes).then(
      (decompressed) => {
        if (this.#isRunning && attempt === this.attempts && this.#hasRoomFor(decompressed)) this.#respond(decompressed);
      },
      ({ message: reason, isTooLarge }: DecompressionError) => {
        if (attempt === this.attempts) this.#fail({ kind: 'unusable', reason, isTooLarge });
      },
    );
  }

  #respond(body: Buffer | undefined): void {
    this.#end();
    this.responseBody = body;
    this.onResponse();
  }

  #fail(failure: AttemptFailure): void {
    if (!this.#isRunning) return;
    this.#end();
    this.#abort?.(aborted);
    // The status of an error response says enough, even if its body did not arrive.
    if (this.status >= 300) this.onResponse();
    else this.onFailure(failure);
  }

  #end(): void {
    this.#isRunning = false;
    this.#chunks = undefined;
    this.connections?.ended();
    this.#limits.timeouts.remove(this);
  }
}

/** One for all: an error of its own for each aborted request would cost a stack trace. */
const aborted = new Error('The gateway aborted the request.');
