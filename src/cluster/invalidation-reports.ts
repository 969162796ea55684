import type { Logger } from 'pino';
import type { InvalidRecords } from '../engine/engine.ts';
import { withTimeout } from '../server/runtime/with-timeout.ts';
import type { Invalidation } from './invalidation.ts';

/** Most records that are told of one by one. */
const maxRecords = 64;

/** Records that writes have changed, of which other processes are still to be told. */
class PendingRecords {
  /** By type and id; undefined where anything may have changed. */
  #byName: Map<string, NonNullable<InvalidRecords>[number]> | undefined = new Map();
  #isStoreTold = true;

  add({ records, isStoreTold }: Invalidation): void {
    if (!isStoreTold) this.#isStoreTold = false;
    for (const record of records ?? []) this.#byName?.set(`${record.type}:${record.id}`, record);
    if (records === undefined || (this.#byName?.size ?? 0) > maxRecords) this.#byName = undefined;
  }

  /** All that were added since the last call. */
  take(): Invalidation {
    const taken = { records: this.#byName && [...this.#byName.values()], isStoreTold: this.#isStoreTold };
    this.#byName = new Map();
    this.#isStoreTold = true;
    return taken;
  }
}

export interface InvalidationReportsOptions {
  /** Sends the report with this number to the primary process, and what the other workers have to invalidate. */
  send(report: number, invalidation: Invalidation): void;
  /** How long to wait for the primary's acknowledgement, in milliseconds. */
  timeoutMs: number;
  logger: Logger;
}

/**
 * Reports ended writes of this worker to the primary process, which invalidates the reads of the other workers. One report
 * is open at a time: writes that end meanwhile share the next report and its acknowledgement.
 */
export class InvalidationReports {
  readonly #options: InvalidationReportsOptions;
  #latest: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  readonly #pending = new PendingRecords();
  #number = 0;
  #acknowledgeOpen: (() => void) | undefined;

  constructor(options: InvalidationReportsOptions) {
    this.#options = options;
  }

  /**
   * Resolves when no other worker uses a read of these records that began before this call, or any read where no records are given.
   * Never rejects.
   */
  writeEnded(invalidation: Invalidation): Promise<void> {
    this.#pending.add(invalidation);
    // The open report may be acknowledged already, so it does not count for a write that ends after it was sent.
    if (this.#next === undefined) {
      const next = this.#latest.then(() => this.#report());
      this.#next = next;
      this.#latest = next;
    }
    return this.#next;
  }

  /** Records that the primary has acknowledged a report. */
  acknowledge(report: number): void {
    if (report === this.#number) this.#acknowledgeOpen?.();
  }

  async #report(): Promise<void> {
    this.#next = undefined;
    this.#number++;
    const invalidation = this.#pending.take();
    const { send, timeoutMs, logger } = this.#options;
    const acknowledged = new Promise<void>((resolve) => {
      this.#acknowledgeOpen = resolve;
    });
    send(this.#number, invalidation);
    await withTimeout(acknowledged, timeoutMs, () => new Error('No acknowledgement')).catch(() => {
      logger.error('the primary process does not respond; other workers may serve reads from before a write');
    });
  }
}
