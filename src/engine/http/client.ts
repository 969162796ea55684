import type { BodyOf, Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import { deadlinePassed, requestCancelled, tooManyCalls } from './call-errors.ts';
import { CallRequest } from './call-request.ts';
import type { Cancellable, Cancellation } from './cancellation.ts';
import type { Credentials } from './credentials.ts';
import { GatewayError } from './errors.ts';
import type { PendingWrite } from './pending-write.ts';
import type { ReadHandle } from './read-handle.ts';
import { parseResponse } from './response.ts';
import { roundMs } from './round-ms.ts';
import type { RequestShare } from './shares.ts';
import type { TimedTask } from './timeout-queue.ts';
import type { Upstream } from './upstream.ts';
import { urlOf } from './url.ts';

/** One REST call as explain shows it. Times are in milliseconds. */
export interface CallRecord {
  operation: string;
  method: string;
  path: string;
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  /** Time since the start of the request. */
  startedAt: number;
  /** Whether the response is that of another request's identical call in flight. */
  shared: boolean;
  /** Whether the call is a list that replaces several look-ups of single records. */
  batched: boolean;
}

/** The client on whose behalf a RestClient makes its calls. */
export interface Caller {
  credentials: Credentials;
  /** Aborts the reads in flight when the client disconnects. */
  cancellation?: Cancellation | undefined;
  /** Receives a record of each call, if calls are to be recorded. */
  callLog?: CallRecord[] | undefined;
  /** Called when a call has ended, with the error that it ended in. Must not throw. */
  onCall?: ((record: CallRecord, operation: Operation, error: unknown) => void) | undefined;
}

export type Arguments<O extends Operation> = { path: PathOf<O>; query?: QueryOf<O>; body?: BodyOf<O> };

/** The REST client of one request. Close it when the request has ended. */
export class RestClient implements Cancellable, TimedTask {
  previous: TimedTask | undefined = undefined;
  next: TimedTask | undefined = undefined;
  startedAt = performance.now();
  readonly #upstream: Upstream;
  readonly #caller: Caller;
  readonly #createdAt = this.startedAt;
  /** Undefined until the first call, and after the end of the request. */
  #share: RequestShare | undefined = undefined;
  #reads: ReadHandle[] = [];
  #write: { operation: Operation; write: PendingWrite } | undefined = undefined;
  /** Number of calls so far, those included that are shared with other requests. */
  #callCount = 0;
  #state: 'open' | 'expired' | 'closed' = 'open';

  constructor(upstream: Upstream, caller: Caller) {
    this.#upstream = upstream;
    this.#caller = caller;
  }

  /** Maximum number of pages that are read of one list. */
  get maxListPages(): number {
    return this.#upstream.limits.maxListPages;
  }

  /** Sends a write, once, and resolves to its result. Rejects with a GatewayError unless the status is 2xx. */
  async call<O extends Operation>(operation: O, { path, query, body }: Arguments<O>): Promise<ResultOf<O>> {
    const url = urlOf(operation, path as Record<string, string>, query as Record<string, unknown> | undefined);
    const request = this.#request(operation, url);
    const { credentials } = request;
    const record = this.#isObserved ? this.#record(operation, url) : undefined;
    let failure: unknown;
    const json = body === undefined ? null : JSON.stringify(body);
    try {
      const { write, ended } = this.#upstream.write(request, json);
      this.#write = { operation, write };
      const response = await ended;
      if (record) record.status = response.status;
      return parseResponse(operation, response, credentials) as ResultOf<O>;
    } catch (error) {
      failure = error;
      if (record) record.status ??= statusOf(error);
      throw error;
    } finally {
      this.#write = undefined;
      if (record) this.#close(record, operation, failure);
    }
  }

  /**
   * Starts a GET; `url` is its path and query. `batched` is shown by explain. Throws a GatewayError if the client has
   * disconnected, and if the request may make no more calls.
   */
  read(operation: Operation, url: string, batched: boolean): ReadHandle {
    const { handle, isShared } = this.#upstream.read(this.#request(operation, url));
    this.#reads.push(handle);
    if (this.#isObserved) {
      const record = this.#record(operation, url);
      record.shared = isShared;
      record.batched = batched;
      const close = (error?: unknown) => {
        record.status = handle.status;
        this.#close(record, operation, error);
      };
      handle.read().then(() => close(), close);
    }
    return handle;
  }

  /** The client has disconnected. A write that was sent goes on: nobody could tell whether it was applied. */
  cancel(): void {
    this.#failReads(requestCancelled);
    if (this.#write?.write.wasSent === false) this.#write.write.fail(requestCancelled(this.#write.operation));
  }

  /** The request's deadline has passed: what it still waits for fails. */
  onTimeout(): void {
    this.#state = 'expired';
    const { requestTimeoutMs } = this.#upstream.limits;
    this.#failReads((operation) => deadlinePassed(operation, requestTimeoutMs, false));
    if (this.#write === undefined) return;
    const { operation, write } = this.#write;
    write.fail(deadlinePassed(operation, requestTimeoutMs, write.wasSent));
  }

  /** Aborts the reads that nobody needs any more, and frees what the request used. */
  close(): void {
    this.#state = 'closed';
    if (this.#share === undefined) return;
    this.#upstream.deadlines.remove(this);
    if (this.#reads.some(({ isPending }) => isPending)) this.#failReads(requestCancelled);
    for (const read of this.#reads) read.close();
    this.#reads = [];
    this.#upstream.shares.close(this.#share);
    this.#share = undefined;
  }

  /** Counts a call. Throws a GatewayError where the request may not make it. */
  #request(operation: Operation, url: string): CallRequest {
    const { credentials, cancellation } = this.#caller;
    const { maxCalls, requestTimeoutMs } = this.#upstream.limits;
    if (cancellation?.isCancelled || this.#state === 'closed') throw requestCancelled(operation);
    if (this.#state === 'expired') throw deadlinePassed(operation, requestTimeoutMs, false);
    if (this.#callCount >= maxCalls) throw tooManyCalls(operation, maxCalls);
    this.#callCount++;
    const share = this.#share ?? this.#open(credentials.client);
    return new CallRequest(operation, url, credentials, share, this.startedAt + requestTimeoutMs);
  }

  #open(client: string): RequestShare {
    this.#share = this.#upstream.shares.open(client);
    this.#upstream.deadlines.add(this);
    this.#caller.cancellation?.add(this);
    return this.#share;
  }

  /** A connection that one of them holds does not go to another one that is about to fail, too. */
  #failReads(errorOf: (operation: Operation) => GatewayError): void {
    this.#upstream.withoutSending(() => {
      for (const read of this.#reads) if (read.isPending) read.fail(errorOf(read.operation));
    });
  }

  get #isObserved(): boolean {
    return this.#caller.callLog !== undefined || this.#caller.onCall !== undefined;
  }

  #record(operation: Operation, path: string): CallRecord {
    const record: CallRecord = {
      operation: operation.id,
      method: operation.method,
      path,
      status: null,
      ms: 0,
      startedAt: roundMs(performance.now() - this.#createdAt),
      shared: false,
      batched: false,
    };
    this.#caller.callLog?.push(record);
    return record;
  }

  #close(record: CallRecord, operation: Operation, error: unknown): void {
    record.ms = roundMs(performance.now() - this.#createdAt - record.startedAt);
    this.#caller.onCall?.(record, operation, error);
  }
}

function statusOf(error: unknown): number | null {
  return error instanceof GatewayError ? (error.rest?.status ?? null) : null;
}
