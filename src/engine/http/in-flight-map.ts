/** Fewest that have ended before those that have not move on, and most characters that their keys may keep until then. */
const fewestEnded = 256;
const mostEndedCharacters = 65_536;

/**
 * What is under way, by a key. What has ended is emptied and not deleted, and now and then the rest moves to a new Map:
 * a Map that grows and shrinks forever drags its former tables along, with all that they held, into V8's old generation,
 * and doubles the work of the garbage collector.
 */
export class UnderWay<Value extends object> {
  #entries = new Map<string, Value | undefined>();
  #live = 0;
  #endedCharacters = 0;

  get isEmpty(): boolean {
    return this.#live === 0;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  begin(key: string, value: Value): void {
    if (this.#entries.get(key) === undefined) {
      this.#live++;
      if (this.#entries.has(key)) this.#endedCharacters -= key.length;
    }
    this.#entries.set(key, value);
  }

  /** Forgets the value, unless another one has taken its place. */
  end(key: string, value: Value): void {
    if (this.#entries.get(key) !== value) return;
    this.#entries.set(key, undefined);
    this.#live--;
    this.#endedCharacters += key.length;
    const ended = this.#entries.size - this.#live;
    const isMostlyEnded = ended >= fewestEnded && ended > this.#live;
    if (isMostlyEnded || this.#endedCharacters > mostEndedCharacters) this.#moveOn();
  }

  clear(): void {
    this.#entries = new Map();
    this.#live = 0;
    this.#endedCharacters = 0;
  }

  #moveOn(): void {
    const entries = this.#entries;
    this.clear();
    for (const [key, value] of entries) if (value !== undefined) this.begin(key, value);
  }
}
