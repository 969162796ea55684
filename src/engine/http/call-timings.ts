import type { ObservedCall } from './observed-call.ts';

/** When a call was sent the last time, and when its response began: on the clock of `performance.now()`, in milliseconds. */
interface CallTiming {
  readonly sentAt: number;
  /** Undefined while there is no response. */
  firstByteAt: number | undefined;
}

/** The timings of one request's calls. They are kept apart from the calls, which thus cost no more where nobody asks for them. */
export class CallTimings {
  readonly #timings = new Map<ObservedCall, CallTiming>();

  set(call: ObservedCall, step: 'sent' | 'answered'): void {
    const timing = this.#timings.get(call);
    if (step === 'sent' || timing === undefined) {
      this.#timings.set(call, { sentAt: performance.now(), firstByteAt: undefined });
    } else timing.firstByteAt = performance.now();
  }

  /** Undefined for a call that was never sent. */
  of(call: ObservedCall): Readonly<CallTiming> | undefined {
    return this.#timings.get(call);
  }
}
