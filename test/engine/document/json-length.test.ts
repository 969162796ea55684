import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLength, jsonLengths } from '../../../src/engine/document/json-length.ts';

const sum = (value: object, most: number) => [...jsonLengths(value, most)].reduce((all, one) => all + one, 0);

describe('the least length of a JSON value', () => {
  it('is at most that of its JSON, and half of it where no character is escaped', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('a', '"', '\n', 'é') }), (value) => {
        expect(jsonLength(value, Number.POSITIVE_INFINITY)).toBeLessThanOrEqual(JSON.stringify(value).length);
      }),
    );
    const value = { text: 'x'.repeat(100), list: [1, 2, true, null], object: { a: {}, b: [] } };
    expect(jsonLength(value, Number.POSITIVE_INFINITY)).toBeGreaterThan(JSON.stringify(value).length / 2);
  });

  it('is the sum of its terms, however many they are', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 1, max: 100 }), (value, most) => {
        expect(sum(value, most)).toBe(jsonLength(value, Number.POSITIVE_INFINITY));
      }),
    );
  });

  it('counts little more than requested, and little for each term', () => {
    const value = Array.from({ length: 100_000 }, (_, i) => ({ i, list: [i] }));
    expect(jsonLength(value, 1000)).toBeLessThan(1100);
    for (const length of jsonLengths(value, 1000)) expect(length).toBeLessThan(1100);
  });
});
