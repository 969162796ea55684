import type { ListEndpoint } from '../contract/endpoint.ts';
import type { Entity } from '../contract/entity.ts';
import { maxBatchPages, minBatch, minKnownBatch } from '../data/batch-cost.ts';
import { maxLookupPages } from '../data/pagination-guard.ts';

/** The reads of lists that records of one kind may need. */
export interface PlannedBatch {
  /** How many lists are read in place of single records, which may then follow. */
  readonly lists: number;
  /** Whether the records may arrive a round trip later, as a list of siblings did not hold them. */
  readonly isDelayed: boolean;
  readonly fallbacks: readonly BatchFallback[];
}

/** Reads of lists where the service returns less than it should. */
export interface BatchFallback {
  readonly list: ListEndpoint;
  /** Undefined where nothing bounds them. */
  readonly calls: number | undefined;
  readonly furtherPages: number;
  readonly levels: number;
}

/**
 * Counts the records of each kind that an operation reads. Records of all fields may be read together, in one list for each
 * `minBatch` of them; where the list's size is known, for each `minKnownBatch`.
 */
export class BatchCounts {
  /** The kinds of which so many records are read that some may be read in lists. */
  readonly batched = new Set<Entity>();
  readonly #known: ReadonlySet<Entity>;
  readonly #counts = new Map<Entity, number>();
  readonly #maxCounts = new Map<Entity, number>();

  /** `batched` holds the kinds that may be read in lists, as far as they are known from the start. */
  constructor(batched: ReadonlySet<Entity> = new Set()) {
    this.#known = batched;
  }

  /** Adds records that are read. */
  add(entity: Entity, count: number | undefined): PlannedBatch {
    if (!isBatchable(entity)) return { lists: 0, isDelayed: false, fallbacks: searches(entity, count) };
    const lists = added(this.#counts, entity, count, minBatch);
    if ((this.#counts.get(entity) ?? 0) >= minBatch) this.batched.add(entity);
    const fallbacks = this.addFallback(entity, count).map((fallback) => ({
      ...fallback,
      calls: fallback.calls && Math.max(0, fallback.calls - lists),
    }));
    return { lists, isDelayed: this.#known.has(entity), fallbacks: fallbacks.filter(({ calls }) => calls !== 0) };
  }

  /** Adds records that are read only where the service returns less than it should. */
  addFallback(entity: Entity, count: number | undefined): BatchFallback[] {
    if (!isBatchable(entity)) return searches(entity, count);
    const lists = added(this.#maxCounts, entity, count, minKnownBatch);
    const pages = lists * maxBatchPages;
    const calls = count === undefined ? undefined : pages;
    return entity.lists.map((list) => ({ list, calls, furtherPages: pages - lists, levels: maxBatchPages }));
  }
}

/** Whether records can be read singly, and in a list that holds all of their siblings. */
function isBatchable({ endpoints, lists }: Entity): boolean {
  return lists.length > 0 && endpoints.some(({ method }) => method === 'GET');
}

/** The further pages of a list that alone has a record. */
function searches({ endpoints, lists }: Entity, count: number | undefined): BatchFallback[] {
  if (endpoints.some(({ method }) => method === 'GET')) return [];
  const further = maxLookupPages - 1;
  const calls = count === undefined ? undefined : count * further;
  return lists.map((list) => ({ list, calls, furtherPages: calls ?? 0, levels: further }));
}

/** Adds to a count, and returns how many groups of that size it has more. */
function added(counts: Map<Entity, number>, entity: Entity, count: number | undefined, size: number): number {
  const before = counts.get(entity) ?? 0;
  const after = before + (count ?? 0);
  counts.set(entity, after);
  return Math.floor(after / size) - Math.floor(before / size);
}
