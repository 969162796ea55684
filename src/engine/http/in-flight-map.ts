/** Deleted entries that are kept before the map is rebuilt: at least this many, and at most this many key characters. */
const minDeletedEntries = 256;
const maxDeletedCharacters = 65_536;

/**
 * A map of what is in flight, by key. A deleted entry is emptied and stays in place until, now and then, the live ones move to a
 * new Map: a Map that grows and shrinks forever drags its former tables along, with all that they held, into V8's old
 * generation, and doubles the work of the garbage collector.
 */
export class InFlightMap<Value extends object> {
  #entries = new Map<string, Value | undefined>();
  #live = 0;
  #deletedCharacters = 0;

  get isEmpty(): boolean {
    return this.#live === 0;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  set(key: string, value: Value): void {
    const entries = this.#entries;
    const { size } = entries;
    const isLive = entries.get(key) !== undefined;
    entries.set(key, value);
    if (isLive) return;
    this.#live++;
    if (entries.size === size) this.#deletedCharacters -= key.length;
  }

  /** Deletes the entry if it still holds `value`: another one may have replaced it. */
  delete(key: string, value: Value): void {
    if (this.#entries.get(key) !== value) return;
    this.#entries.set(key, undefined);
    this.#live--;
    this.#deletedCharacters += key.length;
    const deleted = this.#entries.size - this.#live;
    const isMostlyDeleted = deleted >= minDeletedEntries && deleted > this.#live;
    if (isMostlyDeleted || this.#deletedCharacters > maxDeletedCharacters) this.#rebuild();
  }

  clear(): void {
    this.#entries = new Map();
    this.#live = 0;
    this.#deletedCharacters = 0;
  }

  #rebuild(): void {
    const entries = this.#entries;
    this.clear();
    for (const [key, value] of entries) if (value !== undefined) this.set(key, value);
  }
}
