import type { Endpoint } from '../contract/endpoint.ts';
import type { FallbackCalls, PlannedCall, PlannedRequest, PlanPoint } from '../fields/planner.ts';
import type { PlannedBatch } from './batch-counts.ts';

export type { PlannedCall } from '../fields/planner.ts';

/** The REST calls that an operation may make, computed before any is made. */
export interface Plan {
  /**
   * How many calls at most, where every record exists and may be read, pages are as long as requested, and a list that is read whole
   * fits in one; null where a list that no argument bounds, like a page tree, decides.
   */
  calls: number | null;
  /**
   * How many calls are expected, by the sizes of lists that this process has seen; of other lists, by a small number of items.
   */
  expectedCalls: number;
  /** How many round trips follow one another. */
  levels: number;
  /** The calls at most, whatever the service returns: with those of `fallbacks`. */
  maxCalls: number | null;
  /** The round trips at most, whatever the service returns. */
  maxLevels: number;
  /** The calls that start at once. */
  tree: readonly PlannedCall[];
  /** The calls that are made only where the service returns less than it should. */
  fallbacks: readonly FallbackCalls[];
  /** What is wrong with arguments, at most 20: their fields are errors, and make no calls. */
  rejected: readonly RejectedField[];
}

/** A field whose arguments are rejected before any call. */
export interface RejectedField {
  field: string;
  message: string;
}

const maxRejected = 20;

/** Sums of parts of calls are whole but for this. */
const roundingError = 1e-6;

/** The expected calls as a whole number, and no more than there are at most. */
function expectedOf(sum: number, most: number | undefined): number {
  const whole = Math.max(Math.ceil(sum - roundingError), 0);
  return most === undefined ? whole : Math.min(whole, most);
}

/** The expected calls of one field, of which there may be a part of one. */
function expectedPart(expected: number, most: number | undefined): number {
  const rounded = Math.round(expected * 100) / 100;
  return most === undefined ? rounded : Math.min(rounded, most);
}

type AddedBatch = Pick<PlannedBatch, 'lists' | 'isDelayed'>;

const noBatch: AddedBatch = { lists: 0, isDelayed: false };

/** The calls of a plan as they are added, and what they come to. */
export class CallTree {
  readonly roots: PlannedCall[] = [];
  /** In how many round trips the calls added so far are made. */
  levels = 0;
  /** How many calls there are, without those that nothing bounds. */
  boundedCalls = 0;
  #expectedCalls = 0;
  readonly #fallbacks: FallbackCalls[] = [];
  readonly #rejected: RejectedField[] = [];
  /** How many round trips the calls that have fallbacks may take more. */
  #furtherLevels = 0;
  /** Undefined where nothing bounds them. */
  #calls: number | undefined = 0;
  #maxCalls: number | undefined = 0;

  get plan(): Plan {
    return {
      calls: this.#calls ?? null,
      expectedCalls: expectedOf(this.#expectedCalls, this.#calls),
      levels: this.levels,
      maxCalls: this.#maxCalls ?? null,
      maxLevels: this.levels + this.#furtherLevels,
      tree: this.roots,
      fallbacks: this.#fallbacks,
      rejected: this.#rejected,
    };
  }

  /**
   * Adds calls to the first of the endpoints, or another one of them, so many of which are expected. Those of the batch are
   * lists in place of look-ups, which the others may follow. Returns when the last response has arrived.
   */
  add(
    field: string,
    { endpoints, count, start, pages = 1 }: PlannedRequest,
    expected: number,
    { lists, isDelayed }: AddedBatch = noBatch,
  ): PlanPoint {
    const [{ id, method, path }, ...others] = endpoints as [Endpoint, ...Endpoint[]];
    const calls = count === undefined ? undefined : count * pages + lists;
    const level = start.level + 1;
    const next: PlannedCall[] = [];
    start.next.push({
      field,
      operation: id,
      method,
      path,
      ...(others.length > 0 && { or: others.map((endpoint) => endpoint.id) }),
      calls: calls ?? null,
      expectedCalls: expectedPart(expected, calls),
      ...(lists > 0 && { batched: lists }),
      level,
      next,
    });
    this.boundedCalls += calls ?? 0;
    this.#expectedCalls += expected;
    this.#calls = sum(this.#calls, calls);
    this.#maxCalls = sum(this.#maxCalls, calls);
    const end = level + pages - 1 + (isDelayed ? 1 : 0);
    this.levels = Math.max(this.levels, end);
    return { level: end, next };
  }

  /** Adds calls that are made only where the service returns less than it should, `levels` after one another. */
  addFallback(field: string, { id }: Endpoint, calls: number | undefined, furtherPages: number, levels: number): void {
    const further = calls === undefined ? undefined : furtherPages;
    this.#fallbacks.push({ field, operation: id, calls: calls ?? null, furtherPages: further ?? null });
    this.#maxCalls = sum(this.#maxCalls, calls);
    this.#furtherLevels += levels;
  }

  reject(field: string, messages: readonly string[]): void {
    for (const message of messages) if (this.#rejected.length < maxRejected) this.#rejected.push({ field, message });
  }
}

function sum(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? undefined : one + other;
}
