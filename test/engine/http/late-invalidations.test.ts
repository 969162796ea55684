import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LateInvalidations, nowAndLater } from '../../../src/engine/http/late-invalidations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Collects what is invalidated: the name of a write, or everything. */
function collect() {
  const invalidated: string[] = [];
  const late = new LateInvalidations<string>((write) => void invalidated.push(write ?? 'everything'));
  return { late, invalidated };
}

describe('the invalidations of a write whose outcome is not known', () => {
  it('are repeated after 1, 5 and 30 seconds', () => {
    const { late, invalidated } = collect();
    late.add('a');
    for (const [ms, count] of [
      [999, 0],
      [1, 1],
      [3999, 1],
      [1, 2],
      [24_999, 2],
      [1, 3],
      [60_000, 3],
    ] as const) {
      vi.advanceTimersByTime(ms);
      expect(invalidated).toHaveLength(count);
    }
    expect(new Set(invalidated)).toEqual(new Set(['a']));
  });

  it('are those of everything, each second, while there are more than a thousand such writes', () => {
    const { late, invalidated } = collect();
    for (let i = 0; i < 5000; i++) late.add(`${i}`);
    expect(vi.getTimerCount()).toBe(3001);
    vi.advanceTimersByTime(31_000);
    const ofAll = invalidated.filter((one) => one === 'everything');
    expect(invalidated.length - ofAll.length).toBe(3000);
    expect(ofAll).toHaveLength(31);
    vi.advanceTimersByTime(60_000);
    expect(vi.getTimerCount()).toBe(0);
    late.add('again');
    expect(vi.getTimerCount()).toBe(3);
  });

  it('end when they are closed', () => {
    const { late } = collect();
    for (let i = 0; i < 2000; i++) late.add(`${i}`);
    late.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('are pending until the last one, or where they are closed before', () => {
    const [one, two] = [collect().late, collect().late];
    expect(one.isPending).toBe(false);
    one.add('a');
    two.add('a');
    vi.advanceTimersByTime(29_999);
    two.close();
    expect([one.isPending, two.isPending]).toEqual([true, true]);
    vi.advanceTimersByTime(1);
    expect([one.isPending, two.isPending]).toEqual([false, true]);
  });

  it('may be of a process that has died', () => {
    const times: number[] = [];
    const start = Date.now();
    nowAndLater(() => times.push(Date.now() - start));
    vi.advanceTimersByTime(60_000);
    expect(times).toEqual([0, 1000, 5000, 30_000]);
  });
});
