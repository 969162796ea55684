import type { CachedResponse } from '../cache/cached-response.ts';
import type { Clock } from '../cache/clock.ts';
import type { OldResponse } from '../cache/old-response.ts';
import type { TurnQueue } from '../turns/event-loop-turn.ts';
import { type AttemptFailure, isOutage } from './attempt-failure.ts';
import { circuitOpen, failedCall, queueFull } from './call-errors.ts';
import type { ConnectionKind } from './connection/address-connections.ts';
import type { ExchangeEnvironment } from './exchange-environment.ts';
import type { FairQueue } from './fair-queue.ts';
import type { InFlightMap } from './in-flight-map.ts';
import type { QueuedTask, RequestQueue } from './queue-members.ts';
import { headerOf, noHeaders } from './raw-headers.ts';
import type { ReceivedResponse } from './received-response.ts';
import { parseResponse, retryAfterOf } from './response.ts';
import type { RestCall } from './rest-call.ts';
import { isTransient } from './retry-policy.ts';
import { conditionalHeaders, isConfirmedBy } from './revalidation.ts';
import { isRefusal, markStale, mayUseInstead } from './stale-response.ts';
import { WaitedExchange } from './waited-exchange.ts';

/**
 * One HTTP request to the service and its response: it waits for a connection, is sent, and is sent again where it is a read
 * that failed in a way that may pass. A write is sent once. Several calls may wait for a read; it is cancelled when none does any more.
 */
export class HttpExchange extends WaitedExchange implements QueuedTask, ReceivedResponse {
  /** How many writes had ended, or how many invalidations there were, when it began: a call that begins after another one must not share it. */
  readonly beganAt: Clock;
  readonly #inFlight: InFlightMap<HttpExchange> | undefined;
  #state: 'queued' | 'sent' | 'retrying' | 'done' = 'queued';
  /** Where it waits for a slot, or has one. */
  #place: RequestQueue | undefined = undefined;
  /** Why the last attempt has no response. */
  #failure: AttemptFailure | undefined = undefined;
  #retryTimer: NodeJS.Timeout | undefined = undefined;

  /** `inFlight` has the exchange as long as other calls may share it. */
  constructor(
    call: RestCall,
    body: string | null,
    beganAt: Clock,
    environment: ExchangeEnvironment,
    inFlight: InFlightMap<HttpExchange> | undefined,
  ) {
    super(call, body, environment);
    this.beganAt = beganAt;
    this.#inFlight = inFlight;
    inFlight?.set(call.url, this);
  }

  get headers(): string[] {
    const { headers, stored } = this.first;
    if (stored !== undefined) return conditionalHeaders(headers, stored.response);
    return this.body === null ? headers : [...headers, 'content-type', 'application/json'];
  }

  start(): void {
    this.environment.retries.onCall();
    this.#enqueue();
  }

  onSlot(): void {
    const { breaker, pools } = this.environment;
    if (breaker.rejects(this.isRead)) {
      this.#releaseSlot();
      this.#endUnsent(circuitOpen);
      return;
    }
    this.#state = 'sent';
    this.send(pools.next(this.connections), this.#connectionKind);
  }

  get #connectionKind(): ConnectionKind {
    // It cannot be sent again where the service closes a kept-alive connection just as it is used.
    if (!this.isRead) return 'recent';
    // The other kept ones may be as dead as the one of the last attempt.
    return this.attempts > 0 ? 'fresh' : 'kept';
  }

  protected onProgress(step: 'sent' | 'answered'): void {
    this.first.scope.timings?.set(this.first, step);
  }

  protected onResponse(): void {
    const { breaker, failures } = this.environment;
    const { status } = this;
    this.#failure = undefined;
    if (status >= 500 || status === 429) failures.badStatus(this.first, status);
    const retryAfter = status < 400 ? undefined : retryAfterOf(headerOf(this.responseHeaders, 'retry-after'));
    if (!isTransient(status, retryAfter)) {
      breaker.onSuccess();
      this.connections?.succeeded();
    } else {
      if (status !== 429) this.#failed();
      if (this.#retry(retryAfter, status, undefined)) return;
    }
    const stored = this.first.stored?.response;
    if (status === 304 && stored?.validators !== undefined) this.#confirm(stored);
    else this.#end();
  }

  /** The service says that a kept response is still the same. */
  #confirm(stored: CachedResponse): void {
    if (!isConfirmedBy(this.responseHeaders, stored)) {
      // It speaks of another one: the read is sent again without a condition.
      this.environment.cache?.delete(this.first);
      this.first.stored = undefined;
      this.dropBytes();
      this.#releaseSlot();
      this.#enqueue();
      return;
    }
    const reason = this.onBytes(stored.body.length);
    // There may be no room for it in any request that waits.
    if (this.#state === 'done') return;
    if (reason !== undefined) this.#failure = { kind: 'noRoom', reason };
    this.first.isRevalidated = true;
    this.first.scope.statistics.revalidated++;
    this.status = 200;
    this.responseBody = stored.body;
    this.#end();
  }

  protected onFailure(failure: AttemptFailure): void {
    const { failures, pools, retries } = this.environment;
    const { kind } = failure;
    // The service may close a connection that is kept alive just as it is used again.
    if (kind === 'closed' && this.isRead && retries.mayResend(this.first.retryCount)) {
      this.connections?.failed();
      this.first.addRetry(0, undefined, kind);
      this.dropBytes();
      this.send(pools.next(this.connections), 'fresh');
      return;
    }
    if (isOutage(kind)) this.#failed();
    else if (kind === 'broken') this.connections?.failed();
    failures.failedAttempt(this.first, failure);
    this.#failure = failure;
    if (this.#mayPass(kind) && this.#retry(undefined, undefined, kind)) return;
    this.#end();
  }

  /** Counts a failure of the service. */
  #failed(): void {
    this.environment.breaker.onFailure();
    this.connections?.failed();
  }

  /** Whether a read without a response is worth another attempt: one that timed out only where there is another address. */
  #mayPass(kind: AttemptFailure['kind']): boolean {
    if (kind === 'timeout') return this.hadConnection && this.environment.pools.current.length > 1;
    return isOutage(kind) || kind === 'broken';
  }

