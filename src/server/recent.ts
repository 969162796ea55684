/**
 * What was used lately, by a text: a bounded map in two generations. Once the young one is full, the old one is
 * forgotten, and what of it was used in the meantime has moved to the young one. A hit costs one look-up.
 */
export class Recent<Value> {
  readonly #mostEntries: number;
  readonly #mostCharacters: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  #characters = 0;

  /** Each generation holds at most `entries`, whose keys have at most `characters` together. */
  constructor({ entries, characters }: { entries: number; characters: number }) {
    this.#mostEntries = entries;
    this.#mostCharacters = characters;
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
    if (this.#young.size >= this.#mostEntries || this.#characters + key.length > this.#mostCharacters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#characters = 0;
    }
    this.#young.set(key, value);
    this.#characters += key.length;
  }
}
