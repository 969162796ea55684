import type { Operation } from '../contract/operation.ts';
import type { Credentials } from './credentials.ts';
import type { CallHeaderSource, CallObservation, CallObserver, CallRetry, ObservedCall } from './observed-call.ts';
import type { RequestShare } from './shares.ts';

// Both are classes: V8 may allocate object literals in the old generation where many of them live through a collection, and what
// they refer to then lives as long. The garbage collector would take several times as long.

/** What the calls of one GraphQL request have in common. */
export class RequestScope {
  readonly credentials: Credentials;
  /** What the GraphQL request uses of the upstream. */
  readonly share: RequestShare;
  /** When the GraphQL request has to be complete, on the clock of `performance.now()`. */
  readonly deadlineAt: number;
  /** Observes the calls, if they are to be observed. */
  readonly observer: CallObserver | undefined;
  /** Adds headers to the calls, if any are to be added. */
  readonly headerSource: CallHeaderSource | undefined;

  constructor(
    credentials: Credentials,
    share: RequestShare,
    deadlineAt: number,
    { observer, headerSource }: CallObservation,
  ) {
    this.credentials = credentials;
    this.share = share;
    this.deadlineAt = deadlineAt;
    this.observer = observer;
    this.headerSource = headerSource;
  }
}

/**
 * A call that a GraphQL request makes, and what becomes of it: observers see the same object, as a second one for each call
 * would cost more than all that they do with it.
 */
export class RestCall implements ObservedCall {
  readonly operation: Operation;
  /** Path and query, without the path prefix of the service's base address. */
  readonly url: string;
  readonly isBatched: boolean;
  readonly scope: RequestScope;
  readonly startedAt = performance.now();
  endedAt = 0;
  isShared = false;
  status: number | null = null;
  error: unknown = undefined;
  retries: CallRetry[] | undefined = undefined;
  spanNumber: number | undefined = undefined;

  constructor(operation: Operation, url: string, isBatched: boolean, scope: RequestScope) {
    this.operation = operation;
    this.url = url;
    this.isBatched = isBatched;
    this.scope = scope;
    scope.observer?.onCallStart(this);
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

  /** The call is sent again after so many milliseconds. */
  retry(delayMs: number, status: number | undefined, failure: string | undefined): void {
    this.scope.share.statistics.retried++;
    this.retries ??= [];
    this.retries.push({ at: performance.now(), status, failure, delayMs });
  }

  /** Call once, with the response's status, if there is one, and the error, if it ends in one. */
  end(status: number | null, error: unknown): void {
    const { share, observer } = this.scope;
    this.endedAt = performance.now();
    this.status = status;
    this.error = error;
    share.statistics.end(this.operation, this.endedAt - this.startedAt);
    observer?.onCallEnd(this);
  }
}
