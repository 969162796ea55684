import { DurationHistogram } from './duration-histogram.ts';
import type { Labels, Sample } from './family.ts';

/** Counts something by a label, whose values are bounded: those beyond the maximum are counted as `other`. */
export class LabelledCounter {
  readonly #label: string;
  readonly #maxValues: number;
  readonly #counts = new Map<string, number>();

  /** `known`: values that are counted from 0 on, so that their first increase is seen. */
  constructor(label: string, maxValues: number, known: readonly string[] = []) {
    this.#label = label;
    this.#maxValues = maxValues;
    for (const value of known) this.#counts.set(value, 0);
  }

  increment(value: string): void {
    const known = this.#counts.get(value);
    if (known === undefined && this.#counts.size >= this.#maxValues) {
      this.#counts.set(other, (this.#counts.get(other) ?? 0) + 1);
    } else {
      this.#counts.set(value, (known ?? 0) + 1);
    }
  }

  get samples(): Sample[] {
    return [...this.#counts].map(([value, count]) => ({ labels: { [this.#label]: value }, value: count }));
  }
}

/** Takes the place of values of a label beyond its maximum. */
export const other = 'other';

/** Histograms by two keys, such as an operation and a status. The caller bounds the number of keys. */
export class HistogramTable<First, Second> {
  readonly #rows = new Map<First, Map<Second, DurationHistogram>>();

  observe(first: First, second: Second, ms: number): void {
    let row = this.#rows.get(first);
    if (row === undefined) {
      row = new Map();
      this.#rows.set(first, row);
    }
    let histogram = row.get(second);
    if (histogram === undefined) {
      histogram = new DurationHistogram();
      row.set(second, histogram);
    }
    histogram.observe(ms);
  }

  delete(first: First): void {
    this.#rows.delete(first);
  }

  samples(name: string, labelsOf: (first: First, second: Second) => Labels): Sample[] {
    const samples: Sample[] = [];
    for (const [first, row] of this.#rows) {
      for (const [second, histogram] of row) samples.push(...histogram.samples(name, labelsOf(first, second)));
    }
    return samples;
  }
}
