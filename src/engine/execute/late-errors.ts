import { GatewayError, outcomeUnknown } from '../http/errors.ts';

/** What the fields report that are not complete at the deadline of their request. */
export class LateErrors {
  readonly #message: string;

  constructor(timeoutMs: number) {
    this.#message = `The request was not complete within ${timeoutMs} ms.`;
  }

  /** `isMutation`: whether the field is a root field of a mutation; `hasBegun`: whether its resolver was called. */
  errorOf(isMutation: boolean, hasBegun: boolean): GatewayError {
    if (!isMutation) return new GatewayError('UPSTREAM_TIMEOUT', this.#message);
    return hasBegun
      ? new GatewayError('WRITE_OUTCOME_UNKNOWN', `${this.#message} ${outcomeUnknown}`)
      : new GatewayError('UPSTREAM_TIMEOUT', `${this.#message} The write was not sent.`);
  }
}
