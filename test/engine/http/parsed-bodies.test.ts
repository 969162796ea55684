import { describe, expect, it } from 'vitest';
import { CachedResponse } from '../../../src/engine/cache/cached-response.ts';
import { freezeJson } from '../../../src/engine/http/frozen-json.ts';
import { ParsedBodies } from '../../../src/engine/http/parsed-bodies.ts';
import { usedHeapBytes } from '../../support/processes/heap.ts';

function response(value: unknown): CachedResponse {
  return responseOf(JSON.stringify(value));
}

function responseOf(json: string): CachedResponse {
  const times = { startedAt: 0, expiresAt: 1, expiresOn: 1, tags: [], checkedAt: 0 };
  return new CachedResponse(Buffer.from(json), times);
}

function valuesOf(bodies: ParsedBodies, one: CachedResponse, times: number): unknown[] {
  return Array.from({ length: times }, () => bodies.valueOf(one));
}

describe('the values of responses', () => {
  const record = { id: 'a', items: [{ text: 'é' }, null, 1, true] };

  it('are parsed once where they are used often, and nobody can change them', () => {
    const bodies = new ParsedBodies(100_000);
    const values = valuesOf(bodies, response(record), 6);
    expect(values).toEqual(Array(6).fill(record));
    expect(new Set(values).size).toBe(3);
    const { items } = values[5] as typeof record;
    for (const part of [values[5], items, items[0]]) expect(Object.isFrozen(part)).toBe(true);
    expect(bodies.bytes).toBeGreaterThan(0);
  });

  it('are those of each response alone', () => {
    const bodies = new ParsedBodies(100_000);
    const [one, two] = [response({ id: 'a' }), response({ id: 'b' })];
    for (let i = 0; i < 6; i++) expect([bodies.valueOf(one), bodies.valueOf(two)]).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('stay within a size', () => {
    const bodies = new ParsedBodies(10_000);
    for (let i = 0; i < 100; i++) valuesOf(bodies, response({ ...record, id: `${i}` }), 4);
    expect(bodies.bytes).toBeGreaterThan(5000);
    expect(bodies.bytes).toBeLessThanOrEqual(10_000);
  });

  it('count with the bodies that they keep in memory', () => {
    const bodies = new ParsedBodies(100_000);
    const one = response(record);
    const [value] = valuesOf(bodies, one, 3).slice(-1) as [object];
    expect(bodies.bytes).toBe(freezeJson(value) + one.body.length);
  });

  it.each([
    ['a large body', `{"text":"${'x'.repeat(70_000)}"}`],
    ['one that is nested deep', `{"a":${'['.repeat(1000)}${']'.repeat(1000)}}`],
    ['no object', '7'],
  ])('are parsed each time for %s', (_what, json) => {
    const bodies = new ParsedBodies(1_000_000);
    for (const found of valuesOf(bodies, responseOf(json), 4)) expect(JSON.stringify(found)).toBe(json);
    expect(bodies.bytes).toBe(0);
  });

  it('take no more memory than is counted', () => {
    const texts = Array.from({ length: 20_000 }, (_, i) =>
      JSON.stringify({ id: `id-${i}`, object: 'space', items: [{}, [], { text: 'é'.repeat(i % 9) }], count: i + 0.5 }),
    );
    const before = usedHeapBytes();
    const values = texts.map((text) => JSON.parse(text) as unknown);
    const counted = values.reduce<number>((sum, value) => sum + freezeJson(value), 0);
    const used = usedHeapBytes() - before;
    expect(values).toHaveLength(texts.length);
    expect(used).toBeGreaterThan(counted / 4);
    expect(used).toBeLessThanOrEqual(counted);
  });
});
