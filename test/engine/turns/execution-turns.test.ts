import { describe, expect, it } from 'vitest';
import { ExecutionTurns } from '../../../src/engine/turns/execution-turns.ts';

describe('what waits for the end of an execution’s work', () => {
  it('comes after the work that was added, and the work that this adds', async () => {
    const turns = new ExecutionTurns(undefined);
    const order: string[] = [];
    turns.add(() => {
      order.push('work');
      turns.add(() => void order.push('added work'));
      Promise.resolve().then(() => turns.add(() => void order.push('work of a value')));
    });
    await new Promise<void>((resolve) => turns.afterWork(resolve));
    expect(order).toEqual(['work', 'added work', 'work of a value']);
  });

  it('comes in the same turn where there is no work', async () => {
    let turn = 0;
    setImmediate(() => turn++);
    await new Promise<void>((resolve) => new ExecutionTurns(undefined).afterWork(resolve));
    expect(turn).toBe(0);
  });
});

describe('a later turn', () => {
  it('comes after other work of the event loop', async () => {
    const turns = new ExecutionTurns(undefined);
    const order: string[] = [];
    setImmediate(() => order.push('other work'));
    await turns.next();
    order.push('next turn');
    expect(order).toEqual(['other work', 'next turn']);
  });
});
