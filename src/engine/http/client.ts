import type { ResultSources } from '../cache/result-sources.ts';
import type { BodyOf, Endpoint, PathOf, QueryOf, ResultOf } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import { countCallStart } from '../turns/event-loop-turn.ts';
import type { TurnOwner } from '../turns/turn-owner.ts';
import { deadlinePassed, requestCancelled, tooManyCalls, unauthenticatedBefore } from './call-errors.ts';
import type { CallOrigin } from './call-origin.ts';
import { type CallRecord, completeRecord, recordOf } from './call-record.ts';
import { CallStatistics } from './call-statistics.ts';
import type { Cancellable, Cancellation } from './cancellation.ts';
import type { Client } from './client-usage.ts';
import type { Credentials } from './credentials.ts';
import type { GatewayError } from './errors.ts';
import { RequestListSizes } from './list-sizes.ts';
import type { CallObservation } from './observed-call.ts';
import type { ReadsInFlight } from './reads-in-flight.ts';
import { RequestScope } from './request-scope.ts';
import { type CallTarget, RestCall } from './rest-call.ts';
import type { TimedTask } from './timeout-queue.ts';
import type { Upstream } from './upstream.ts';
import { urlOf } from './url.ts';

/** A call of a request with explain. */
export interface LoggedCall {
  readonly record: CallRecord;
  readonly origin: CallOrigin | undefined;
  /** How many other fields of the request got their value from the same response. */
  cacheHits: number;
}

/** What of a request ends with its deadline and with its client, besides its calls. */
export interface RequestWatcher {
  /** The request had so many milliseconds. */
  expire(timeoutMs: number): void;
  cancel(): void;
}

/** The client on whose behalf a RestClient makes its calls. */
export interface Caller extends CallObservation {
  credentials: Credentials;
  /** Where its use is counted. Left out: under its credentials alone, as of a client that the service knows. */
  client?: Client | undefined;
  /** Aborts the reads in flight when the client disconnects. */
  cancellation?: Cancellation | undefined;
  /** Collects the responses that the result is made of, where the result may be kept. */
  sources?: ResultSources | undefined;
  /** Whether it makes its reads itself: it uses no kept response, and no read in flight of another request. */
  readsAnew?: boolean | undefined;
  /** Receives a record of each call, if calls are to be recorded. */
  callLog?: LoggedCall[] | undefined;
  /** What the calls come to; undefined where nobody reads it. */
  statistics?: CallStatistics | undefined;
}

