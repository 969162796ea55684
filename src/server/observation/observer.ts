import type { CallHeaderSource, ObservedCall } from '../../engine/engine.ts';
import type { RejectedRequest } from '../http/http-errors.ts';
import type { ObservedRequest } from '../request/observed-request.ts';
import type { RequestState } from '../request/request-state.ts';
import type { Outcome } from './outcome.ts';

/** A request that never became an operation. */
export interface Rejection extends RejectedRequest {
  readonly outcome: Outcome;
  /** Undefined where the request was not for GraphQL, or could not be parsed. */
  readonly request?: ObservedRequest | undefined;
}

/** An operation that was answered. */
export interface RequestEnd {
  /** HTTP status of the response; 499 where the client did not wait for it. */
  readonly status: number;
  /** From the arrival of the request to its result, in milliseconds. */
  readonly ms: number;
  readonly outcome: Outcome;
}

/** A request whose operation was answered. */
export interface EndedRequest {
  readonly state: RequestState;
  readonly end: RequestEnd;
}

/** Observes requests: the log, traces, metrics, or functions of the embedder. What it throws is logged and harms no request. */
export interface Observer {
  /** Whether it observes single REST calls. Calls cost nothing where no observer does. */
  readonly observesCalls: boolean;
  /** Names of headers of REST calls that it sets. */
  readonly callHeaders?: readonly string[];
  /** Whether it observes the calls of this request; all requests, where it is left out. */
  observesCallsOf?(request: ObservedRequest): boolean;
  /** Called when a request for GraphQL arrives, before anything else reads it. */
  requestStarted?(request: ObservedRequest): void;
  /** Called before a REST call is made. */
  callStarted?(call: ObservedCall, state: RequestState): void;
  /** What adds headers, whose names are in `callHeaders`, to the REST calls of a request; undefined where none are to be added. */
  headerSourceOf?(state: RequestState): CallHeaderSource | undefined;
  /** Called when a REST call has ended, which is before the end of its request. */
  callEnded?(call: ObservedCall, state: RequestState): void;
  /** Called once for each operation, and each document that was rejected, when the response is known. */
  requestEnded?(state: RequestState, end: RequestEnd): void;
  /**
   * Called after that, when the response is on its way: for what can wait, such as the state's `endedCalls`. Requests that end
   * together are recorded together, which takes a fraction of the time that it would take between other work.
   */
  recordRequest?(ended: EndedRequest): void;
  /** Called once for each request that never became an operation. */
  requestRejected?(rejection: Rejection): void;
  /** Releases what it holds, after the last request. Must not reject. */
  close?(): Promise<void>;
}
