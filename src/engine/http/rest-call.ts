import type { CachedResponse } from '../cache/cached-response.ts';
import type { OldResponse } from '../cache/old-response.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import type { Page } from '../contract/page-format.ts';
import type { TurnQueue } from '../turns/event-loop-turn.ts';
import { type Arrival, arrivalOf, resultOf } from './arrival.ts';
import { ignore } from './ignore.ts';
import type { Link } from './linked-list.ts';
import { noteFirstPage } from './list-sizes.ts';
import type { CallRetry, ObservedCall } from './observed-call.ts';
import type { RequestScope } from './request-scope.ts';

export interface CallTarget {
  readonly endpoint: Endpoint;
  readonly path: Key;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
}

/** The HTTP exchange that a call waits for. Identical reads of other requests may wait for the same one. */
export interface CallExchange {
  /** Whether the request may have reached the service. */
  readonly wasSent: boolean;
  /** The call does not wait any more. The exchange is cancelled when no call waits for it. */
  leave(call: RestCall): void;
  /** The call does not need the response any more. */
  release(): void;
  /** Where the response has to be parsed in a later turn of the event loop: undefined where it may be parsed at once. */
  readonly parsingTurns: TurnQueue | undefined;
  /** Parses the response once more; undefined while there is none, and after an error. */
  parse(): unknown;
}

/**
 * A call that a GraphQL request makes, with its result, and what observers see of it. It is a class: V8 may allocate object
 * literals in the old generation where many of them live through a collection, and what they refer to then lives as long.
 */
export class RestCall implements ObservedCall, Link<RestCall>, Arrival {
  previous: RestCall | undefined = undefined;
  next: RestCall | undefined = undefined;
  readonly endpoint: Endpoint;
  readonly path: Key;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  /** Path and query, without the path prefix of the service's base address. */
  readonly url: string;
  readonly isBatched: boolean;
  readonly scope: RequestScope;
  readonly startedAt = performance.now();
  endedAt = 0;
  isShared = false;
  /** The key of its response in the cache; undefined where no cache may keep it. */
  cacheKey: string | undefined = undefined;
  /** The age of the kept response that it got, in milliseconds; undefined where it got none. */
  cachedMs: number | undefined = undefined;
  /** An old response that is kept. The service may confirm it, and it may be used where the service fails. */
  stored: OldResponse | undefined = undefined;
  /** Whether the service has confirmed it. */
  isRevalidated = false;
  /** Whether the kept response that it got had expired. */
  isStale = false;
  status: number | null = null;
  error: unknown = undefined;
  retries: CallRetry[] | undefined = undefined;
  spanNumber: number | undefined = undefined;
  /** The URL of the list whose first page the call reads. */
  firstPageOf: string | undefined = undefined;
  /** Called when the call has ended, before whoever waits for it. */
  onEnded: (() => void) | undefined = undefined;
  /** Called when the call has a result. */
  onResolved: ((call: RestCall) => void) | undefined = undefined;
  #exchange: CallExchange | undefined = undefined;
  /** What was parsed once more, as long as somebody uses it. */
  #parsed: WeakRef<object> | undefined = undefined;
  /** Whether the promise resolves to the call, whose result is then taken, or to the result; undefined until somebody waits for one of them. */
  #resolvesToCall: boolean | undefined = undefined;
  /** How many will take the result. */
  #takers = 0;
  /** The result, until the last of them has taken it. */
  #untaken: unknown = undefined;
  /** The promise and its functions keep the result in memory: all are dropped as soon as one of them was called. */
  #result: Promise<unknown> | undefined;
  #resolve: ((value: unknown) => void) | undefined;
  #reject: ((error: unknown) => void) | undefined;

  constructor({ endpoint, path, query }: CallTarget, url: string, isBatched: boolean, scope: RequestScope) {
    this.endpoint = endpoint;
    this.path = path;
    this.query = query;
    this.url = url;
    this.isBatched = isBatched;
    this.scope = scope;
    this.#result = new Promise(keepFunctions);
    this.#resolve = lastResolve;
    this.#reject = lastReject;
    lastResolve = undefined;
    lastReject = undefined;
    scope.observer?.onCallStart(this);
  }

  get isRead(): boolean {
    return this.endpoint.method === 'GET';
  }

  /** Whether there is no result and no error yet. */
  get isPending(): boolean {
    return this.#resolve !== undefined;
  }

  /** Whether the request may have reached the service. */
  get wasSent(): boolean {
    return this.#exchange?.wasSent ?? false;
  }

  /** Names and values in turn. */
  get headers(): string[] {
    const { credentials, headerSource } = this.scope;
    return headerSource?.headersOf(this, credentials.headers) ?? credentials.headers;
  }

  /** How often the call was sent again. */
  get retryCount(): number {
    return this.retries?.length ?? 0;
  }

