import type { BodyOf, Operation, PathOf, QueryOf, ResultOf } from '../contract/operation.ts';
import type { Cancellation } from './cancellation.ts';
import { GatewayError } from './errors.ts';
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
  /** The client's `Authorization` header, as it came. */
  authorization: string | undefined;
  /** Other headers of the client's request that are on the allow-list. */
  headers?: Readonly<Record<string, string>>;
  /** Ends the reads under way when the client goes away. */
  cancellation?: Cancellation;
  /** Set where the calls are to be recorded. */
  journal?: CallRecord[];
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

  /** Makes the call. Rejects with a GatewayError for anything but a success. */
  call<O extends Operation>(operation: O, { path, query, body }: Arguments<O>): Promise<ResultOf<O>> {
    const url = urlOf(operation, path as Record<string, string>, query as Record<string, unknown> | undefined);
    return this.send(operation, url, body === undefined ? undefined : JSON.stringify(body));
  }

  /** Makes a call whose path and query are already one URL. */
  async send<O extends Operation>(operation: O, url: string, body?: string, batched = false): Promise<ResultOf<O>> {
    const { authorization, headers, cancellation, journal } = this.#caller;
    const record = journal && this.#record(journal, operation, url, batched);
    try {
      const answer = await this.#upstream.exchange({
        operation,
        url,
        authorization,
        ...(headers && { headers }),
        ...(body !== undefined && { body }),
        // A write that is under way is not called off: its client could not tell what became of it.
        ...(cancellation && operation.method === 'GET' && { cancellation }),
      });
      if (record) record.status = answer.status;
      return understand(operation, answer, authorization) as ResultOf<O>;
    } catch (error) {
      if (record && error instanceof GatewayError) record.status ??= statusOf(error);
      throw error;
    } finally {
      if (record) record.ms = round(performance.now() - this.#startedAt - record.startedAt);
    }
  }

  #record(journal: CallRecord[], operation: Operation, path: string, batched: boolean): CallRecord {
    const record: CallRecord = {
      operation: operation.id,
      method: operation.method,
      path,
      status: null,
      ms: 0,
      startedAt: round(performance.now() - this.#startedAt),
      shared: false,
      batched,
    };
    journal.push(record);
    return record;
  }
}

const round = (ms: number) => Math.round(ms * 100) / 100;

function statusOf(error: GatewayError): number | null {
  const rest = error.extensions.rest as { status?: number } | undefined;
  return rest?.status ?? null;
}
