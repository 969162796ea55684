import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UnderWay } from '../../../src/engine/http/in-flight-map.ts';

it('holds what a Map would hold, however often things begin and end', () => {
  const step = fc.tuple(fc.constantFrom('begin', 'end', 'end another', 'clear'), fc.integer({ min: 0, max: 40 }));
  const steps = fc.array(step, { minLength: 500, maxLength: 2000, size: 'max' });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 200 }), (all, clearsOneIn) => {
      const underWay = new UnderWay<object>();
      const model = new Map<string, object>();
      for (const [i, [what, number]] of all.entries()) {
        const key = `key ${number}`;
        const value = model.get(key);
        if (what === 'begin' || value === undefined) {
          const begun = {};
          underWay.begin(key, begun);
          model.set(key, begun);
        } else if (what === 'end') {
          underWay.end(key, value);
          model.delete(key);
        } else if (what === 'end another') {
          underWay.end(key, {});
        } else if (i % clearsOneIn === 0) {
          underWay.clear();
          model.clear();
        }
        expect(underWay.get(key)).toBe(model.get(key));
        expect(underWay.isEmpty).toBe(model.size === 0);
      }
      for (let number = 0; number <= 40; number++) {
        expect(underWay.get(`key ${number}`)).toBe(model.get(`key ${number}`));
      }
    }),
    { numRuns: 50 },
  );
});

it('keeps no long keys of what has ended', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const heapBytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const underWay = new UnderWay<object>();
  const before = heapBytes();
  for (let i = 0; i < 200; i++) {
    const key = Buffer.alloc(1_000_000, `${i} `).toString('latin1');
    const value = {};
    underWay.begin(key, value);
    underWay.end(key, value);
  }
  expect(heapBytes() - before).toBeLessThan(10_000_000);
  expect(underWay.isEmpty).toBe(true);
});
