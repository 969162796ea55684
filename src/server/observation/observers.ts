import type { Logger } from 'pino';
import type { ObservedCall } from '../../engine/http/observed-call.ts';
import type { RequestState } from '../graphql/context.ts';
import type { RequestHeaders } from '../graphql/headers.ts';
import { ObservedRequest } from './observed-request.ts';
import type { Observer, Rejection, RequestEnd } from './observer.ts';
import { requestIdHeader } from './request-id.ts';

/** All observers of a gateway, as one. Errors of an observer stay in the log. */
export class Observers {
  readonly #all: readonly Observer[];
  /** Those that observe single calls. */
  readonly #ofCalls: readonly Observer[];
  /** Names of headers of REST calls that they set: those of the request are not forwarded in their place. */
  readonly callHeaders: readonly string[];
  readonly #logger: Logger;

  constructor(observers: readonly Observer[], logger: Logger) {
    this.#all = observers;
    this.#ofCalls = observers.filter(({ observesCalls }) => observesCalls);
    this.callHeaders = [requestIdHeader, ...observers.flatMap(({ callHeaders = [] }) => callHeaders)];
    this.#logger = logger;
  }

  requestStarted(method: string, headers: RequestHeaders): ObservedRequest {
    const request = new ObservedRequest(method, headers);
    this.#tell((observer) => observer.requestStarted?.(request));
    return request;
  }

  /** Whether an observer wants the REST calls of this request. */
  observesCallsOf(request: ObservedRequest): boolean {
    for (const observer of this.#ofCalls) if (observer.observesCallsOf?.(request) ?? true) return true;
    return false;
  }

  callStarted(call: ObservedCall, state: RequestState): void {
    for (const observer of this.#ofCalls) {
      try {
        observer.callStarted?.(call, state);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  callEnded(call: ObservedCall, state: RequestState): void {
    for (const observer of this.#ofCalls) {
      try {
        observer.callEnded?.(call, state);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  requestEnded(state: RequestState, end: RequestEnd): void {
    this.#tell((observer) => observer.requestEnded?.(state, end));
  }

  requestRejected(rejection: Rejection): void {
    this.#tell((observer) => observer.requestRejected?.(rejection));
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((observer) => observer.close?.()));
  }

  #tell(tell: (observer: Observer) => void): void {
    for (const observer of this.#all) {
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
