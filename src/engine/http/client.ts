import type { BodyOf, Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import { deadlinePassed, requestCancelled, tooManyCalls } from './call-errors.ts';
import type { CallOrigin } from './call-origin.ts';
import { CallStatistics } from './call-statistics.ts';
import type { Cancellable, Cancellation } from './cancellation.ts';
import type { Credentials } from './credentials.ts';
import { GatewayError } from './errors.ts';
import type { CallObservation } from './observed-call.ts';
import type { PendingWrite } from './pending-write.ts';
import type { ReadHandle } from './read-handle.ts';
import { parseResponse } from './response.ts';
import { RequestScope, RestCall } from './rest-call.ts';
import { roundMs } from './round-ms.ts';
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
  /** How many times the call was sent again. */
  retries: number;
}

/** A call of a request with explain. */
export interface LoggedCall {
  readonly record: CallRecord;
  readonly origin: CallOrigin | undefined;
  /** How many other fields of the request got their value from the same response. */
  cacheHits: number;
}

/** The client on whose behalf a RestClient makes its calls. */
export interface Caller extends CallObservation {
  credentials: Credentials;
  /** Aborts the reads in flight when the client disconnects. */
  cancellation?: Cancellation | undefined;
  /** Receives a record of each call, if calls are to be recorded. */
  callLog?: LoggedCall[] | undefined;
  /** What the calls come to; undefined where nobody reads it. */
  statistics?: CallStatistics | undefined;
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
  #scope: RequestScope | undefined = undefined;
  #reads: ReadHandle[] = [];
  #write: { operation: Operation; write: PendingWrite } | undefined = undefined;
  /** What the request's calls come to so far. */
  readonly statistics: CallStatistics;
  /** The calls of the log, by their reads. */
  readonly #logged: Map<ReadHandle, LoggedCall> | undefined;
  #state: 'open' | 'expired' | 'closed' = 'open';

  constructor(upstream: Upstream, caller: Caller) {
    this.#upstream = upstream;
    this.#caller = caller;
    this.statistics = caller.statistics ?? new CallStatistics();
    this.#logged = caller.callLog && new Map();
  }

  /** Whether the calls are logged with their origins. */
  get isLogged(): boolean {
    return this.#logged !== undefined;
  }

  /** Maximum number of pages that are read of one list. */
  get maxListPages(): number {
    return this.#upstream.limits.maxListPages;
  }

  /** Sends a write, once, and resolves to its result. Rejects with a GatewayError unless the status is 2xx. */
  async call<O extends Operation>(
    operation: O,
    { path, query, body }: Arguments<O>,
    origin?: CallOrigin,
  ): Promise<ResultOf<O>> {
    const url = urlOf(operation, path as Record<string, string>, query as Record<string, unknown> | undefined);
    const json = body === undefined ? null : JSON.stringify(body);
    const call = this.#startCall(operation, url, false);
    const record = this.#record(call, origin);
    let status: number | null = null;
    let failure: unknown;
    try {
      const { write, ended } = this.#upstream.write(call, json);
      this.#write = { operation, write };
      const response = await ended;
      status = response.status;
      return parseResponse(operation, response, this.#caller.credentials) as ResultOf<O>;
    } catch (error) {
      failure = error;
      status ??= statusOf(error);
      throw error;
    } finally {
      this.#write = undefined;
      call.end(status, failure);
      this.#caller.endedCalls?.push(call);
      if (record) this.#close(record, call);
    }
  }

  /**
   * Starts a GET; `url` is its path and query. `batched` is shown by explain. Throws a GatewayError if the client has
   * disconnected, and if the request may make no more calls.
   */
  read(operation: Operation, url: string, batched: boolean, origin?: CallOrigin): ReadHandle {
    const call = this.#startCall(operation, url, batched);
    if (batched) this.statistics.batched++;
    const handle = this.#upstream.read(call);
    this.#reads.push(handle);
    const record = this.#record(call, origin, handle);
    if (record) {
      const close = () => this.#close(record, call);
      handle.read().then(close, close);
    }
    return handle;
  }

  /** A field of another origin got its value from a read's response. */
  countCacheHit(read: ReadHandle, origin: CallOrigin | undefined): void {
    const logged = this.#logged?.get(read);
    // A batched list is read for several fields: none of them is a hit.
    if (logged !== undefined && logged.origin !== origin && !logged.record.batched) logged.cacheHits++;
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
    if (this.#scope === undefined) return;
    this.#upstream.deadlines.remove(this);
    if (this.#reads.some(({ isPending }) => isPending)) this.#failReads(requestCancelled);
    const { endedCalls } = this.#caller;
    for (const read of this.#reads) {
      read.close();
      endedCalls?.push(read.call);
    }
    this.#reads = [];
    this.#upstream.shares.close(this.#scope.share);
    this.#scope = undefined;
  }

  /** Counts a call. Throws a GatewayError where the request may not make it. */
  #startCall(operation: Operation, url: string, isBatched: boolean): RestCall {
    const { cancellation } = this.#caller;
    const { maxCalls, requestTimeoutMs } = this.#upstream.limits;
    if (cancellation?.isCancelled || this.#state === 'closed') throw requestCancelled(operation);
    if (this.#state === 'expired') throw deadlinePassed(operation, requestTimeoutMs, false);
    if (this.statistics.made >= maxCalls) throw tooManyCalls(operation, maxCalls);
    this.statistics.made++;
    this.#scope ??= this.#open();
    return new RestCall(operation, url, isBatched, this.#scope);
  }

  #open(): RequestScope {
    const { credentials, cancellation } = this.#caller;
    const { shares, deadlines, limits } = this.#upstream;
    deadlines.add(this);
    cancellation?.add(this);
    const share = shares.open(credentials.client, this.statistics);
    return new RequestScope(credentials, share, this.startedAt + limits.requestTimeoutMs, this.#caller);
  }

  /** A connection that one of them holds does not go to another one that is about to fail, too. */
  #failReads(errorOf: (operation: Operation) => GatewayError): void {
    this.#upstream.withoutSending(() => {
      for (const read of this.#reads) if (read.isPending) read.fail(errorOf(read.operation));
    });
  }

  #record(
    { operation, url, isShared, isBatched }: RestCall,
    origin: CallOrigin | undefined,
    read?: ReadHandle,
  ): CallRecord | undefined {
    const { callLog } = this.#caller;
    if (callLog === undefined) return undefined;
    const record: CallRecord = {
      operation: operation.id,
      method: operation.method,
      path: url,
      status: null,
      ms: 0,
      startedAt: roundMs(performance.now() - this.#createdAt),
      shared: isShared,
      batched: isBatched,
      retries: 0,
    };
    const logged: LoggedCall = { record, origin, cacheHits: 0 };
    callLog.push(logged);
    if (read !== undefined) this.#logged?.set(read, logged);
    return record;
  }

  #close(record: CallRecord, { status, retryCount }: RestCall): void {
    record.status = status;
    record.ms = roundMs(performance.now() - this.#createdAt - record.startedAt);
    record.retries = retryCount;
  }
}

function statusOf(error: unknown): number | null {
  return error instanceof GatewayError ? (error.rest?.status ?? null) : null;
}
