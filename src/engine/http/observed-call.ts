import type { Endpoint } from '../contract/endpoint.ts';

/** Why a call was sent again, and when: on the clock of `performance.now()`, in milliseconds. */
export interface CallRetry {
  readonly at: number;
  /** Status of the response that was not used; undefined where there was none. */
  readonly status: number | undefined;
  /** What failed, where there was no response: `closed`, `unreachable` or `broken`. */
  readonly failure: string | undefined;
  /** Time until the call is sent again, in milliseconds. */
  readonly delayMs: number;
}

/** One REST call of one request, as observers see it. */
export interface ObservedCall {
  readonly endpoint: Endpoint;
  /** Whether the call is a list that replaces several look-ups of single records. */
  readonly isBatched: boolean;
  /** Whether the response is that of another request's identical call in flight. */
  readonly isShared: boolean;
  /** The age of the kept response that answers the call, in milliseconds; undefined where none does. */
  readonly cachedMs: number | undefined;
  /** Whether the service has confirmed a kept response that was old. */
  readonly isRevalidated: boolean;
  /** Whether the kept response had expired. */
  readonly isStale: boolean;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly startedAt: number;
  /** The same; 0 until the call has ended. */
  readonly endedAt: number;
  /** Null if there was no response. */
  readonly status: number | null;
  /** What the call ended in, where that is an error. */
  readonly error: unknown;
  /** How often the call was sent again, and why; undefined if it was sent once. */
  readonly retries: readonly CallRetry[] | undefined;
  /** What the observer keeps of the call: the number of its span among those of the request. */
  spanNumber: number | undefined;
}

/** Observes the calls of one request. Its methods must not throw. */
export interface CallObserver {
  /** Called before a call is sent, or shares another one. */
  onCallStart(call: ObservedCall): void;
  onCallEnd(call: ObservedCall): void;
}

/** Adds headers to the calls of one request. It must not throw. */
export interface CallHeaderSource {
  /**
   * The headers of a call, given those of its client: names and values in turn. Called each time that it is sent; the list is
   * read at once, and may be the same one for the next call. What it adds is not part of the identity that decides on sharing.
   */
  headersOf(call: ObservedCall, headers: string[]): string[];
}

/** What is to be told of the calls of one request, and added to them. */
export interface CallObservation {
  /** What the calls of the request are reported with. */
  requestId?: string | undefined;
  /** Observes the calls as they are made. */
  observer?: CallObserver | undefined;
  headerSource?: CallHeaderSource | undefined;
  /** Receives the calls when all have ended. */
  endedCalls?: ObservedCall[] | undefined;
}
