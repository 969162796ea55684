/** Most words that are kept. */
const maxWords = 100;

/** Texts to search for: common words, and words of titles that were read. */
export class SearchWords {
  readonly #words = new Set(['the']);
  #index = 0;

  /** Adds the first longer word of a title. */
  add(title: unknown): void {
    if (typeof title !== 'string' || this.#words.size >= maxWords) return;
    const word = /\p{L}{4,30}/u.exec(title)?.[0];
    if (word !== undefined) this.#words.add(word);
  }

  /** Each word in turn. */
  next(): string {
    const words = [...this.#words];
    this.#index += 1;
    return words[(this.#index - 1) % words.length] as string;
  }
}
