import fc from 'fast-check';
import { expect, it } from 'vitest';
import { roundedMsText, roundMs } from '../../../src/engine/http/round-ms.ts';

it('writes a rounded time as JSON does', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1e7, noNaN: true }), (ms) => {
      expect(roundedMsText(ms)).toBe(JSON.stringify(roundMs(ms)));
    }),
  );
  expect([0, 0.004, 0.05, 0.1, 1, 12.3, 12.34, 100.999].map(roundedMsText)).toEqual([
    '0',
    '0',
    '0.05',
    '0.1',
    '1',
    '12.3',
    '12.34',
    '101',
  ]);
});
