import type { Logger } from 'pino';
import type { CallHeaderSource, ObservedCall } from '../../engine/engine.ts';
import type { RequestOrigin } from '../http/http-messages.ts';
import { requestIdHeader } from '../http/request-id.ts';
import { ObservedRequest } from '../request/observed-request.ts';
import type { RequestState } from '../request/request-state.ts';
import type { EndedRequest, Observer, Rejection, RequestEnd } from './observer.ts';
import { outcomeOfRejection } from './outcome.ts';

/** All observers of a gateway, as one. Errors of an observer stay in the log. No function is made for each request. */
export class Observers {
  readonly #all: readonly Observer[];
  readonly #ofStarts: readonly Observer[];
  readonly #ofEnds: readonly Observer[];
  /** Those that observe calls as they are made; and of these, those of a call's start, and of its end. */
  readonly #ofCalls: readonly Observer[];
  readonly #ofCallStarts: readonly Observer[];
  readonly #ofCallEnds: readonly Observer[];
  readonly #ofCallHeaders: readonly Observer[];
  readonly #recorders: readonly Observer[];
  /** Those that record calls with their request. */
  readonly #callRecorders: readonly Observer[];
  /** Names of headers of REST calls that they set: those of the request are not forwarded in their place. */
  readonly callHeaders: readonly string[];
  readonly #logger: Logger;
  /** Requests that have ended in this turn of the event loop. They are recorded after their responses are sent. */
  #ended: EndedRequest[] = [];
  #recording: NodeJS.Immediate | undefined = undefined;

  constructor(observers: readonly Observer[], logger: Logger) {
    this.#all = observers;
    this.#ofStarts = observers.filter(({ requestStarted }) => requestStarted !== undefined);
    this.#ofEnds = observers.filter(({ requestEnded }) => requestEnded !== undefined);
    const all = observers.filter(({ observesCalls }) => observesCalls);
    this.#ofCallStarts = all.filter(({ callStarted }) => callStarted !== undefined);
    this.#ofCallEnds = all.filter(({ callEnded }) => callEnded !== undefined);
    this.#ofCallHeaders = all.filter(({ headerSourceOf }) => headerSourceOf !== undefined);
    this.#ofCalls = [...new Set([...this.#ofCallStarts, ...this.#ofCallEnds])];
    this.#recorders = observers.filter(({ recordRequest }) => recordRequest !== undefined);
    this.#callRecorders = this.#recorders.filter(({ observesCalls }) => observesCalls);
    this.callHeaders = [requestIdHeader, ...observers.flatMap(({ callHeaders = [] }) => callHeaders)];
    this.#logger = logger;
  }

  requestStarted(method: string, origin: RequestOrigin): ObservedRequest {
    const request = new ObservedRequest(method, origin);
    for (const observer of this.#ofStarts) {
      try {
        observer.requestStarted?.(request);
      } catch (error) {
        this.#failed(error);
      }
    }
    return request;
  }

  /** Whether an observer wants the REST calls of this request as they are made. */
  observesCallsOf(request: ObservedRequest): boolean {
    return wantsCallsOf(request, this.#ofCalls);
  }

  /** Whether an observer wants the REST calls of this request when it has ended. */
  recordsCallsOf(request: ObservedRequest): boolean {
    return wantsCallsOf(request, this.#callRecorders);
  }

  callStarted(call: ObservedCall, state: RequestState): void {
    for (const observer of this.#ofCallStarts) {
      try {
        observer.callStarted?.(call, state);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  /** What adds the headers of all observers to the REST calls of a request; undefined where none are to be added. */
  headerSourceOf(state: RequestState): CallHeaderSource | undefined {
    let all: GuardedHeaderSource | undefined;
    for (const observer of this.#ofCallHeaders) {
      try {
        const source = observer.headerSourceOf?.(state);
        if (source !== undefined) all = new GuardedHeaderSource(source, all, this.#failed);
      } catch (error) {
        this.#failed(error);
      }
    }
    return all;
  }

  callEnded(call: ObservedCall, state: RequestState): void {
    for (const observer of this.#ofCallEnds) {
      try {
        observer.callEnded?.(call, state);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  requestEnded(state: RequestState, end: RequestEnd): void {
    for (const observer of this.#ofEnds) {
      try {
        observer.requestEnded?.(state, end);
      } catch (error) {
        this.#failed(error);
      }
    }
    if (this.#recorders.length === 0) return;
    this.#ended.push({ state, end });
    this.#recording ??= setImmediate(() => this.recordEnded());
  }

  /** Records the requests that have ended, if that is not done yet: before what was recorded is read. */
  recordEnded(): void {
    clearImmediate(this.#recording);
    this.#recording = undefined;
    const ended = this.#ended;
    this.#ended = [];
    for (const request of ended) this.#record(request);
  }

  requestRejected(rejected: Omit<Rejection, 'outcome'>): void {
    const rejection = { ...rejected, outcome: outcomeOfRejection(rejected.status, rejected.reason) };
    for (const observer of this.#all) {
      try {
        observer.requestRejected?.(rejection);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  async close(): Promise<void> {
    this.recordEnded();
    await Promise.all(this.#all.map((observer) => observer.close?.()));
  }

  #record(request: EndedRequest): void {
    for (const observer of this.#recorders) {
      try {
        observer.recordRequest?.(request);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  readonly #failed = (error: unknown): void => {
    this.#logger.error({ err: error }, 'an observer failed');
  };
}

function wantsCallsOf(request: ObservedRequest, observers: readonly Observer[]): boolean {
  for (const observer of observers) if (observer.observesCallsOf?.(request) ?? true) return true;
  return false;
}

/** Adds the headers of an observer to those of the ones before it. Its errors harm no call. */
class GuardedHeaderSource implements CallHeaderSource {
  readonly #source: CallHeaderSource;
  readonly #before: CallHeaderSource | undefined;
  readonly #onError: (error: unknown) => void;

  constructor(source: CallHeaderSource, before: CallHeaderSource | undefined, onError: (error: unknown) => void) {
    this.#source = source;
    this.#before = before;
    this.#onError = onError;
  }

  headersOf(call: ObservedCall, headers: string[]): string[] {
    const before = this.#before?.headersOf(call, headers) ?? headers;
    try {
      return this.#source.headersOf(call, before);
    } catch (error) {
      this.#onError(error);
      return before;
    }
  }
}
