import type { Logger } from 'pino';
import { TrustedDocumentsError } from './errors.ts';

/**
 * Runs a reload on SIGHUP: one at a time, and one more for all signals that arrive meanwhile. A reload that fails is logged,
 * and changes nothing. Signals that arrive before `start` run it then.
 */
export class ReloadSignal {
  readonly #logger: Pick<Logger, 'error' | 'info'>;
  #reload: (() => Promise<void>) | undefined;
  #isRunning = false;
  #isPending = false;

  constructor(logger: Pick<Logger, 'error' | 'info'>) {
    this.#logger = logger;
    process.on('SIGHUP', () => this.request());
  }

  /** Does what the signal does. */
  request(): void {
    this.#isPending = true;
    void this.#run();
  }

  start(reload: () => Promise<void>): void {
    this.#reload = reload;
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#reload === undefined) return;
    this.#isRunning = true;
    while (this.#isPending) {
      this.#isPending = false;
      await this.#reload().catch((error: unknown) => logReloadFailure(this.#logger, error));
    }
    this.#isRunning = false;
  }
}

/** The message of other errors may hold anything. */
export function logReloadFailure(logger: Pick<Logger, 'error'>, error: unknown): void {
  const details = error instanceof TrustedDocumentsError ? { mistakes: error.lines } : { err: error };
  logger.error(details, 'trusted documents not reloaded: the old ones stay in use');
}
