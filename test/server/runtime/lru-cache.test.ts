import { describe, expect, it } from 'vitest';
import { LruCache } from '../../../src/server/runtime/lru-cache.ts';

/** The cached keys, newest first: a hit on an old one may evict another. */
const keptOf = (cache: LruCache<number>, keys: readonly string[]) =>
  keys.toReversed().filter((key) => cache.get(key) !== undefined);
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `key ${from + i}`);

describe('an LRU cache', () => {
  it('keeps the last entries, and at most two generations of them', () => {
    const cache = new LruCache<number>({ entries: 10, characters: 1000 });
    for (const [i, key] of names(0, 1000).entries()) cache.set(key, i);
    const kept = keptOf(cache, names(0, 1000));
    expect(kept.slice(0, 10)).toEqual(names(990, 1000).toReversed());
    expect(kept.length).toBeLessThanOrEqual(20);
  });

  it('keeps what is used', () => {
    const cache = new LruCache<number>({ entries: 10, characters: 1000 });
    cache.set('used', -1);
    for (const [i, key] of names(0, 1000).entries()) {
      cache.set(key, i);
      expect(cache.get('used')).toBe(-1);
    }
  });

  it('bounds the characters of its keys', () => {
    const cache = new LruCache<number>({ entries: 1000, characters: 100 });
    const long = Array.from({ length: 50 }, (_, i) => String(i).padStart(40, '-'));
    for (const [i, key] of long.entries()) cache.set(key, i);
    const kept = keptOf(cache, long);
    expect(kept.slice(0, 2)).toEqual(long.slice(-2).toReversed());
    expect(kept.length).toBeLessThanOrEqual(4);
  });

  it('does not keep a key that is longer than the limit', () => {
    const cache = new LruCache<number>({ entries: 1000, characters: 100 });
    cache.set('kept', 1);
    cache.set('x'.repeat(101), 2);
    expect(cache.get('x'.repeat(101))).toBeUndefined();
    expect(cache.get('kept')).toBe(1);
  });

  it('bounds the weight of its values, also of those that grow', () => {
    const weights = new Map<number, number>();
    const cache = new LruCache<number>({
      entries: 1000,
      characters: 1_000_000,
      weight: 100,
      weightOf: (value) => weights.get(value) ?? 0,
    });
    for (const [i, key] of names(0, 100).entries()) {
      cache.set(key, i);
      weights.set(i, 30);
      cache.grow(30);
    }
    const kept = keptOf(cache, names(0, 100));
    expect(kept.slice(0, 2)).toEqual(['key 99', 'key 98']);
    expect(kept.length).toBeLessThanOrEqual(8);
  });
});
