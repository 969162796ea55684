import type { Logger } from 'pino';
import type { ObservedCall } from '../../engine/http/observed-call.ts';
import type { RequestState } from '../graphql/context.ts';
import type { RequestHeaders } from '../graphql/headers.ts';
import { ObservedRequest } from './observed-request.ts';
import type { EndedRequest, Observer, Rejection, RequestEnd } from './observer.ts';
import { requestIdHeader } from './request-id.ts';

/** All observers of a gateway, as one. Errors of an observer stay in the log. */
export class Observers {
  readonly #all: readonly Observer[];
  /** Those that observe single calls; and of these, those of a call's start, of its end, and of its headers. */
  readonly #ofCalls: readonly Observer[];
  readonly #ofCallStarts: readonly Observer[];
  readonly #ofCallEnds: readonly Observer[];
  readonly #ofCallHeaders: readonly Observer[];
  readonly #recorders: readonly Observer[];
  /** Whether one of them observes calls. */
  readonly #recordsCalls: boolean;
  /** Names of headers of REST calls that they set: those of the request are not forwarded in their place. */
  readonly callHeaders: readonly string[];
  readonly #logger: Logger;
  /** Requests that have ended in this turn of the event loop. They are recorded after their responses are sent. */
  #ended: EndedRequest[] = [];
  #recording: NodeJS.Immediate | undefined = undefined;

  constructor(observers: readonly Observer[], logger: Logger) {
    this.#all = observers;
    this.#ofCalls = observers.filter(({ observesCalls }) => observesCalls);
    this.#ofCallStarts = this.#ofCalls.filter(({ callStarted }) => callStarted !== undefined);
    this.#ofCallEnds = this.#ofCalls.filter(({ callEnded }) => callEnded !== undefined);
    this.#ofCallHeaders = this.#ofCalls.filter(({ headersOfCall }) => headersOfCall !== undefined);
    this.#recorders = observers.filter(({ recordRequest }) => recordRequest !== undefined);
    this.#recordsCalls = this.#recorders.some(({ observesCalls }) => observesCalls);
    this.callHeaders = [requestIdHeader, ...observers.flatMap(({ callHeaders = [] }) => callHeaders)];
    this.#logger = logger;
  }

  requestStarted(method: string, headers: RequestHeaders): ObservedRequest {
    const request = new ObservedRequest(method, headers);
    this.#tell(this.#all, (observer) => observer.requestStarted?.(request));
    return request;
  }

  /** Whether an observer wants the REST calls of this request. */
  observesCallsOf(request: ObservedRequest): boolean {
    for (const observer of this.#ofCalls) if (observer.observesCallsOf?.(request) ?? true) return true;
    return false;
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

  /** The headers of a REST call, given those of its client. */
  headersOfCall(call: ObservedCall, state: RequestState, headers: string[]): string[] {
    let all = headers;
    for (const observer of this.#ofCallHeaders) {
      try {
        all = observer.headersOfCall?.(call, state, all) ?? all;
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
    if (this.#recordsCalls) state.endedCalls.push(call);
  }

  requestEnded(state: RequestState, end: RequestEnd): void {
    this.#tell(this.#all, (observer) => observer.requestEnded?.(state, end));
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
    for (const request of ended) this.#tell(this.#recorders, (observer) => observer.recordRequest?.(request));
  }

  requestRejected(rejection: Rejection): void {
    this.#tell(this.#all, (observer) => observer.requestRejected?.(rejection));
  }

  async close(): Promise<void> {
    this.recordEnded();
    await Promise.all(this.#all.map((observer) => observer.close?.()));
  }

  #tell(observers: readonly Observer[], tell: (observer: Observer) => void): void {
    for (const observer of observers) {
      try {
        tell(observer);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  #failed(error: unknown): void {
    this.#logger.error({ err: error }, 'an observer failed');
  }
}
