import type { FaultOptions } from './faults.ts';
import type { JournalEntry } from './request-log.ts';

export interface SandboxOptions {
  /** Multiplies the seed data; 1 by default. */
  scale?: number;
  /** How long every answer waits, in milliseconds. */
  latencyMs?: number;
  faults?: FaultOptions;
  /** Page size of lists where the request gives no `limit`; 50 by default. */
  pageSize?: number;
  /** Serves shorter pages than asked, still with a `next`. */
  maxServedPageSize?: number;
  /** The clock's source, in milliseconds since the epoch; by default it begins at a fixed day. */
  now?: () => number;
  /** Told about every request, right before its answer is sent or when its connection breaks. */
  onRequest?: (entry: JournalEntry) => void;
}
