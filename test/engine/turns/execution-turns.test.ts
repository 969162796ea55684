import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';

afterEach(() => void vi.restoreAllMocks());

describe('what waits for the end of an execution’s work', () => {
  it('comes after the work that was added, and the work that this adds', async () => {
    const turns = new ExecutionTurns(undefined);
    const order: string[] = [];
    turns.add(() => {
      order.push('work');
      turns.add(() => void order.push('added work'));
      Promise.resolve().then(() => turns.add(() => void order.push('work of a value')));
    });
    await turns.afterWork();
    expect(order).toEqual(['work', 'added work', 'work of a value']);
  });

  it('comes in the same turn where there is no work', async () => {
    let turn = 0;
    setImmediate(() => turn++);
    await new ExecutionTurns(undefined).afterWork();
    expect(turn).toBe(0);
  });
});

describe('a step that takes long by itself', () => {
  it('runs in this turn as long as it has time left, and in a later one then', async () => {
    let now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    await nextTurn();
    const turns = new ExecutionTurns(undefined);
    const order: string[] = [];
    const steps = [1, 2, 3].map((step) =>
      turns.run(() => {
        order.push(`step ${step}`);
        now += 3;
      }),
    );
    setImmediate(() => order.push('other work'));
    await Promise.all(steps);
    expect(order).toEqual(['step 1', 'step 2', 'other work', 'step 3']);
  });
});
