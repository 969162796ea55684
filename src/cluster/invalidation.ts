import type { InvalidRecords } from '../engine/engine.ts';

/** What a worker has to invalidate. */
export interface Invalidation {
  /** Undefined for everything. */
  readonly records: InvalidRecords;
  /** Whether the store that all workers share is told already; each worker has to tell it where it is not. */
  readonly isStoreTold: boolean;
}

/** What invalidates whatever both do. */
export function everythingOf(one: Invalidation | undefined, other: Invalidation): Invalidation {
  return { records: undefined, isStoreTold: other.isStoreTold && (one?.isStoreTold ?? true) };
}
