import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import type { Invalidation } from '../../src/cluster/invalidation.ts';
import { InvalidationReports } from '../../src/cluster/invalidation-reports.ts';

/** Reports to a primary process that acknowledges when the test says so; `completed` lists the writes that may be answered. */
function startReports(timeoutMs = 60_000) {
  const sent: number[] = [];
  const told: (string[] | undefined)[] = [];
  const inStore: boolean[] = [];
  const completed: string[] = [];
  const errors: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });
  const send = (report: number, { records, isStoreTold }: Invalidation) => {
    sent.push(report);
    told.push(records?.map(({ id }) => id));
    inStore.push(isStoreTold);
  };
  const reports = new InvalidationReports({ send, timeoutMs, logger });
  const endWrite = (name: string, ids?: readonly string[], isStoreTold = true) =>
    reports
      .writeEnded({ records: ids?.map((id) => ({ type: 'Space', id })), isStoreTold })
      .then(() => completed.push(name));
  /** Runs everything that waits for nothing outside. */
  const flush = () => new Promise((resolve) => setImmediate(resolve));
  return { reports, sent, told, inStore, completed, errors, endWrite, flush };
}

describe('InvalidationReports', () => {
  it('completes a write when its report is acknowledged', async () => {
    const { reports, sent, completed, endWrite, flush } = startReports();
    endWrite('one');
    await flush();
    expect([sent, completed]).toEqual([[1], []]);
    reports.acknowledge(1);
    await flush();
    expect(completed).toEqual(['one']);
  });

  it('sends one further report for all writes that end while a report is open', async () => {
    const { reports, sent, completed, endWrite, flush } = startReports();
    endWrite('one');
    await flush();
    for (const name of ['two', 'three', 'four']) endWrite(name);
    await flush();
    expect(sent).toEqual([1]);
    reports.acknowledge(1);
    await flush();
    expect([sent, completed]).toEqual([[1, 2], ['one']]);
    endWrite('five');
    reports.acknowledge(2);
    await flush();
    expect([sent, completed]).toEqual([
      [1, 2, 3],
      ['one', 'two', 'three', 'four'],
    ]);
    reports.acknowledge(3);
    await flush();
    expect(completed.at(-1)).toBe('five');
  });

  it('tells which records the writes have changed, each once, and only those that ended before it', async () => {
    const { reports, told, endWrite, flush } = startReports();
    endWrite('one', ['a']);
    await flush();
    for (const id of ['b', 'c', 'b']) endWrite(id, [id]);
    reports.acknowledge(1);
    await flush();
    endWrite('last', ['d']);
    reports.acknowledge(2);
    await flush();
    expect(told).toEqual([['a'], ['b', 'c'], ['d']]);
  });

  it('tells that anything may have changed where one of the writes, or too many, may have changed it', async () => {
    const { reports, told, endWrite, flush } = startReports();
    endWrite('one', ['a']);
    endWrite('two');
    await flush();
    endWrite(
      'many',
      Array.from({ length: 65 }, (_, i) => `${i}`),
    );
    reports.acknowledge(1);
    await flush();
    endWrite('last', ['d']);
    reports.acknowledge(2);
    await flush();
    expect(told).toEqual([undefined, undefined, ['d']]);
  });

  it('tells that the store is not told where one of the writes could not tell it', async () => {
    const { reports, inStore, endWrite, flush } = startReports();
    endWrite('one', ['a']);
    await flush();
    for (const isStoreTold of [true, false, true]) endWrite('two', ['a'], isStoreTold);
    reports.acknowledge(1);
    await flush();
    endWrite('last', ['a']);
    reports.acknowledge(2);
    await flush();
    expect(inStore).toEqual([true, false, true]);
  });

  it('gives up a report after its timeout, and ignores a late acknowledgement of it', async () => {
    const { reports, sent, completed, errors, endWrite, flush } = startReports(1);
    await endWrite('one');
    expect(completed).toEqual(['one']);
    expect(errors).toEqual([expect.stringContaining('the primary process does not respond')]);
    endWrite('two');
    await flush();
    expect(sent).toEqual([1, 2]);
    reports.acknowledge(1);
    reports.acknowledge(2);
    await flush();
    expect(completed).toEqual(['one', 'two']);
  });
});
