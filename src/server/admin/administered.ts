import type { InvalidRecords } from '../../engine/engine.ts';
import type { LogLevel } from '../settings/server.ts';
import type { ReadinessState } from '../transport/readiness.ts';

/** What the admin port reads and changes: a gateway of this process, or the workers. */
export interface Administered {
  /** What the process is and does, as JSON. */
  status(): Promise<Readonly<Record<string, unknown>>>;
  readiness(): Promise<ReadinessState>;
  /** The metrics in the text format of Prometheus. */
  metrics(): Promise<string>;
  setLogLevel(level: LogLevel): void;
  /**
   * Reads the trusted documents again. Rejects with a TrustedDocumentsError where one of them is invalid; nothing is then changed.
   * Undefined where none are trusted.
   */
  reload: (() => Promise<void>) | undefined;
  /** Resolves when no later request gets an earlier response. Without records, all are invalid. */
  invalidate(records: InvalidRecords): Promise<void>;
}