export type Arguments<O extends Endpoint> = { path: PathOf<O>; query?: QueryOf<O>; body?: BodyOf<O> };

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
  #readsInFlight: ReadsInFlight | undefined = undefined;
  #calls: RestCall[] = [];
  /** What the request's calls come to so far. */
  readonly statistics: CallStatistics;
  /** Notes how long the lists are that the request reads. */
  readonly listSizes: RequestListSizes;
  /** The calls of the log. */
  readonly #logged: Map<RestCall, LoggedCall> | undefined;
  #state: 'open' | 'expired' | 'closed' = 'open';
  /** How long the request was in flight when its deadline passed, in milliseconds. */
  #expiredAfterMs = 0;
  #watcher: RequestWatcher | undefined = undefined;
  #isUnauthenticated = false;
  #limitErrors: Map<Endpoint, GatewayError> | undefined = undefined;

  constructor(upstream: Upstream, caller: Caller) {
    this.#upstream = upstream;
    this.#caller = caller;
    this.statistics = caller.statistics ?? new CallStatistics();
    this.listSizes = new RequestListSizes(upstream.listSizes);
    this.#logged = caller.callLog && new Map();
  }

  /** Whether the calls are logged with their origins. */
  get isLogged(): boolean {
    return this.#logged !== undefined;
  }

  /** The result depends on something else than responses of the service: it must not be kept. */
  rejectKeeping(): void {
    this.#caller.sources?.reject();
  }

  /** In whose turns of the event loop the request's work continues. */
  get turnOwner(): TurnOwner | undefined {
    return this.#caller.client?.usage.owner;
  }

  /** Maximum number of pages that are read of one list. */
  get maxListPages(): number {
    return this.#upstream.limits.maxListPages;
  }

  /** Sends a write, once, and resolves to its result. Rejects with a GatewayError unless the status is 2xx. */
  async call<O extends Endpoint>(
    endpoint: O,
    { path, query, body }: Arguments<NoInfer<O>>,
    origin?: CallOrigin,
  ): Promise<ResultOf<O>> {
    const target: CallTarget = { endpoint, path: path as Key, query: query as CallTarget['query'] };
    const url = urlOf(endpoint, target.path, target.query);
    const json = body === undefined ? null : JSON.stringify(body);
    const call = this.#start(target, url, false);
    if (this.#logged !== undefined) this.#log(call, origin);
    try {
      return (await this.#upstream.write(call, json)) as ResultOf<O>;
    } finally {
      this.#caller.endedCalls?.push(call);
    }
  }

  /**
   * Starts a GET; `url` is its path and query. `batched` is shown by explain. Throws a GatewayError if the client has
   * disconnected, and if the request may make no more calls.
   */
  read(target: CallTarget, url: string, batched: boolean, origin?: CallOrigin): RestCall {
    const call = this.#start(target, url, batched);
    if (batched) this.statistics.batched++;
    this.#upstream.read(call, this.#readsInFlight);
    if (this.#logged !== undefined) this.#log(call, origin);
    return call;
  }

  /** A field of another origin got its value from the response of a read. */
  countCacheHit(read: RestCall, origin: CallOrigin | undefined): void {
    const logged = this.#logged?.get(read);
    // A batched list is read for several fields: none of them is a hit.
    if (logged !== undefined && logged.origin !== origin && !logged.record.batched) logged.cacheHits++;
  }

  /** Ends what else the request does when its deadline passes, and when its client disconnects, also if it makes no calls. */
  watch(watcher: RequestWatcher): void {
    this.#watcher = watcher;
    if (this.#state === 'open') this.#scope ??= this.#open();
  }

  /** The client has disconnected. */
  cancel(): void {
    this.#failPending(cancelledCall);
    this.#watcher?.cancel();
  }

  /** The request's deadline has passed, or the gateway stops: what it still waits for fails. */
  onTimeout(): void {
    this.#state = 'expired';
    const passedMs = Math.ceil(performance.now() - this.startedAt);
    const afterMs = Math.min(this.#upstream.limits.requestTimeoutMs, passedMs);
    this.#expiredAfterMs = afterMs;
    this.#failPending(({ endpoint, wasSent }) => deadlinePassed(endpoint, afterMs, wasSent));
    this.#watcher?.expire(afterMs);
  }

  /** The service has rejected the request's credentials: calls that were not sent would fail alike. */
  onUnauthenticated(): void {
    if (this.#isUnauthenticated) return;
    this.#isUnauthenticated = true;
    this.#failPending(({ endpoint, wasSent }) => (wasSent ? undefined : unauthenticatedBefore(endpoint)));
  }

  /** Aborts the reads that nobody needs any more, and frees what the request used. */
  close(): void {
    this.#state = 'closed';
    this.listSizes.end();
    if (this.#scope === undefined) return;
    const { deadlines, identities } = this.#upstream;
    deadlines.remove(this);
    if (this.#calls.some(isPendingRead)) this.#failPending(cancelledRead);
    const { endedCalls } = this.#caller;
    for (const call of this.#calls) {
      if (!call.isRead) continue;
      call.close();
      endedCalls?.push(call);
    }
    this.#calls = [];
    this.#scope.client.close();
    if (this.#readsInFlight !== undefined) identities?.close(this.#readsInFlight);
    this.#scope = undefined;
  }

  /** Counts a call. Throws a GatewayError where the request may not make it. */
  #start(target: CallTarget, url: string, isBatched: boolean): RestCall {
    const { endpoint } = target;
    const { cancellation } = this.#caller;
    const { maxCalls } = this.#upstream.limits;
    if (cancellation?.isCancelled || this.#state === 'closed') throw requestCancelled(endpoint);
    if (this.#state === 'expired') throw deadlinePassed(endpoint, this.#expiredAfterMs, false);
    if (this.#isUnauthenticated) throw unauthenticatedBefore(endpoint);
    if (this.statistics.made >= maxCalls) throw this.#tooManyCalls(endpoint, maxCalls);
    this.statistics.made++;
    countCallStart();
    this.#scope ??= this.#open();
    const call = new RestCall(target, url, isBatched, this.#scope);
    this.#calls.push(call);
    return call;
  }

  /** One error for all calls to an endpoint: there may be many thousands, and each would cost more than the rest of its field. */
  #tooManyCalls(endpoint: Endpoint, maxCalls: number): GatewayError {
    this.#limitErrors ??= new Map();
    let error = this.#limitErrors.get(endpoint);
    if (error === undefined) {
      error = tooManyCalls(endpoint, maxCalls);
      this.#limitErrors.set(endpoint, error);
    }
    return error;
  }

  #open(): RequestScope {
    const { credentials, cancellation, readsAnew } = this.#caller;
    const { clients, identities, deadlines, limits } = this.#upstream;
    deadlines.add(this);
    cancellation?.add(this);
    this.#readsInFlight = readsAnew ? undefined : identities?.open(credentials.identity);
    const deadlineAt = this.startedAt + limits.requestTimeoutMs;
    const client = this.#caller.client ?? clients.local(credentials.client);
    client.open();
    return new RequestScope(credentials, client, this.statistics, deadlineAt, this.listSizes, this.#caller, this);
  }

  /** Fails the pending calls for which there is an error. A connection that one of them holds does not go to another one. */
  #failPending(errorOf: (call: RestCall) => GatewayError | undefined): void {
    this.#upstream.withoutSending(() => {
      for (const call of this.#calls) {
        const error = call.isPending ? errorOf(call) : undefined;
        if (error !== undefined) call.fail(error);
      }
    });
  }

  /** Adds a call to the log, which is completed when the call has ended. */
  #log(call: RestCall, origin: CallOrigin | undefined): void {
    const record = recordOf(call, this.#createdAt);
    const logged: LoggedCall = { record, origin, cacheHits: 0 };
    this.#caller.callLog?.push(logged);
    this.#logged?.set(call, logged);
    const complete = () => completeRecord(record, call);
    if (call.isPending) call.onEnded = complete;
    else complete();
  }
}

function isPendingRead({ isPending, isRead }: RestCall): boolean {
  return isPending && isRead;
}

/** The error of a read whose client does not wait any more. */
function cancelledRead({ endpoint, isRead }: RestCall): GatewayError | undefined {
  return isRead ? requestCancelled(endpoint) : undefined;
}

/** The same, also of a write that was not sent. One that was sent goes on: nobody could tell whether it was applied. */
function cancelledCall({ endpoint, isRead, wasSent }: RestCall): GatewayError | undefined {
  return isRead || !wasSent ? requestCancelled(endpoint) : undefined;
}
