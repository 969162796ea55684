import type { BodyOf, Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { Cancellation } from './cancellation.ts';
import type { Credentials } from './credentials.ts';
import { GatewayError } from './errors.ts';
import type { PendingRead } from './pending-read.ts';
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
    const { credentials, journal } = this.#caller;
    const record = journal && this.#record(journal, operation, url);
    const text = body === undefined ? null : JSON.stringify(body);
    // A write is not called off when its client goes away: nobody could tell what became of it.
    try {
      const answer = await this.#upstream.write(operation, url, credentials, text);
      if (record) record.status = answer.status;
      return understand(operation, answer, credentials.authorization) as ResultOf<O>;
    } catch (error) {
      if (record) record.status ??= statusOf(error);
      throw error;
    } finally {
      if (record) this.#close(record);
    }
  }

  /** Makes a GET whose path and query are already one URL. `batched` is told to explain. */
  read(operation: Operation, url: string, batched: boolean): PendingRead {
    const { credentials, cancellation, journal } = this.#caller;
    if (cancellation?.isCancelled) {
      throw new GatewayError('UPSTREAM_UNAVAILABLE', 'The request was cancelled.');
    }
    const { reading, isShared } = this.#upstream.read(operation, url, credentials);
    cancellation?.join(reading);
    if (journal !== undefined) {
      const record = this.#record(journal, operation, url);
      record.shared = isShared;
      record.batched = batched;
      const close = () => {
        record.status = reading.status;
        this.#close(record);
      };
      reading.read().then(close, close);
    }
    return reading;
  }

  #record(journal: CallRecord[], operation: Operation, path: string): CallRecord {
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
    journal.push(record);
    return record;
  }

  #close(record: CallRecord): void {
    record.ms = round(performance.now() - this.#startedAt - record.startedAt);
  }
}

const round = (ms: number) => Math.round(ms * 100) / 100;

function statusOf(error: unknown): number | null {
  const rest = error instanceof GatewayError ? (error.extensions.rest as { status?: number } | undefined) : undefined;
  return rest?.status ?? null;
}
