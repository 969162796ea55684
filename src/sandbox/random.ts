/** A source of pseudo-random numbers that are the same on every machine. */
export abstract class Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  abstract next(): number;

  /** An integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** One item of a non-empty list. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('pick needs at least one item');
    return items[this.below(items.length)] as Item;
  }

  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }
}

/** A source with a number as its seed (mulberry32). */
export function createRandom(seed: number): Random {
  return new SeededRandom(seed);
}

class SeededRandom extends Random {
  #state: number;

  constructor(seed: number) {
    super();
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}

/** The hash of a name, from which names are continued and random sources are created. */
export type NameHash = readonly [number, number];

export const emptyName: NameHash = [0x811c9dc5, 0x01000193];

/** The hash of a name that continues another one (FNV-1a, from two start values). */
export function continueName([a, b]: NameHash, part: string): NameHash {
  return [hash(part, a), hash(part, b)];
}

/**
 * A source (sfc32) whose seed is the hash of a name. Its state has 128 bits, so that hundreds of thousands of names get
 * different numbers. It is a class without closures, because the seed data has one for each row.
 */
export class NamedRandom extends Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor([first, second]: NameHash) {
    super();
    this.#a = first;
    this.#b = second;
    this.#c = first ^ second;
    // The first numbers of similar names are similar.
    for (let i = 0; i < 12; i++) this.next();
  }

  next(): number {
    const sum = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }
}

function hash(text: string, start: number): number {
  let value = Math.imul(start ^ 0x2f, 0x01000193);
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value ^ (value >>> 15);
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An opaque id of 20 URL-safe characters. */
export function opaqueId(random: Random): string {
  let id = '';
  for (let i = 0; i < 20; i++) id += alphabet[random.below(alphabet.length)];
  return id;
}

/** Like `opaqueId`, with a quarter of the random numbers: each gives five characters. */
export function seedId(random: Random): string {
  const codes: number[] = [];
  for (let part = 0; part < 4; part++) {
    let value = random.below(alphabet.length ** 5);
    for (let i = 0; i < 5; i++) {
      codes.push(alphabet.charCodeAt(value % alphabet.length));
      value = Math.floor(value / alphabet.length);
    }
  }
  return String.fromCharCode(...codes);
}
