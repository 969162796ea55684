import { describe, expect, it } from 'vitest';
import { MemoryLimiter } from '../../../../src/server/admission/rate-limits/memory-limiter.ts';

describe('the limiter in memory', () => {
  it('adds points within a window', async () => {
    const limiter = new MemoryLimiter(60_000);
    await limiter.consume('a', 2);
    const usage = await limiter.consume('a', 3);
    expect(usage.points).toBe(5);
    expect(usage.resetMs).toBeGreaterThan(50_000);
    expect((await limiter.consume('a', 0)).points).toBe(5);
    expect((await limiter.consume('b', 0)).points).toBe(0);
  });

  it('begins at zero in the next window', async () => {
    const limiter = new MemoryLimiter(20);
    await limiter.consume('a', 2);
    await expect.poll(async () => (await limiter.consume('a', 0)).points).toBe(0);
  });

  it('evicts the key whose window ends first', async () => {
    const limiter = new MemoryLimiter(60_000, 3);
    for (const key of ['a', 'b', 'c', 'a', 'd']) await limiter.consume(key, 1);
    const points = async (key: string) => (await limiter.consume(key, 0)).points;
    expect([await points('b'), await points('c'), await points('d')]).toEqual([1, 1, 1]);
    expect(await points('a')).toBe(0);
  });

  it('moves a key to the end of the order when it begins another window', async () => {
    const limiter = new MemoryLimiter(200, 2);
    await limiter.consume('a', 1);
    await expect.poll(async () => (await limiter.consume('a', 0)).points, { interval: 20 }).toBe(0);
    await limiter.consume('b', 1);
    await limiter.consume('a', 1);
    await limiter.consume('c', 1);
    expect((await limiter.consume('c', 0)).points).toBe(1);
    expect((await limiter.consume('b', 0)).points).toBe(1);
  });
});
