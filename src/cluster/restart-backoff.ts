/** A worker that ran for at least this long, in milliseconds, did not fail because of its start. */
const stableAfterMs = 30_000;
const baseDelayMs = 100;
const maxDelayMs = 10_000;

/**
 * The delay, in milliseconds, before a worker that ran for `uptimeMs` is replaced. The first failure is replaced at once;
 * while replacements keep failing soon after their start (`failures` so far), the delay doubles each time.
 */
export function restartBackoff(failures: number, uptimeMs: number): { failures: number; delayMs: number } {
  if (uptimeMs >= stableAfterMs) return { failures: 0, delayMs: 0 };
  const delayMs = failures === 0 ? 0 : Math.min(baseDelayMs * 2 ** failures, maxDelayMs);
  return { failures: failures + 1, delayMs };
}
