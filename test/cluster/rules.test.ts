import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { Reports } from '../../src/cluster/invalidation-reports.ts';
import { restartDelay } from '../../src/cluster/restart-backoff.ts';

/** Reports to a primary that answers when it is told to, and what has become of writes so far. */
function startReports(patienceMs = 60_000) {
  const sent: number[] = [];
  const told: string[] = [];
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const reports = new Reports({ send: (number) => sent.push(number), patienceMs, logger });
  const end = (name: string) => reports.writeEnded().then(() => told.push(name));
  /** Lets everything happen that waits for nothing outside. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return { reports, sent, told, errors, end, settle };
}

describe('reports of writes to other workers', () => {
  it('are answered before the write is', async () => {
    const { reports, sent, told, end, settle } = startReports();
    end('one');
    await settle();
    expect([sent, told]).toEqual([[1], []]);
    reports.answered(1);
    await settle();
    expect(told).toEqual(['one']);
  });

  it('do not count for writes that end while they are open: one more counts for all of those', async () => {
    const { reports, sent, told, end, settle } = startReports();
    end('one');
    await settle();
    for (const name of ['two', 'three', 'four']) end(name);
    await settle();
    expect(sent).toEqual([1]);
    reports.answered(1);
    await settle();
    expect([sent, told]).toEqual([[1, 2], ['one']]);
    end('five');
    reports.answered(2);
    await settle();
    expect([sent, told]).toEqual([
      [1, 2, 3],
      ['one', 'two', 'three', 'four'],
    ]);
    reports.answered(3);
    await settle();
    expect(told.at(-1)).toBe('five');
  });

  it('wait no longer than they may, and take no late answer for that of another', async () => {
    const { reports, sent, told, errors, end, settle } = startReports(1);
    await end('one');
    expect(told).toEqual(['one']);
    expect(errors).toEqual([expect.stringContaining('the primary process does not answer')]);
    end('two');
    await settle();
    expect(sent).toEqual([1, 2]);
    reports.answered(1);
    reports.answered(2);
    await settle();
    expect(told).toEqual(['one', 'two']);
  });
});

describe('a worker that died is replaced', () => {
  it('later each time that one dies soon after its start, though never more than ten seconds later', () => {
    const delays: number[] = [];
    for (let failures = 0; delays.length < 10; ) {
      const next = restartDelay(failures, 1000);
      delays.push(next.delayMs);
      failures = next.failures;
    }
    expect(delays).toEqual([0, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000]);
  });

  it('at once when it has lived for long, whatever was before', () => {
    expect(restartDelay(9, 60_000)).toEqual({ failures: 0, delayMs: 0 });
  });
});
