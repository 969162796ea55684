/** Fewest that have ended before those that have not move on. */
const fewestEnded = 256;

/**
 * What is under way, by a key. What has ended is emptied and not deleted, and now and then the rest moves to a new Map:
 * a Map that grows and shrinks forever drags its former tables along, with all that they held, into V8's old generation,
 * and doubles the work of the garbage collector.
 */
export class UnderWay<Value extends object> {
  #entries = new Map<string, Value | undefined>();
  #live = 0;

  get isEmpty(): boolean {
    return this.#live === 0;
  }

  get(key: string): Value | undefined {
    return this.#entries.get(key);
  }

  begin(key: string, value: Value): void {
    if (this.#entries.get(key) === undefined) this.#live++;
    this.#entries.set(key, value);
  }

  /** Forgets the value, unless another one has taken its place. */
  end(key: string, value: Value): void {
    if (this.#entries.get(key) !== value) return;
    this.#entries.set(key, undefined);
    this.#live--;
    const ended = this.#entries.size - this.#live;
    if (ended >= fewestEnded && ended > this.#live) this.#moveOn();
  }

  clear(): void {
    this.#entries = new Map();
    this.#live = 0;
  }

  #moveOn(): void {
    const entries = this.#entries;
    this.clear();
    for (const [key, value] of entries) if (value !== undefined) this.begin(key, value);
  }
}
