/** Parts of work, each of which may add further ones: they come next, in their order, as if each were done by recursion at its end. */
export class DepthFirstWork {
  /** The next part is the last. */
  readonly #parts: (() => void)[] = [];
  /** What was added since the last part began. */
  readonly #added: (() => void)[] = [];

  add(part: () => void): void {
    this.#added.push(part);
  }

  /** Does all parts, so many in a step. Throws what a part throws. */
  *steps(partsPerStep: number): Generator<void, void, void> {
    for (let done = 1; ; done++) {
      for (let part = this.#added.pop(); part !== undefined; part = this.#added.pop()) this.#parts.push(part);
      const next = this.#parts.pop();
      if (next === undefined) return;
      next();
      if (done % partsPerStep === 0) yield;
    }
  }
}
