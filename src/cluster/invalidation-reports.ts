import type { Logger } from 'pino';

export interface ReportsOptions {
  /** Sends the report with this number to the primary. */
  send(number: number): void;
  /** Longest time to wait for the primary's answer, in milliseconds. */
  patienceMs: number;
  logger: Logger;
}

/**
 * Tells the other workers, by way of the primary, that writes have ended in this one. One report is open at a time:
 * writes that end meanwhile are told together by the next one, whose answer counts for all of them.
 */
export class Reports {
  readonly #options: ReportsOptions;
  #open: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #number = 0;
  #answered: (() => void) | undefined;

  constructor(options: ReportsOptions) {
    this.#options = options;
  }

  /** Resolves when no other worker has a read to share that began before now. Never rejects. */
  writeEnded(): Promise<void> {
    // The open report may have been answered already: it does not count for a write that ends now.
    if (this.#next === undefined) {
      const next = this.#open.then(() => this.#report());
      this.#next = next;
      this.#open = next;
    }
    return this.#next;
  }

  /** The primary has answered a report. */
  answered(number: number): void {
    if (number === this.#number) this.#answered?.();
  }

  #report(): Promise<void> {
    this.#next = undefined;
    this.#number++;
    const { send, patienceMs, logger } = this.#options;
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        logger.error('the primary process does not answer; other workers may not know of a write');
        resolve();
      }, patienceMs);
      this.#answered = () => {
        clearTimeout(timer);
        resolve();
      };
      send(this.#number);
    });
  }
}
