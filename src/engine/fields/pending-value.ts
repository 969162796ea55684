import type { Arrival } from '../http/arrival.ts';

/**
 * A field's value that is made of a response once it has arrived. The engine's own execution takes it where it completes the field; to
 * all others it is a promise. A promise would keep it in memory for as long as the promise lives itself, and longer: V8's collector of
 * young objects keeps all that an old object refers to, also where nobody refers to the old one any more.
 */
export abstract class PendingValue implements PromiseLike<unknown> {
  abstract readonly response: Promise<Arrival>;

  /** The value, or a promise of it. Called once; may throw. */
  abstract take(arrival: Arrival): unknown;

  // biome-ignore lint/suspicious/noThenProperty: it stands for a promise.
  then<Result, Other>(
    onResolved?: ((value: unknown) => Result | PromiseLike<Result>) | null,
    onRejected?: ((error: unknown) => Other | PromiseLike<Other>) | null,
  ): Promise<Result | Other> {
    return this.response.then((arrival) => this.take(arrival)).then(onResolved, onRejected) as Promise<Result | Other>;
  }
}
