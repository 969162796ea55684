import type { BodyOf, Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { Cancellation } from './cancellation.ts';
import type { Credentials } from './credentials.ts';
import { GatewayError } from './errors.ts';
import type { Reading } from './pending-read.ts';
import { understand } from './response.ts';
import type { Upstream } from './upstream.ts';
import { urlOf } from './url.ts';

/** One REST call as explain shows it. Times are in milliseconds, `startedAt` from the start of the request. */
export interface CallRecord {
  operation: string;
  method: string;
  path: string;
  status: number | null;
  ms: number;
  startedAt: number;
  /** Another request's identical call in flight answered this one. */
  shared: boolean;
  /** The call is a list that stands for several look-ups of single records. */
  batched: boolean;
}

/** Who asks: what a REST client of one request sends with every call. */
export interface Caller {
  credentials: Credentials;
  /** Ends the reads under way when the client goes away. */
  cancellation?: Cancellation;
  /** Set where the calls are to be recorded. */
  journal?: CallRecord[] | undefined;
  /** Called when a call has ended, with the error that it became. Must not throw. */
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

  /** Makes a write, once. Rejects with a GatewayError for anything but a success. */
  async call<O extends Operation>(operation: O, { path, query, body }: Arguments<O>): Promise<ResultOf<O>> {
    const url = urlOf(operation, path as Record<string, string>, query as Record<string, unknown> | undefined);
    const { credentials } = this.#caller;
    const record = this.#isObserved ? this.#record(operation, url) : undefined;
    let failure: unknown;
    const text = body === undefined ? null : JSON.stringify(body);
    // A write is not called off when its client goes away: nobody could tell what became of it.
    try {
      const answer = await this.#upstream.write(operation, url, credentials, text);
      if (record) record.status = answer.status;
      return understand(operation, answer, credentials.authorization) as ResultOf<O>;
    } catch (error) {
      failure = error;
      if (record) record.status ??= statusOf(error);
      throw error;
    } finally {
      if (record) this.#close(record, operation, failure);
    }
  }

  /** Makes a GET whose path and query are already one URL. `batched` is told to explain. */
  read(operation: Operation, url: string, batched: boolean): Reading {
    const { credentials, cancellation } = this.#caller;
    if (cancellation?.isCancelled) {
      throw new GatewayError('UPSTREAM_UNAVAILABLE', 'The request was cancelled.');
    }
    const { reading, isShared } = this.#upstream.read(operation, url, credentials);
    cancellation?.join(reading);
    if (this.#isObserved) {
      const record = this.#record(operation, url);
      record.shared = isShared;
      record.batched = batched;
      const close = (error?: unknown) => {
        record.status = reading.status;
        this.#close(record, operation, error);
      };
      reading.read().then(() => close(), close);
    }
    return reading;
  }

  get #isObserved(): boolean {
    return this.#caller.journal !== undefined || this.#caller.onCall !== undefined;
  }

  #record(operation: Operation, path: string): CallRecord {
    const record: CallRecord = {
      operation: operation.id,
      method: operation.method,
      path,
      status: null,
      ms: 0,
      startedAt: round(performance.now() - this.#startedAt),
      shared: false,
      batched: false,
    };
    this.#caller.journal?.push(record);
    return record;
  }

  #close(record: CallRecord, operation: Operation, error: unknown): void {
    record.ms = round(performance.now() - this.#startedAt - record.startedAt);
    this.#caller.onCall?.(record, operation, error);
  }
}

const round = (ms: number) => Math.round(ms * 100) / 100;

function statusOf(error: unknown): number | null {
  const rest = error instanceof GatewayError ? (error.extensions.rest as { status?: number } | undefined) : undefined;
  return rest?.status ?? null;
}