  /** Waits for the response of an exchange. */
  join(exchange: CallExchange): void {
    this.#exchange = exchange;
  }

  /**
   * Resolves to the parsed response; rejects with a GatewayError. After completion only the bytes are kept, and a later call
   * parses them again, once for all that use the result at the same time: a response's records can be collected as soon as nobody
   * uses them, which spares the garbage collector most of its work.
   */
  result(): Promise<unknown> {
    if (this.#result !== undefined) return this.#pendingResult(this.#result);
    if (this.error !== undefined) return Promise.reject(this.error);
    const turns = this.#parsed?.deref() === undefined ? this.#exchange?.parsingTurns : undefined;
    return turns === undefined ? Promise.resolve(this.parse()) : this.#parseIn(turns);
  }

  /**
   * The same for a result that is taken where it is used: the promise, which may live long after that, does not keep it in memory.
   * Whoever calls this takes the result once.
   */
  arrival(): Promise<Arrival> {
    if (this.#result !== undefined && this.#resolvesToCall !== false) {
      this.#resolvesToCall = true;
      this.#takers++;
      return this.#result as Promise<RestCall>;
    }
    return handled(this.result().then(arrivalOf));
  }

  take(): unknown {
    const result = this.#untaken;
    this.#takers--;
    if (this.#takers === 0) this.#untaken = undefined;
    return result;
  }

  #pendingResult(result: Promise<unknown>): Promise<unknown> {
    if (this.#resolvesToCall === true) return handled(this.arrival().then(resultOf));
    this.#resolvesToCall = false;
    return result;
  }

  #parseIn(turns: TurnQueue): Promise<unknown> {
    return new Promise((resolve) => {
      turns.add(() => {
        // Nobody waits for it where the request has ended.
        if (this.#exchange !== undefined) resolve(this.parse());
      });
    });
  }

  /** Parses the response once more; undefined while there is none, and after an error. */
  parse(): unknown {
    if (this.error !== undefined) return undefined;
    const known = this.#untaken ?? this.#parsed?.deref();
    if (known !== undefined) return known;
    const value = this.#exchange?.parse();
    if (typeof value === 'object' && value !== null) this.#parsed = new WeakRef(value);
    return value;
  }

  /** The call is sent again after so many milliseconds. */
  addRetry(delayMs: number, status: number | undefined, failure: string | undefined): void {
    this.scope.statistics.retried++;
    this.retries ??= [];
    this.retries.push({ at: performance.now(), status, failure, delayMs });
  }

  /** `kept` is the response as the cache keeps it, if it does. */
  resolve(status: number, value: unknown, kept: CachedResponse | undefined): void {
    const resolve = this.#resolve;
    if (resolve === undefined) return;
    this.scope.sources?.add(kept);
    this.scope.confirm();
    this.#end(status, undefined);
    if (this.firstPageOf !== undefined) noteFirstPage(this.scope.listSizes, this.endpoint, value as Page<unknown>);
    if (this.#takers > 0) this.#untaken = value;
    resolve(this.#resolvesToCall ? this : value);
    this.onResolved?.(this);
  }

  /** `status` is that of a complete response, if there was one. */
  reject(status: number | null, error: unknown): void {
    const reject = this.#reject;
    if (reject === undefined) return;
    this.scope.sources?.reject();
    // Whoever needs the result may not wait for it yet, or no longer.
    this.#result?.catch(ignore);
    this.#end(status, error);
    if (!this.isRead) this.scope.statistics.failWrite(status, error);
    reject(error);
    if (status === 401) this.scope.reject();
  }

  /** Stops waiting: what waits for this call gets the error, and others that share the exchange are not affected. */
  fail(error: unknown): void {
    this.reject(null, error);
    this.#exchange?.leave(this);
  }

  /** Call once, when the request has ended: the response is not needed any more. */
  close(): void {
    this.#exchange?.leave(this);
    this.#exchange?.release();
    // Observers may keep the call: they do not need the response.
    this.#exchange = undefined;
    this.#parsed = undefined;
  }

  #end(status: number | null, error: unknown): void {
    const { statistics, observer } = this.scope;
    this.#result = undefined;
    this.#resolve = undefined;
    this.#reject = undefined;
    this.endedAt = performance.now();
    this.status = status;
    this.error = error;
    statistics.end(this.endpoint, this.endedAt - this.startedAt);
    observer?.onCallEnd(this);
    this.onEnded?.();
  }
}

/** A promise whose rejection somebody may handle later, or nobody. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(ignore);
  return promise;
}

// One function for all promises: a function for each would need a context, too.
let lastResolve: ((value: unknown) => void) | undefined;
let lastReject: ((error: unknown) => void) | undefined;

function keepFunctions(resolve: (value: unknown) => void, reject: (error: unknown) => void): void {
  lastResolve = resolve;
  lastReject = reject;
}
