/**
 * What was used lately, by a text: a bounded map in two generations. Once the young one is full, the old one is
 * forgotten, and what of it was used in the meantime has moved to the young one. A hit costs one look-up.
 * Values that grow after they were set report it by `grow`.
 */
export class Recent<Value> {
  readonly #mostEntries: number;
  readonly #mostCharacters: number;
  readonly #mostWeight: number;
  readonly #weightOf: (value: Value) => number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #characters = 0;
  #weight = 0;

  /**
   * Each generation holds at most `entries`, whose keys have at most `characters` together, and whose values weigh at most
   * `weight`, or are the one that weighs more.
   */
  constructor({ entries, characters, weight = Number.POSITIVE_INFINITY, weightOf = () => 0 }: RecentLimits<Value>) {
    this.#mostEntries = entries;
    this.#mostCharacters = characters;
    this.#mostWeight = weight;
    this.#weightOf = weightOf;
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  /** Keeps a value that is not kept yet; a key that is too long for a generation is left out. */
  set(key: string, value: Value): void {
    if (key.length > this.#mostCharacters) return;
    if (this.#young.size >= this.#mostEntries || this.#characters + key.length > this.#mostCharacters) this.#rotate();
    this.#young.set(key, value);
    this.#characters += key.length;
    this.grow(this.#weightOf(value));
  }

  /** Values that are kept take so much more memory than before, in the unit of the limit. */
  grow(weight: number): void {
    this.#weight += weight;
    if (this.#weight > this.#mostWeight) this.#rotate();
  }

  #rotate(): void {
    this.#old = this.#young;
    this.#young = new Map();
    this.#characters = 0;
    this.#weight = 0;
  }
}

interface RecentLimits<Value> {
  entries: number;
  characters: number;
  weight?: number;
  weightOf?: (value: Value) => number;
}
