import { describe, expect, it } from 'vitest';
import { isParsedLater, parseBody, textOf } from '../../../src/engine/http/parse-body.ts';
import { isTurnOverNow } from '../../../src/engine/turns/event-loop-turn.ts';
import { createRandom, type Random } from '../../../src/sandbox/random.ts';

const seed = Number(process.env.RANDOM_SEED ?? Date.now() % 1_000_000_000);

/** Bytes of characters of one to four bytes and, in half of the bodies, also of what is not UTF-8. */
function randomBody(random: Random): Buffer {
  const pieces = ['plain ASCII "text"', 'é', '—', '😀', '\ufeff', '\u0000', '{"a":1}'].map((text) => Buffer.from(text));
  if (random.chance(0.5)) pieces.push(Buffer.from([0xff]), Buffer.from([0xe2, 0x82]), Buffer.from([0xed, 0xa0, 0x80]));
  const length = random.below(20_000);
  const body: Buffer[] = [];
  for (let size = 0; size < length; ) {
    const piece = pieces[random.chance(0.8) ? 0 : random.below(pieces.length)] as Buffer;
    body.push(piece);
    size += piece.length;
  }
  return Buffer.concat(body);
}

describe(`the text of a body, seed ${seed}`, () => {
  it('is that of toString, for bytes of any kind', () => {
    const random = createRandom(seed);
    for (let run = 0; run < 1000; run++) {
      const body = randomBody(random);
      const text = textOf(body);
      if (text !== body.toString()) expect.fail(`run ${run}: another text`);
    }
  });

  it.each([0, 1, 4095, 4096, 4097, 1_048_576, 1_048_577])('of %i bytes is that of toString', (length) => {
    const body = Buffer.alloc(length, 'é');
    expect(textOf(body) === body.toString()).toBe(true);
  });

  it('is parsed with all characters of JSON', () => {
    const value = { a: ['é—😀\u2028\ud800'.repeat(1000), '\\ "quoted"', -1.5e-7, null, true] };
    expect(parseBody(Buffer.from(JSON.stringify(value)))).toEqual(value);
    expect(parseBody(Buffer.from(`${JSON.stringify(value)}é`))).toBeUndefined();
  });
});

describe('a body that arrives after others', () => {
  it('is parsed in a later turn where it is large and this turn is over', () => {
    isTurnOverNow();
    for (const start = performance.now(); performance.now() - start < 10; );
    expect([undefined, Buffer.alloc(16_383), Buffer.alloc(16_384)].map(isParsedLater)).toEqual([false, false, true]);
  });
});
