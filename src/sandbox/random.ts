/** A seeded pseudo-random source (mulberry32): the same seed gives the same numbers on every machine. */
export interface Random {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  next(): number;
  /** An integer from 0 (inclusive) to `end` (exclusive). */
  below(end: number): number;
  /** One item of a non-empty list. */
  pick<Item>(items: readonly Item[]): Item;
  /** True with this probability, from 0 to 1. */
  chance(probability: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  return {
    next,
    below,
    pick: <Item>(items: readonly Item[]) => {
      if (items.length === 0) throw new RangeError('pick needs at least one item');
      return items[below(items.length)] as Item;
    },
    chance: (probability) => next() < probability,
  };
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** An opaque id of 20 URL-safe characters. */
export function opaqueId(random: Random): string {
  let id = '';
  for (let i = 0; i < 20; i++) id += alphabet[random.below(alphabet.length)];
  return id;
}
