import type { InvalidRecords } from '../../engine/engine.ts';
import type { Probed } from '../runtime/probes.ts';
import type { LogLevel } from '../settings/server.ts';

/** What the admin port reads and changes: a gateway of this process, or the workers. */
export interface Administered extends Probed {
  /** What the process is and does, as JSON. */
  status(): Promise<Readonly<Record<string, unknown>>>;
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
