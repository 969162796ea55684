import type { Operation } from '../contract/operation.ts';
import type { PendingRead } from '../http/pending-read.ts';
import type { Key } from './cache-key.ts';

/** A GET that was asked for in a request. */
export interface Asked {
  readonly operation: Operation;
  readonly path: Key;
  readonly query: Readonly<Record<string, unknown>> | undefined;
  /** The URL of the list that it is the first page of. */
  readonly firstOf: string | undefined;
  readonly reading: PendingRead;
  /** The answer to a call that was started ahead, for the field that it was started for. */
  ahead: Promise<unknown> | undefined;
}
