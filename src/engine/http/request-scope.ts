import type { ResultSources } from '../cache/result-sources.ts';
import type { CallStatistics } from './call-statistics.ts';
import { CallTimings } from './call-timings.ts';
import type { Client } from './client-usage.ts';
import type { Credentials } from './credentials.ts';
import type { ListObserver } from './list-sizes.ts';
import type { CallHeaderSource, CallObservation, CallObserver } from './observed-call.ts';
import { RequestQueue } from './queue-members.ts';

/** A request that ends its other calls where the service rejects its credentials. */
interface AuthenticatedRequest {
  onUnauthenticated(): void;
}

/** What of a caller concerns its calls alone. */
interface ScopeOptions extends CallObservation {
  readonly sources?: ResultSources | undefined;
  readonly readsAnew?: boolean | undefined;
  /** Set where the calls are logged. */
  readonly callLog?: object | undefined;
}

/**
 * What the calls of one GraphQL request have in common: its client, and what it uses of the connections and of the memory for
 * responses.
 */
export class RequestScope {
  readonly credentials: Credentials;
  readonly client: Client;
  readonly statistics: CallStatistics;
  /** When the GraphQL request has to be complete, on the clock of `performance.now()`. */
  readonly deadlineAt: number;
  /** Notes how long the lists are that are read. */
  readonly listSizes: ListObserver;
  readonly requestId: string | undefined;
  /** Collects the responses to the calls, where the result may be kept. */
  readonly sources: ResultSources | undefined;
  /** Whether its reads use no kept responses. */
  readonly readsAnew: boolean;
  /** Observes the calls, if they are to be observed. */
  readonly observer: CallObserver | undefined;
  /** Adds headers to the calls, if any are to be added. */
  readonly headerSource: CallHeaderSource | undefined;
  /** When the calls were sent; undefined where calls are not logged. */
  readonly timings: CallTimings | undefined;
  readonly #request: AuthenticatedRequest;
  /** Bytes of the responses that it holds. */
  bytes = 0;
  #reads: RequestQueue;
  /** The secret of its identity in the cache of responses; undefined until it is needed. */
  cacheScope: string | undefined = undefined;
  #writes: RequestQueue | undefined = undefined;

  constructor(
    credentials: Credentials,
    client: Client,
    statistics: CallStatistics,
    deadlineAt: number,
    listSizes: ListObserver,
    { requestId, observer, headerSource, sources, readsAnew, callLog }: ScopeOptions,
    request: AuthenticatedRequest,
  ) {
    this.credentials = credentials;
    this.client = client;
    this.statistics = statistics;
    this.deadlineAt = deadlineAt;
    this.listSizes = listSizes;
    this.requestId = requestId;
    this.sources = sources;
    this.readsAnew = readsAnew === true;
    this.observer = observer;
    this.headerSource = headerSource;
    this.timings = callLog && new CallTimings();
    this.#request = request;
    this.#reads = new RequestQueue(client.usage.reads);
  }

  get reads(): RequestQueue {
    return this.#reads;
  }

  get writes(): RequestQueue {
    this.#writes ??= new RequestQueue(this.client.usage.writes);
    return this.#writes;
  }

  /** The service has rejected the credentials of a call. */
  reject(): void {
    this.#request.onUnauthenticated();
  }

  /** The service has answered a call with success: later calls have the place of a confirmed client. */
  confirm(): void {
    const { client } = this;
    if (client.usage.isConfirmed) return;
    client.confirm();
    this.#reads = new RequestQueue(client.usage.reads);
    this.#writes = undefined;
  }
}
