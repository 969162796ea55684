import type { Pool } from 'undici';
import type { Operation } from '../contract/operation.ts';
import { circuitOpen, failedCall, queueFull } from './call-errors.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { GatewayError } from './errors.ts';
import type { FairQueue, QueuedTask, RequestQueue } from './fair-queue.ts';
import {
  type AttemptFailure,
  type AttemptHandler,
  type AttemptLimits,
  HttpAttempt,
  type HttpRequest,
  type HttpResponse,
} from './http-attempt.ts';
import { retryAfterOf } from './response.ts';
import type { RestCall } from './rest-call.ts';
import { isTransient, type RetryPolicy } from './retry-policy.ts';
import type { RequestShare } from './shares.ts';
import type { UpstreamFailureReporter } from './upstream-failures.ts';

/** The connections of reads, or those of writes. */
export interface CallConnections {
  /** Who may use a connection next. It has as many slots as the pool has connections. */
  readonly queue: FairQueue;
  readonly pool: Pool;
  /** A GraphQL request's place in the queue. */
  readonly placeOf: (share: RequestShare) => RequestQueue;
}

/** What all calls of one upstream have in common. */
export interface CallEnvironment {
  /** The path prefix of the service's base address. */
  readonly prefix: string;
  readonly limits: AttemptLimits;
  readonly breaker: CircuitBreaker;
  readonly retries: RetryPolicy;
  /** Connections that are not kept alive: a service cannot have closed one before it is used. */
  readonly freshPool: Pool;
  /** Told of each attempt that failed through a fault of the service or the network. */
  readonly failures: UpstreamFailureReporter;
}

/** Receives the outcome of a call: one of `onResponse` and `onError` is called, once, unless it is cancelled. */
export interface CallHandler {
  /** Counts bytes of the body as they arrive. A sentence rejects the response. */
  onBytes(bytes: number): string | undefined;
  onResponse(response: HttpResponse): void;
  onError(error: GatewayError): void;
}

/**
 * One REST call: it waits for a connection, is sent, and is sent again where it is a read that failed in a way that may pass. A
 * write is sent once.
 */
export class HttpCall implements QueuedTask, AttemptHandler {
  previous: QueuedTask | undefined = undefined;
  next: QueuedTask | undefined = undefined;
  readonly #call: RestCall;
  readonly #body: string | null;
  readonly #connections: CallConnections;
  readonly #environment: CallEnvironment;
  readonly #handler: CallHandler;
  #state: 'queued' | 'sent' | 'delayed' | 'done' = 'queued';
  #attempt: HttpAttempt | undefined = undefined;
  #timer: NodeJS.Timeout | undefined = undefined;
  /** Ends the call with the outcome of its last attempt, where it cannot be sent again. */
  #endAsBefore: (() => void) | undefined = undefined;

  constructor(
    call: RestCall,
    body: string | null,
    connections: CallConnections,
    environment: CallEnvironment,
    handler: CallHandler,
  ) {
    this.#call = call;
    this.#body = body;
    this.#connections = connections;
    this.#environment = environment;
    this.#handler = handler;
  }

  /** Whether the request may have reached the service. */
  get wasSent(): boolean {
    return this.#attempt?.wasSent ?? false;
  }

  start(): void {
    this.#environment.retries.onCall();
    this.#enqueue();
  }

