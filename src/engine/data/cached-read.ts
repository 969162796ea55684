import type { Key } from '../contract/entity.ts';
import type { Operation } from '../contract/operation.ts';
import type { ReadHandle } from '../http/read-handle.ts';

export type Query = Readonly<Record<string, unknown>>;

/** Whether no parameter has a value, so that the call is the same as without them. */
export function hasNoValue(query: Query): boolean {
  return Object.values(query).every((value) => value == null);
}

/** A GET of this request. */
export interface CachedRead {
  readonly operation: Operation;
  readonly path: Key;
  readonly query: Query | undefined;
  /** The URL of the list whose first page it reads. */
  readonly firstPageOf: string | undefined;
  readonly read: ReadHandle;
}
