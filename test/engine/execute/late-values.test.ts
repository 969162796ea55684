import { GraphQLError } from 'graphql';
import { describe, expect, it } from 'vitest';
import { defaultLimits } from '../../../src/engine/document/default-limits.ts';
import type { Budget } from '../../../src/engine/execute/budget.ts';
import { later } from '../../support/execution/completion-values.ts';
import { pending, run } from '../../support/execution/scripted-run.ts';

describe('values that arrive late', () => {
  it('hold back the fields after them, so that a bounded number waits at a time', async () => {
    const waiting: (() => void)[] = [];
    const counts: number[] = [];
    const text = () => new Promise<string>((resolve) => waiting.push(() => resolve('x')));
    const things = Array.from({ length: 9_000 }, () => ({ text }));
    const { result } = run('{ things { text } }', { things });
    // The values arrive when no further field begins in some turns of the event loop.
    while (counts.reduce((sum, count) => sum + count, 0) < things.length) {
      let before: number;
      do {
        before = waiting.length;
        for (let i = 0; i < 5; i++) await new Promise(setImmediate);
      } while (waiting.length > before);
      counts.push(waiting.length);
      for (const arrive of waiting.splice(0)) arrive();
    }
    const { data, errors } = await result;
    expect(errors).toBeUndefined();
    expect(data).toEqual({ things: Array.from({ length: 9_000 }, () => ({ text: 'x' })) });
    expect(counts).toEqual([2_000, 2_000, 2_000, 2_000, 1_000]);
  });

  it('leave a list that is no array incomplete at the deadline', async () => {
    let taken = 0;
    let isClosed = false;
    function* items() {
      try {
        for (; taken < 2_500; taken++) yield pending();
      } finally {
        isClosed = true;
      }
    }
    const { budget, result } = run('{ texts }', { texts: items() });
    while (taken < 2_000) await new Promise(setImmediate);
    budget.expire(70);
    const { data, errors } = await result;
    expect(data).toEqual({ texts: Array.from({ length: 2_001 }, () => null) });
    expect(errors).toHaveLength(1_000);
    expect(isClosed).toBe(true);
  });

  it('make a list null whose iterator fails later', async () => {
    function* failing() {
      for (let i = 0; i < 2_500; i++) yield later('x');
      throw new Error('broken');
    }
    const { data, errors } = await run('{ texts flag }', { texts: failing(), flag: true }).result;
    expect(data).toEqual({ texts: null, flag: true });
    expect(errors?.map(({ message, path }) => [message, path])).toEqual([['broken', ['texts']]]);
  });

  it('close an iterator whose list is null already', async () => {
    let taken = 0;
    let isClosed = false;
    function* items() {
      try {
        for (; taken < 50_000; taken++) yield taken === 0 ? Promise.reject(new GraphQLError('No.')) : later('x');
      } finally {
        isClosed = true;
      }
    }
    const { data } = await run('{ textsI }', { textsI: items() }).result;
    expect([data, isClosed]).toEqual([{ textsI: null }, true]);
    expect(taken).toBeLessThan(50_000);
  });

  it('are handled where they are rejected before the work goes on', async () => {
    const unhandled = await unhandledRejectionsOf(async () => {
      const things = Array.from({ length: 2_500 }, () => Promise.reject(new GraphQLError('No.')));
      const { data, errors } = await run('{ things { text } }', { things }).result;
      expect(data).toEqual({ things: things.map(() => null) });
      expect(errors).toHaveLength(1_000);
    });
    expect(unhandled).toEqual([]);
  });

  it.each<[string, (budget: Budget) => void]>([
    ['deadline', (budget) => budget.expire(70)],
    ['cancellation', (budget) => budget.cancel()],
    ['last byte', (budget) => budget.addBytes(defaultLimits.maxResponseBytes + 1)],
  ])('are handled where a list of them arrives after the %s', async (_, end) => {
    const rejected = () => Promise.reject(new GraphQLError('No.'));
    const unhandled = await unhandledRejectionsOf(async () => {
      let resolveList = (_list: unknown) => {};
      const list = new Promise((resolve) => {
        resolveList = resolve;
      });
      const { budget, result } = run('{ things { text } number }', { things: list, number: pending });
      await new Promise(setImmediate);
      end(budget);
      resolveList([rejected(), [rejected()]]);
      await result;
      await new Promise(setImmediate);
    });
    expect(unhandled).toEqual([]);
  });
});

/** The rejections without a handler while a function runs. */
async function unhandledRejectionsOf(action: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const record = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', record);
  try {
    await action();
  } finally {
    process.off('unhandledRejection', record);
  }
  return unhandled;
}

describe('a thenable', () => {
  const thenable = (then: unknown) => ({ then });
  const unreadable = Object.defineProperty({}, 'then', {
    get: () => {
      throw new Error('unreadable');
    },
  });

  it.each([
    [
      'that throws',
      () =>
        thenable(() => {
          throw new Error('thrown');
        }),
      'thrown',
    ],
    ['whose method cannot be read', () => unreadable, 'unreadable'],
    [
      'that rejects twice',
      () => thenable((_: unknown, no: (e: Error) => void) => [1, 2].map(() => no(new Error('twice')))),
      'twice',
    ],
  ])('%s fails its item of a list alone', async (_, make, message) => {
    const { data, errors } = await run('{ texts flag }', { texts: ['a', make(), 'b'], flag: true }).result;
    expect(data).toEqual({ texts: ['a', null, 'b'], flag: true });
    expect(errors?.map((error) => [error.message, error.path])).toEqual([[message, ['texts', 1]]]);
  });

  it('is called once where its list continues later', async () => {
    let calls = 0;
    const then = (resolve: (value: string) => void) => {
      calls++;
      setTimeout(resolve, 1, 'x');
    };
    const texts = Array.from({ length: 2_500 }, () => thenable(then));
    const { data } = await run('{ texts }', { texts }).result;
    expect(data).toEqual({ texts: texts.map(() => 'x') });
    expect(calls).toBe(2_500);
  });

  it('that never settles ends at the deadline', async () => {
    const { budget, result } = run('{ texts }', { texts: ['a', thenable(() => {})] });
    await new Promise(setImmediate);
    budget.expire(70);
    expect((await result).data).toEqual({ texts: ['a', null] });
  });
});
