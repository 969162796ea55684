import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ResponseTooLarge, serializeInPieces } from '../../../src/server/graphql/json-pieces.ts';
import { jsonLikeValues as values } from '../../support/random/json-like-values.ts';

const serialized = async (value: unknown) => Buffer.concat(await serializeInPieces(value, 1e9)).toString();

describe('serializing in pieces', () => {
  it('gives the bytes of JSON.stringify', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(values, { maxLength: 5 }), async (list) => {
        // Repeated until it is too large to be serialized at once.
        const value = { a: Array.from({ length: 400 }, () => list), ü: list };
        expect(await serialized(value)).toBe(Buffer.from(JSON.stringify(value)).toString());
      }),
      { numRuns: 20 },
    );
  });

  it('gives the bytes of JSON.stringify for a value with undefined errors, as results have', async () => {
    const value = {
      errors: undefined,
      data: { list: Array.from({ length: 5_000 }, (_, i) => ({ i, text: '\ud83d\ude00"\n' })) },
    };
    expect(await serialized(value)).toBe(JSON.stringify(value));
  });

  it('gives the bytes of JSON.stringify for long texts, wherever they are cut', async () => {
    const texts = ['a', '\ud83d\ude00', 'a\ud83d\ude00', '\ud83d', '\ude00', '\ud83d\ud83d\ude00', '"\\\n', 'ü\u2028'];
    for (const text of texts) {
      for (const offset of [0, 1]) {
        const value = { text: 'x'.repeat(offset) + text.repeat(150_000) };
        expect(await serialized(value)).toBe(JSON.stringify(value));
      }
    }
  });

  it.each([
    ['in between', (list: unknown) => list],
    ['below a field whose alias is toJSON, too', (list: unknown) => ({ toJSON: list })],
  ])('lets other work run %s', async (_, shaped) => {
    const value = shaped(Array.from({ length: 200_000 }, (_item, i) => ({ i, text: 'some text' })));
    let turns = 0;
    const count = () => {
      turns++;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    await serialized(value);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(2);
  });

  it('stops where the bytes exceed the limit', async () => {
    const value = Array.from({ length: 100_000 }, () => 'ü');
    await expect(serializeInPieces(value, 500_000 - 2)).rejects.toBeInstanceOf(ResponseTooLarge);
    await expect(serializeInPieces(value, 500_001)).resolves.not.toHaveLength(0);
  });
});
