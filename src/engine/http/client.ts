import type { BodyOf, Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { Cancellation } from './cancellation.ts';
import type { Credentials } from './credentials.ts';
import { GatewayError } from './errors.ts';
import type { PendingRead } from './pending-read.ts';
import { parseResponse } from './response.ts';
import { roundMs } from './round-ms.ts';
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

/** The REST client of one request. */
export class RestClient {
  readonly #upstream: Upstream;
  readonly #caller: Caller;
  readonly #startedAt = performance.now();

  constructor(upstream: Upstream, caller: Caller) {
    this.#upstream = upstream;
    this.#caller = caller;
  }

  /** Sends a write, once, and resolves to its result. Rejects with a GatewayError unless the status is 2xx. */
  async call<O extends Operation>(operation: O, { path, query, body }: Arguments<O>): Promise<ResultOf<O>> {
    const url = urlOf(operation, path as Record<string, string>, query as Record<string, unknown> | undefined);
    const { credentials } = this.#caller;
    const record = this.#isObserved ? this.#record(operation, url) : undefined;
    let failure: unknown;
    const json = body === undefined ? null : JSON.stringify(body);
    // A write is not aborted when its client disconnects: nobody could tell whether it was applied.
    try {
      const response = await this.#upstream.write(operation, url, credentials, json);
      if (record) record.status = response.status;
      return parseResponse(operation, response, credentials) as ResultOf<O>;
    } catch (error) {
      failure = error;
      if (record) record.status ??= statusOf(error);
      throw error;
    } finally {
      if (record) this.#close(record, operation, failure);
    }
  }

  /**
   * Starts a GET; `url` is its path and query. `batched` is shown by explain. Throws a GatewayError if the client has
   * disconnected.
   */
  read(operation: Operation, url: string, batched: boolean): PendingRead {
    const { credentials, cancellation } = this.#caller;
    if (cancellation?.isCancelled) {
      throw new GatewayError('UPSTREAM_UNAVAILABLE', 'The request was cancelled.');
    }
    const { read, isShared } = this.#upstream.read(operation, url, credentials);
    cancellation?.add(read);
    if (this.#isObserved) {
      const record = this.#record(operation, url);
      record.shared = isShared;
      record.batched = batched;
      const close = (error?: unknown) => {
        record.status = read.status;
        this.#close(record, operation, error);
      };
      read.read().then(() => close(), close);
    }
    return read;
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
      startedAt: roundMs(performance.now() - this.#startedAt),
      shared: false,
      batched: false,
    };
    this.#caller.callLog?.push(record);
    return record;
  }

  #close(record: CallRecord, operation: Operation, error: unknown): void {
    record.ms = roundMs(performance.now() - this.#startedAt - record.startedAt);
    this.#caller.onCall?.(record, operation, error);
  }
}

function statusOf(error: unknown): number | null {
  return error instanceof GatewayError ? (error.rest?.status ?? null) : null;
}
