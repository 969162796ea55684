/** A small deterministic generator (mulberry32): every run of the benchmark has the same data. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  /** An id as the service makes them: 20 letters and digits. */
  id(): string {
    let id = '';
    for (let i = 0; i < 20; i++) id += alphabet[this.below(alphabet.length)];
    return id;
  }

  /** A moment of the year 2025. */
  moment(): string {
    return new Date(Date.UTC(2025, 0, 1) + this.below(365 * 86_400) * 1000).toISOString();
  }
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
