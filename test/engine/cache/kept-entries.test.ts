import { describe, expect, it } from 'vitest';
import { KeptEntries } from '../../../src/engine/cache/kept-entries.ts';

const bodyBytes = 1000;

/** Offers an entry as a store does. Whether it is kept. */
function offer(entries: KeptEntries<{ key: string }>, key: string): boolean {
  if (!entries.admits(key, bodyBytes)) return false;
  const size = entries.sizeOf(bodyBytes, []);
  return size !== undefined && entries.keep(key, { key }, size);
}

function filled(): KeptEntries<{ key: string }> {
  const entries = new KeptEntries<{ key: string }>(20_000);
  for (let i = 0; offer(entries, `first ${i}`); i++);
  return entries;
}

describe('entries', () => {
  it('are all kept where there is room', () => {
    const { entries, bytes, evictions } = filled().usage;
    expect(entries).toBeGreaterThan(10);
    expect(bytes).toBeLessThanOrEqual(20_000);
    expect(evictions).toBe(0);
  });

  it('replace others where they came up before, and not where they are read once', () => {
    const entries = filled();
    for (let i = 0; i < 1000; i++) expect(offer(entries, `once ${i}`)).toBe(false);
    expect(entries.usage.evictions).toBe(0);
    expect(offer(entries, 'twice')).toBe(false);
    expect(offer(entries, 'twice')).toBe(true);
    expect(entries.usage.evictions).toBeGreaterThan(0);
    expect(entries.get('twice')).toEqual({ key: 'twice' });
  });

  it('of which more than the body takes place do not replace others either, where they are read once', () => {
    const entries = filled();
    for (let i = 0; i < 1000; i++) offer(entries, `${'long key '.repeat(100 + (i % 10))}${i}`);
    expect(entries.get('first 0')).toEqual({ key: 'first 0' });
    expect(entries.usage.evictions).toBe(0);
  });

  it('replace their own former ones', () => {
    const entries = filled();
    expect(entries.keep('first 3', { key: 'newer' }, bodyBytes)).toBe(true);
    expect(entries.get('first 3')).toEqual({ key: 'newer' });
    expect(entries.usage.evictions).toBe(0);
  });

  it('are forgotten as having come up after many others', () => {
    const entries = filled();
    expect(offer(entries, 'seldom')).toBe(false);
    for (let i = 0; i < 1000; i++) offer(entries, `once ${i}`);
    expect(offer(entries, 'seldom')).toBe(false);
  });
});