  get #queue(): FairQueue {
    return this.isRead ? this.environment.reads : this.environment.writes;
  }

  #enqueue(): void {
    const { scope } = this.first;
    this.#state = 'queued';
    if (this.environment.breaker.rejects(this.isRead)) {
      this.#endUnsent(circuitOpen);
      return;
    }
    this.#place = this.isRead ? scope.reads : scope.writes;
    if (!this.#queue.add(this, this.#place)) this.#endUnsent(queueFull);
  }

  /** Sends a read again after a delay, if it may be. */
  #retry(retryAfter: number | undefined, status: number | undefined, failure: string | undefined): boolean {
    const { breaker, retries } = this.environment;
    if (!this.isRead || breaker.rejects(true)) return false;
    const call = this.first;
    const remainingMs = this.latestDeadline - performance.now();
    const delayMs = retries.delay(call.retryCount, retryAfter, remainingMs);
    if (delayMs === undefined) return false;
    call.addRetry(delayMs, status, failure);
    this.#state = 'retrying';
    this.dropBytes();
    this.#releaseSlot();
    this.#retryTimer = setTimeout(() => this.#enqueue(), delayMs);
    return true;
  }

  /** Ends an exchange that has a slot. */
  #end(): void {
    this.#state = 'done';
    this.#releaseSlot();
    this.#settle();
  }

  /** Ends an exchange that has no slot: with the outcome of its last attempt, if there was one. */
  #endUnsent(errorOf: typeof circuitOpen): void {
    this.#state = 'done';
    if (this.attempts > 0) this.#settle();
    else this.#reject(null, errorOf(this.first.endpoint));
  }

  /** Ends the exchange without an outcome. */
  protected cancel(): void {
    const state = this.#state;
    this.#state = 'done';
    this.#inFlight?.delete(this.first.url, this);
    this.environment.cache?.abandon(this.first, false);
    if (state === 'queued' && this.#place !== undefined) this.#queue.remove(this, this.#place);
    else if (state === 'retrying') clearTimeout(this.#retryTimer);
    else if (state === 'sent') {
      this.abort();
      this.#releaseSlot();
    }
    if (!this.isRead) this.releaseMemory();
  }

  #releaseSlot(): void {
    if (this.#place !== undefined) this.#queue.release(this.#place);
  }

  /** Passes on the outcome of the last attempt. */
  #settle(): void {
    if (this.#failure !== undefined) {
      const error = failedCall(this.first.endpoint, this.#failure, this, this.environment.timeouts.timeoutMs);
      // A write that had a status may have been applied, even if its response cannot be used.
      this.#reject(this.isRead || this.status === 0 ? null : this.status, error);
      return;
    }
    const turns = this.parsingTurns;
    if (turns === undefined) this.#parse();
    else this.#parseIn(turns);
  }

  #parseIn(turns: TurnQueue): void {
    turns.add(() => {
      if (this.waiters.first !== undefined) this.#parse();
    });
  }

  /** Passes on the result in a response. */
  #parse(): void {
    const { endpoint, scope } = this.first;
    let value: unknown;
    try {
      value = parseResponse(endpoint, this, scope.credentials);
    } catch (error) {
      this.environment.failures.failedResponse(this.first, this.status, error);
      this.environment.responses?.onResponse(endpoint, this.status, undefined);
      this.#reject(this.status, error);
      return;
    }
    this.environment.responses?.onResponse(endpoint, this.status, value);
    const kept = this.environment.cache?.offer(this.first, this, value, this.beganAt);
    this.#leaveFlight();
    this.resolveWaiters(this.status, value, kept);
  }

  #reject(status: number | null, error: unknown): void {
    const { stored } = this.first;
    // Also one that a later read has kept meanwhile: the rights may have been revoked since.
    if (stored !== undefined && isRefusal(status)) this.environment.cache?.delete(this.first);
    if (
      stored !== undefined &&
      mayUseInstead(stored, error, this.environment.cache?.responses.clock) &&
      this.#resolveWith(stored)
    )
      return;
    this.responseBody = undefined;
    this.environment.cache?.abandon(this.first, true);
    this.#leaveFlight();
    this.rejectWaiters(status, error);
  }

  /** Passes on a response that has expired, where the service has failed; false where there is no memory for it. */
  #resolveWith(stored: OldResponse): boolean {
    const { body } = stored.response;
    if (this.onBytes(body.length) !== undefined) return false;
    this.responseBody = body;
    this.environment.cache?.abandon(this.first, true);
    this.#leaveFlight();
    const counts = this.environment.cache?.responses.counts;
    for (let call = this.waiters.first; call !== undefined; call = call.next) {
      markStale(call, stored);
      if (counts !== undefined) counts.staleOnError++;
      call.scope.statistics.cached++;
    }
    this.resolveWaiters(200, this.parse(), undefined);
    return true;
  }

  #leaveFlight(): void {
    this.responseHeaders = noHeaders;
    this.first.stored = undefined;
    this.#inFlight?.delete(this.first.url, this);
    if (!this.isRead) this.releaseMemory();
  }
}
