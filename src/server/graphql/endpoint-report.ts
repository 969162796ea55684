import type { AdmittedRequest } from '../admission/trusted-documents/admission.ts';
import { requestEndOf } from '../observation/request-outcome.ts';
import type { ObservedRequest } from '../request/observed-request.ts';
import type { RequestState } from '../request/request-state.ts';
import type { EndpointOptions } from './endpoint-options.ts';

type Options = Pick<EndpointOptions, 'admission' | 'observers'>;

/** Tells the observers how requests end. */
export class EndpointReport {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  executed(state: RequestState, status: number, { unknown }: AdmittedRequest): void {
    const { admission, observers } = this.#options;
    if (unknown !== undefined) admission?.logExecution(unknown, state);
    observers.requestEnded(state, requestEndOf(state, status));
  }

  /** Nothing was executed. */
  rejected(observed: ObservedRequest, status: number, reason: string, isForGraphQL = true): void {
    const { id: requestId, method } = observed;
    const request = isForGraphQL ? observed : undefined;
    this.#options.observers.requestRejected({ requestId, method, status, reason, request, origin: observed });
  }

  /** The execution of an operation has begun, and the response has nothing but an error with this code. */
  failed(state: RequestState, status: number, code: string): void {
    state.result = { data: null, errors: [{ message: '', extensions: { code } }] };
    this.#options.observers.requestEnded(state, requestEndOf(state, status));
  }
}
