import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sortInSteps, stepLength } from '../../../src/engine/relay/sort-in-steps.ts';

interface Item {
  key: number;
  number: number;
}

function sorted(items: Item[]): { result: Item[]; steps: number } {
  const sorting = sortInSteps(items, (one, other) => one.key - other.key);
  for (let steps = 0; ; steps++) {
    const { done, value } = sorting.next();
    if (done) return { result: value, steps };
  }
}

describe('a sort in steps', () => {
  it('gives what a sort at once gives, equal items in their order', () => {
    const keys = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 5 * stepLength, size: 'max' });
    fc.assert(
      fc.property(keys, (all) => {
        const items = all.map((key, number) => ({ key, number }));
        expect(sorted(items).result).toEqual(items.toSorted((one, other) => one.key - other.key));
      }),
      { numRuns: 50 },
    );
  });

  it('pauses for each few hundred items', () => {
    const items = Array.from({ length: 20 * stepLength }, (_, number) => ({ key: (number * 7919) % 10_007, number }));
    const { result, steps } = sorted(items);
    expect(result).toHaveLength(items.length);
    expect(steps).toBeGreaterThanOrEqual(20);
  });
});
