/** A value that a map keeps at least as long as it is in use. */
interface Kept {
  readonly isInUse: boolean;
}

/**
 * Values by name that were used recently, and those in use: there are at most as many others as twice the size of a generation.
 * When a generation is full, what was not used during it is dropped.
 */
export class RecentMap<Value extends Kept> {
  readonly #size: number;
  #current = new Map<string, Value>();
  #previous = new Map<string, Value>();

  constructor(size: number) {
    this.#size = size;
  }

  get(name: string): Value | undefined {
    const value = this.#current.get(name);
    if (value !== undefined) return value;
    const previous = this.#previous.get(name);
    if (previous !== undefined) this.set(name, previous);
    return previous;
  }

  set(name: string, value: Value): void {
    if (this.#current.size >= this.#size) this.#renew();
    this.#current.set(name, value);
  }

  #renew(): void {
    const unused = this.#previous;
    this.#previous = this.#current;
    this.#current = new Map();
    for (const [name, value] of unused) {
      if (value.isInUse && !this.#previous.has(name)) this.#previous.set(name, value);
    }
  }
}
