import fc from 'fast-check';
import { expect, it } from 'vitest';
import { InFlightMap } from '../../../src/engine/http/in-flight-map.ts';
import { usedHeapBytes } from '../../support/processes/heap.ts';

it('behaves like a Map under random sets, deletes and clears', () => {
  const step = fc.tuple(fc.constantFrom('set', 'delete', 'delete another', 'clear'), fc.integer({ min: 0, max: 40 }));
  const steps = fc.array(step, { minLength: 500, maxLength: 2000, size: 'max' });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 200 }), (all, clearsOneIn) => {
      const map = new InFlightMap<object>();
      const model = new Map<string, object>();
      for (const [i, [action, number]] of all.entries()) {
        const key = `key ${number}`;
        const value = model.get(key);
        if (action === 'set' || value === undefined) {
          const added = {};
          map.set(key, added);
          model.set(key, added);
        } else if (action === 'delete') {
          map.delete(key, value);
          model.delete(key);
        } else if (action === 'delete another') {
          map.delete(key, {});
        } else if (i % clearsOneIn === 0) {
          map.clear();
          model.clear();
        }
        // Both in one step, as it is taken a hundred thousand times.
        if (map.get(key) !== model.get(key) || map.isEmpty !== (model.size === 0)) expect.fail(`${action} of ${key}`);
      }
      for (let number = 0; number <= 40; number++) {
        expect(map.get(`key ${number}`)).toBe(model.get(`key ${number}`));
      }
    }),
    { numRuns: 50 },
  );
});

it('drops the long keys of deleted entries', () => {
  const map = new InFlightMap<object>();
  const before = usedHeapBytes();
  for (let i = 0; i < 200; i++) {
    const key = Buffer.alloc(1_000_000, `${i} `).toString('latin1');
    const value = {};
    map.set(key, value);
    map.delete(key, value);
  }
  expect(usedHeapBytes() - before).toBeLessThan(10_000_000);
  expect(map.isEmpty).toBe(true);
});
