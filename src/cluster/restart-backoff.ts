/** A worker that has lived so long, in milliseconds, did not die of a fault at its start. */
const steadyMs = 30_000;
const longestDelayMs = 10_000;

/**
 * How long to wait, in milliseconds, before a worker that has lived for `livedMs` is replaced. The first one is replaced at
 * once; when one after the other dies soon after its start (`failures` so far), the wait doubles each time.
 */
export function restartDelay(failures: number, livedMs: number): { failures: number; delayMs: number } {
  if (livedMs >= steadyMs) return { failures: 0, delayMs: 0 };
  const delayMs = failures === 0 ? 0 : Math.min(100 * 2 ** failures, longestDelayMs);
  return { failures: failures + 1, delayMs };
}