  /** Ends the call without an outcome: its handler is not called any more. */
  cancel(): void {
    const state = this.#state;
    this.#state = 'done';
    if (state === 'queued') this.#connections.queue.remove(this, this.#place);
    else if (state === 'delayed') clearTimeout(this.#timer);
    else if (state === 'sent') {
      this.#attempt?.abort();
      this.#connections.queue.release(this.#place);
    }
  }

  onSlot(): void {
    const { breaker, freshPool } = this.#environment;
    this.#state = 'sent';
    if (breaker.isOpen) this.#end(this.#endAsBefore ?? (() => this.#handler.onError(circuitOpen(this.#operation))));
    // The other connections that are kept alive may be as dead as the one of the last attempt.
    else this.#send(this.#call.retryCount > 0 ? freshPool : this.#connections.pool);
  }

  onBytes(bytes: number): string | undefined {
    return this.#handler.onBytes(bytes);
  }

  onResponse(response: HttpResponse): void {
    const { breaker, failures } = this.#environment;
    const { status } = response;
    if (status >= 500 || status === 429) failures.badStatus(this.#operation.id, status);
    const retryAfter = response.status < 400 ? undefined : retryAfterOf(response);
    const end = () => this.#handler.onResponse(response);
    if (!isTransient(response.status, retryAfter)) {
      breaker.onSuccess();
      this.#end(end);
      return;
    }
    if (response.status !== 429) breaker.onFailure();
    if (!this.#retry(end, retryAfter, response.status)) this.#end(end);
  }

  onFailure(failure: AttemptFailure): void {
    const { breaker, freshPool, retries } = this.#environment;
    const operation = this.#operation;
    // The service may close a connection that is kept alive just as it is used again.
    if (failure.kind === 'closed' && this.#isRead && retries.mayResend(this.#call.retryCount)) {
      this.#call.retry(0, undefined, failure.kind);
      this.#send(freshPool);
      return;
    }
    const isNetworkError = failure.kind === 'closed' || failure.kind === 'unreachable';
    if (isNetworkError || failure.kind === 'timeout') breaker.onFailure();
    this.#report(failure);
    const { timeoutMs } = this.#environment.limits.timeouts;
    const { wasSent, status } = this.#attempt ?? { wasSent: false, status: 0 };
    const end = () => this.#handler.onError(failedCall(operation, failure, { wasSent, status, timeoutMs }));
    const mayPass = isNetworkError || failure.kind === 'broken';
    if (!(mayPass && this.#retry(end, undefined, undefined, failure.kind))) this.#end(end);
  }

  #report(failure: AttemptFailure): void {
    const { failures } = this.#environment;
    const { id } = this.#operation;
    if ('error' in failure) failures.networkError(id, failure.error);
    else if (failure.kind === 'timeout') failures.badResponse(id, 'TIMEOUT');
    else if (failure.kind === 'broken') failures.badResponse(id, 'INCOMPLETE_RESPONSE');
    else if (failure.kind === 'unusable') failures.badResponse(id, 'UNUSABLE_RESPONSE');
  }

  get #operation(): Operation {
    return this.#call.operation;
  }

  get #place(): RequestQueue {
    return this.#connections.placeOf(this.#call.scope.share);
  }

  get #isRead(): boolean {
    return this.#operation.method === 'GET';
  }

  #enqueue(): void {
    this.#state = 'queued';
    if (this.#environment.breaker.isOpen) this.#endUnsent(circuitOpen);
    else if (!this.#connections.queue.add(this, this.#place)) this.#endUnsent(queueFull);
  }

  /** Ends a call that has no slot: with the outcome of its last attempt, if there was one. */
  #endUnsent(errorOf: (operation: Operation) => GatewayError): void {
    this.#state = 'done';
    if (this.#endAsBefore !== undefined) this.#endAsBefore();
    else this.#handler.onError(errorOf(this.#operation));
  }

  #send(pool: Pool): void {
    this.#attempt = new HttpAttempt(this.#environment.limits, this);
    this.#attempt.start(pool, new CallRequest(this.#call, this.#environment.prefix, this.#body));
  }

  /** Sends a read again after a delay, if it may be. */
  #retry(
    endAsBefore: () => void,
    retryAfter: number | undefined,
    status: number | undefined,
    failure?: string,
  ): boolean {
    if (!this.#isRead || this.#environment.breaker.isOpen) return false;
    const remainingMs = this.#call.scope.deadlineAt - performance.now();
    const delayMs = this.#environment.retries.delay(this.#call.retryCount, retryAfter, remainingMs);
    if (delayMs === undefined) return false;
    this.#call.retry(delayMs, status, failure);
    this.#endAsBefore = endAsBefore;
    this.#state = 'delayed';
    this.#connections.queue.release(this.#place);
    this.#timer = setTimeout(() => this.#enqueue(), delayMs);
    return true;
  }

  /** Ends a call that has a slot. */
  #end(end: () => void): void {
    this.#state = 'done';
    this.#connections.queue.release(this.#place);
    end();
  }
}

/** What is sent of a call. The pool may keep it for a while, and reads the headers when it sends it. */
class CallRequest implements HttpRequest {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body: string | null;
  readonly #call: RestCall;

  constructor(call: RestCall, prefix: string, body: string | null) {
    this.method = call.operation.method;
    this.path = prefix + call.url;
    this.body = body;
    this.#call = call;
  }

  get headers(): string[] {
    const { headers } = this.#call;
    return this.body === null ? headers : [...headers, 'content-type', 'application/json'];
  }
}
