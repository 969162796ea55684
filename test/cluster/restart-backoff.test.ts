import { describe, expect, it } from 'vitest';
import { restartBackoff } from '../../src/cluster/restart-backoff.ts';

describe('restartBackoff', () => {
  it('doubles the delay with each failure soon after a start, up to ten seconds', () => {
    const delays: number[] = [];
    for (let failures = 0; delays.length < 10; ) {
      const next = restartBackoff(failures, 1000);
      delays.push(next.delayMs);
      failures = next.failures;
    }
    expect(delays).toEqual([0, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
  });

  it('replaces a worker at once after a long uptime, whatever happened before', () => {
    expect(restartBackoff(9, 60_000)).toEqual({ failures: 0, delayMs: 0 });
  });
});
