import type { Operation } from '../contract/operation.ts';

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

/** Observes the calls of one request. Its methods must not throw. */
export interface CallObserver {
  /** Called before a call is sent, or shares another one. */
  onCallStart(call: ObservedCall): void;
  /**
   * The headers of a call, given those of its client: names and values in turn. Called each time that it is sent. What it adds
   * is not part of the identity that decides on sharing.
   */
  headersOf(call: ObservedCall, headers: string[]): string[];
  onCallEnd(call: ObservedCall): void;
}

/** One REST call of one request, where calls are observed. */
export class ObservedCall {
  readonly operation: Operation;
  /** Whether the call is a list that replaces several look-ups of single records. */
  readonly isBatched: boolean;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly startedAt = performance.now();
  /** The same; 0 until the call has ended. */
  endedAt = 0;
  /** Null if there was no response. */
  status: number | null = null;
  /** Whether the response is that of another request's identical call in flight. */
  isShared = false;
  /** What the call ended in, where that is an error. */
  error: unknown = undefined;
  /** How often the call was sent again, and why; undefined if it was sent once. */
  retries: CallRetry[] | undefined = undefined;
  /** What the observer keeps of the call: the number of its span among those of the request. */
  spanNumber: number | undefined = undefined;
  readonly #observer: CallObserver | undefined;

  constructor(operation: Operation, isBatched: boolean, observer: CallObserver | undefined) {
    this.operation = operation;
    this.isBatched = isBatched;
    this.#observer = observer;
    observer?.onCallStart(this);
  }

  /** The headers to send, given those of the client. */
  headersWith(headers: string[]): string[] {
    return this.#observer?.headersOf(this, headers) ?? headers;
  }

  retry(delayMs: number, status: number | undefined, failure: string | undefined): void {
    this.retries ??= [];
    this.retries.push({ at: performance.now(), status, failure, delayMs });
  }

  /** `endedAt`: on the clock of `performance.now()`. */
  end(status: number | null, error: unknown, endedAt: number): void {
    this.endedAt = endedAt;
    this.status = status;
    this.error = error;
    this.#observer?.onCallEnd(this);
  }
}
