import { describe, expect, it } from 'vitest';
import { type Fault, FaultTarget } from '../support/upstreams/faults.ts';
import { tables } from './rows.ts';
import { statuses } from './statuses.ts';

const groups = Object.entries({ ...tables, ...statuses }).map(([name, faults]) => ({ name, faults }));

describe('the table', () => {
  it('has at least 65 faults, each with a name of its own', () => {
    const names = groups.flatMap(({ faults }) => faults.map(({ name }) => name));
    expect(names.length).toBeGreaterThanOrEqual(65);
    expect(names.length).toBe(new Set(names).size);
  });
});

/** The groups that wait most of the time. */
const waiting = new Set(['slow', 'limits']);

describe.each(groups)('a service: $name', ({ name, faults }) => {
  const run = waiting.has(name) ? it.concurrent : it;

  run.each(faults)('$name', async (fault: Fault) => {
    const target = await FaultTarget.start(fault);
    try {
      await target.read('once');
      await target.read('always');
      await target.write();
      target.expectCleanLog();
    } finally {
      await target.close();
    }
  });
});
