import type { CallObserver, ObservedCall } from '../../engine/engine.ts';
import type { RequestQuota } from '../admission/rate-limits/request-quota.ts';
import type { Observers } from '../observation/observers.ts';
import type { RequestState } from '../request/request-state.ts';

/** Tells the observers, and the client's quota, of the REST calls of one request. */
export class RequestCalls implements CallObserver {
  readonly #state: RequestState;
  readonly #observers: Observers;
  readonly #quota: RequestQuota | undefined;

  constructor(state: RequestState, observers: Observers, quota: RequestQuota | undefined) {
    this.#state = state;
    this.#observers = observers;
    this.#quota = quota;
  }

  onCallStart(call: ObservedCall): void {
    this.#observers.callStarted(call, this.#state);
  }

  onCallEnd(call: ObservedCall): void {
    this.#quota?.countCall(call);
    this.#observers.callEnded(call, this.#state);
  }
}
