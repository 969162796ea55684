import { outOfMemory } from './call-errors.ts';
import type { GatewayError } from './errors.ts';
import type { HttpResponse } from './http-attempt.ts';
import type { CallHandler, HttpCall } from './http-call.ts';
import type { ResponseMemory } from './response-memory.ts';
import type { IdentityShare } from './shares.ts';

/** One write, in flight or completed. */
export class PendingWrite implements CallHandler {
  /** Rejects with a GatewayError if there is no response. */
  readonly response: Promise<HttpResponse>;
  readonly #memory: ResponseMemory;
  readonly #owner: IdentityShare;
  #resolve: (response: HttpResponse) => void = () => {};
  #reject: (error: GatewayError) => void = () => {};
  #call: HttpCall | undefined = undefined;
  #bytes = 0;

  constructor(memory: ResponseMemory, owner: IdentityShare) {
    this.#memory = memory;
    this.#owner = owner;
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  /** Whether the request may have reached the service. */
  get wasSent(): boolean {
    return this.#call?.wasSent ?? true;
  }

  start(call: HttpCall): void {
    this.#call = call;
    call.start();
  }

  /** Does not wait for the response any more. A write that was sent may be applied all the same. */
  fail(error: GatewayError): void {
    const call = this.#call;
    if (call === undefined) return;
    this.onError(error);
    call.cancel();
  }

  onBytes(bytes: number): string | undefined {
    if (!this.#memory.hold(this.#owner, bytes)) return outOfMemory;
    this.#bytes += bytes;
    return undefined;
  }

  onResponse(response: HttpResponse): void {
    this.#end();
    this.#resolve(response);
  }

  onError(error: GatewayError): void {
    this.#end();
    this.#reject(error);
  }

  #end(): void {
    this.#call = undefined;
    this.#memory.release(this.#owner, this.#bytes);
  }
}
