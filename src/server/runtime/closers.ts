interface Closable {
  close(): unknown;
}

/** Parts that have to be closed: the last one first, as it may need those before it. */
export class Closers {
  readonly #parts: Closable[] = [];

  /** Returns the part. */
  add<Part extends Closable | undefined>(part: Part): Part {
    if (part !== undefined) this.#parts.push(part);
    return part;
  }

  async close(): Promise<void> {
    for (const part of this.#parts.splice(0).reverse()) await part.close();
  }
}
