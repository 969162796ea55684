import { other } from '../metrics/series.ts';

/** One way in which the REST service departs from its contract, and how often it was seen. */
export interface DriftCount {
  /** `spaces.get`. */
  readonly operation: string;
  readonly kind: string;
  /** Path of the field in the response, such as `items[].title`, or the status. */
  readonly field: string;
  count: number;
}

/** Most fields of one operation; further ones are counted as `other`. The service chooses the names of those that are unknown. */
const maxFields = 20;

/** Counts departures by operation, kind and field. There are as many operations and kinds as the contract has, and a bounded number of fields. */
export class DriftCounts {
  readonly #counts = new Map<string, DriftCount>();
  readonly #fields = new Map<string, number>();

  /** Returns the count if it is a new one. */
  add(operation: string, kind: string, field: string): DriftCount | undefined {
    const known = this.#counts.get(keyOf(operation, kind, field));
    if (known !== undefined) {
      known.count++;
      return undefined;
    }
    const fields = this.#fields.get(operation) ?? 0;
    if (fields >= maxFields && field !== other) return this.add(operation, kind, other);
    this.#fields.set(operation, fields + 1);
    const added = { operation, kind, field, count: 1 };
    this.#counts.set(keyOf(operation, kind, field), added);
    return added;
  }

  get all(): readonly DriftCount[] {
    return [...this.#counts.values()];
  }
}

function keyOf(operation: string, kind: string, field: string): string {
  return `${operation} ${kind} ${field}`;
}
