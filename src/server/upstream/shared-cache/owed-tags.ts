/** Most tags that are owed one by one. */
const maxTags = 1000;

/** Tags that a store has to be told of, and does not know yet. */
export class OwedTags {
  readonly #everything: string;
  /** By tag, the number of its last invalidation. */
  #numbers = new Map<string, number>();
  #count = 0;

  /** `everything`: the tag of all entries, which stands for the others where there are too many. */
  constructor(everything: string) {
    this.#everything = everything;
  }

  get isEmpty(): boolean {
    return this.#numbers.size === 0;
  }

  add(tags: readonly string[]): void {
    this.#count++;
    for (const tag of tags) this.#numbers.set(tag, this.#count);
    if (this.#numbers.size > maxTags) this.#numbers = new Map([[this.#everything, this.#count]]);
  }

  /** What is owed now. */
  get all(): ReadonlyMap<string, number> {
    return new Map(this.#numbers);
  }

  /** The store knows of these. A tag that was invalidated again meanwhile is still owed. */
  paid(tags: ReadonlyMap<string, number>): void {
    for (const [tag, number] of tags) if (this.#numbers.get(tag) === number) this.#numbers.delete(tag);
  }
}
