import { describe, expect, it } from 'vitest';
import { Recent } from '../../../src/server/graphql/lru-cache.ts';

/** Those that are kept, newest first: to ask for an old one may cost another its place. */
const keptOf = (recent: Recent<number>, keys: readonly string[]) =>
  keys.toReversed().filter((key) => recent.get(key) !== undefined);
const names = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => `key ${from + i}`);

describe('what was used lately', () => {
  it('is kept, and no more than two generations of it', () => {
    const recent = new Recent<number>({ entries: 10, characters: 1000 });
    for (const [i, key] of names(0, 1000).entries()) recent.set(key, i);
    const kept = keptOf(recent, names(0, 1000));
    expect(kept.slice(0, 10)).toEqual(names(990, 1000).toReversed());
    expect(kept.length).toBeLessThanOrEqual(20);
  });

  it('stays as long as it is used', () => {
    const recent = new Recent<number>({ entries: 10, characters: 1000 });
    recent.set('used', -1);
    for (const [i, key] of names(0, 1000).entries()) {
      recent.set(key, i);
      expect(recent.get('used')).toBe(-1);
    }
  });

  it('has no more characters than said, be it in few keys or in many', () => {
    const recent = new Recent<number>({ entries: 1000, characters: 100 });
    const long = Array.from({ length: 50 }, (_, i) => String(i).padStart(40, '-'));
    for (const [i, key] of long.entries()) recent.set(key, i);
    const kept = keptOf(recent, long);
    expect(kept.slice(0, 2)).toEqual(long.slice(-2).toReversed());
    expect(kept.length).toBeLessThanOrEqual(4);
  });

  it('leaves out what is longer than all of it may be', () => {
    const recent = new Recent<number>({ entries: 1000, characters: 100 });
    recent.set('kept', 1);
    recent.set('x'.repeat(101), 2);
    expect(recent.get('x'.repeat(101))).toBeUndefined();
    expect(recent.get('kept')).toBe(1);
  });

  it('holds no more weight than said in a generation, also of values that grow', () => {
    const weights = new Map<number, number>();
    const recent = new Recent<number>({
      entries: 1000,
      characters: 1_000_000,
      weight: 100,
      weightOf: (value) => weights.get(value) ?? 0,
    });
    for (const [i, key] of names(0, 100).entries()) {
      recent.set(key, i);
      weights.set(i, 30);
      recent.grow(30);
    }
    const kept = keptOf(recent, names(0, 100));
    expect(kept.slice(0, 2)).toEqual(['key 99', 'key 98']);
    expect(kept.length).toBeLessThanOrEqual(8);
  });
});
