import type { Key } from '../contract/entity.ts';
import type { Operation } from '../contract/operation.ts';
import type { ReadHandle } from '../http/read-handle.ts';

export type Query = Readonly<Record<string, unknown>>;

/** A GET of this request. */
export interface CachedRead {
  readonly operation: Operation;
  readonly path: Key;
  readonly query: Query | undefined;
  /** The URL of the list whose first page it reads. */
  readonly firstPageOf: string | undefined;
  readonly read: ReadHandle;
}
