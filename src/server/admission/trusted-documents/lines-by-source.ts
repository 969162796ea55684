export interface LineLimits {
  /** Most lines of all sources. */
  lines: number;
  /** Most lines of one source. */
  linesOfOne: number;
}

/** What becomes of a line: `last` is the last one that its source, or that all of them may add. */
export type LineOutcome = 'added' | 'last' | 'full';

/** Which lines were logged, within limits for each source and for all of them. */
export class LinesBySource {
  readonly #limits: LineLimits;
  readonly #lines = new Set<string>();
  /** There are at most as many sources as lines. */
  readonly #counts = new Map<string, number>();

  constructor(limits: LineLimits) {
    this.#limits = limits;
  }

  has(line: string): boolean {
    return this.#lines.has(line);
  }

  /** Adds a line that was not logged before. */
  add(line: string, source: string): LineOutcome {
    const { lines, linesOfOne } = this.#limits;
    const count = (this.#counts.get(source) ?? 0) + 1;
    if (this.#lines.size >= lines || count > linesOfOne) return 'full';
    this.#lines.add(line);
    this.#counts.set(source, count);
    return this.#lines.size === lines || count === linesOfOne ? 'last' : 'added';
  }

  clear(): void {
    this.#lines.clear();
    this.#counts.clear();
  }
}
