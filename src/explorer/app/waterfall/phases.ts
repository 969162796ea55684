import type { TimedCall } from './timed-call.ts';

/** The parts of a call's time, in milliseconds. */
export interface Phases {
  /** Until it was sent the last time: the wait for a connection, and earlier attempts. */
  readonly queued: number;
  /** From there until the first byte of the response. */
  readonly waited: number;
  /** The body, and what it took to read it. */
  readonly body: number;
}

/** Undefined for a call that was not sent for this request, or has no response. */
export function phasesOf({ queued, waited, ms }: TimedCall): Phases | undefined {
  if (queued === null || waited === null) return undefined;
  return { queued, waited, body: Math.max(0, ms - queued - waited) };
}
