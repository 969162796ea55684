import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonLine } from '../../../src/server/graphql/json-bytes.ts';
import { jsonLikeValues } from '../../support/random/json-like-values.ts';

/** Text as a service sends it, and each kind of character that JSON writes in its own way. */
const characters = [
  'a',
  ' ',
  '~',
  '"',
  '\\',
  '\n',
  '\t',
  '\b',
  '\0',
  '\x1f',
  '\x7f',
  '\x80',
  'ü',
  '߿',
  'ࠀ',
  '–',
  '\u2028',
];
const halves = ['\ud7ff', '\ud83d', '\ude00', '\ud83d\ude00', '\ue000', '\uffff'];

function expectSame(value: unknown): void {
  expect(jsonLine(value).toString('latin1')).toBe(
    Buffer.from(`${JSON.stringify(value) ?? 'null'}\n`).toString('latin1'),
  );
}

describe('JSON as bytes', () => {
  it('has the bytes of JSON.stringify for values of all kinds', () => {
    fc.assert(
      fc.property(jsonLikeValues, (value) => expectSame({ errors: undefined, data: [value] })),
      { numRuns: 200 },
    );
  });

  it.each([1, 39, 40, 41, 3000])('has the bytes of JSON.stringify for texts of %i characters and more', (length) => {
    const plain = 'x'.repeat(length);
    for (const one of [...characters, ...halves]) expectSame([plain, one + plain, plain + one, one.repeat(length)]);
  });

  it('has the bytes of JSON.stringify for numbers at the edges', () => {
    expectSame([0, -0, 1e21, 1e-7, -1.5, 2 ** 53, Number.MAX_VALUE, Number.MIN_VALUE, Number.POSITIVE_INFINITY]);
  });

  it('grows for a large value, and writes a small one after it', () => {
    const large = Array.from({ length: 20_000 }, (_, i) => ({ i, text: 'ü' }));
    expectSame(large);
    expectSame({ a: 1 });
  });

  it('keeps nothing of a value in the bytes of another', () => {
    const first = jsonLine({ a: 'first' });
    jsonLine({ a: 'later' });
    expect(first.toString()).toBe('{"a":"first"}\n');
  });

  it('takes a value that is nested a thousand levels deep', () => {
    let value: unknown = 1;
    for (let i = 0; i < 1000; i++) value = i % 2 === 0 ? [value] : { value };
    expectSame(value);
  });

  it('throws what JSON.stringify throws', () => {
    const loop: { self?: unknown } = {};
    loop.self = loop;
    expect(() => jsonLine({ loop })).toThrow(/circular/);
    expect(() => jsonLine([1n])).toThrow(/BigInt/);
    expectSame('after a failure');
  });
});
