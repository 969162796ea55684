import type { Logger } from 'pino';
import { withTimeout } from '../server/runtime/with-timeout.ts';
import type { Invalidation } from './invalidation.ts';
import { PendingRecords } from './pending-records.ts';

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
