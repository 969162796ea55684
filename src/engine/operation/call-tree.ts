import type { Operation } from '../contract/operation.ts';

/** The REST calls that an operation makes at most, computed before any is made. */
export interface Plan {
  /** How many calls; null where a list that no argument bounds, like a page tree, decides. */
  calls: number | null;
  /** How many round trips follow one another. */
  levels: number;
  /** The calls that start at once. */
  tree: readonly PlannedCall[];
}

/** A call of the plan, once for each of the records above it. */
export interface PlannedCall {
  /** The field that it is made for: response names from the root, joined by dots. */
  field: string;
  operation: string;
  method: string;
  /** The path template. */
  path: string;
  /** Other operations, one of which may be called instead: by the record's parent, or for several records at once. */
  or?: string[];
  calls: number | null;
  /** In which round trip it is made; the first is 1. */
  level: number;
  /** The calls that wait for its answer. */
  next: PlannedCall[];
}

/** A moment of the execution: after so many round trips. What can start then is added to `next`. */
export interface Moment {
  readonly level: number;
  readonly next: PlannedCall[];
}

/** The calls of a plan as they are noted, and what they come to. */
export class CallTree {
  readonly roots: PlannedCall[] = [];
  /** In how many round trips the calls noted so far are made. */
  levels = 0;
  /** How many calls there are, without those that nothing bounds. */
  boundedCalls = 0;
  /** Undefined where nothing bounds them. */
  #calls: number | undefined = 0;

  get plan(): Plan {
    return { calls: this.#calls ?? null, levels: this.levels, tree: this.roots };
  }

  /**
   * Notes calls to the first of the operations, or another one of them: `times` calls, undefined where nothing bounds
   * them, of so many pages each. Returns the moment when the last page has arrived.
   */
  add(field: string, operations: readonly Operation[], { times, start, pages = 1 }: Timing): Moment {
    const [{ id, method, path }, ...others] = operations as [Operation, ...Operation[]];
    const calls = times === undefined ? undefined : times * pages;
    const or = others.map((operation) => operation.id);
    const level = start.level + 1;
    const next: PlannedCall[] = [];
    start.next.push({
      field,
      operation: id,
      method,
      path,
      ...(or.length > 0 && { or }),
      calls: calls ?? null,
      level,
      next,
    });
    this.boundedCalls += calls ?? 0;
    this.#calls = this.#calls === undefined || calls === undefined ? undefined : this.#calls + calls;
    const end = level + pages - 1;
    this.levels = Math.max(this.levels, end);
    return { level: end, next };
  }
}

/** How often calls are made, and from when on. */
interface Timing {
  times: number | undefined;
  start: Moment;
  pages?: number;
}
