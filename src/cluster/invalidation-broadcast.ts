import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { tellWorker } from './messages.ts';

/**
 * Longest time, in milliseconds, that a worker has to say that it forgot its reads. It takes one turn of its event loop:
 * a worker that does not get to it within seconds answers no client either. It is ended and replaced instead of waited
 * for, so that the wait is bounded and no read that it has under way can be joined afterwards.
 */
export const answerWithinMs = 5000;

interface Round {
  readonly waiting: Map<number, Worker>;
  readonly timer: NodeJS.Timeout;
  readonly end: () => void;
}

/**
 * Lets workers forget their reads under way. A worker has one report open at a time, so that there are no more rounds
 * than workers, and one for each that died of late.
 */
export class Forgetting {
  readonly #rounds = new Map<number, Round>();
  readonly #logger: Logger;
  #begun = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Resolves when each of the workers has forgotten its reads, or has ended. */
  ask(workers: readonly Worker[]): Promise<void> {
    if (workers.length === 0) return Promise.resolve();
    return new Promise((end) => {
      const number = this.#begun++;
      const waiting = new Map(workers.map((worker) => [worker.id, worker]));
      const timer = setTimeout(() => this.#endSilent(waiting), answerWithinMs);
      this.#rounds.set(number, { waiting, timer, end });
      for (const worker of workers) tellWorker(worker, { kind: 'forget', round: number });
    });
  }

  /** A worker has forgotten its reads for a round. */
  forgot(worker: Worker, number: number): void {
    const round = this.#rounds.get(number);
    if (round?.waiting.delete(worker.id) && round.waiting.size === 0) {
      clearTimeout(round.timer);
      this.#rounds.delete(number);
      round.end();
    }
  }

  /** A worker has ended, and its reads with it. */
  ended(worker: Worker): void {
    for (const number of [...this.#rounds.keys()]) this.forgot(worker, number);
  }

  #endSilent(waiting: ReadonlyMap<number, Worker>): void {
    for (const worker of waiting.values()) {
      this.#logger.error({ worker: worker.process.pid }, 'a worker does not answer, and is ended');
      worker.process.kill('SIGKILL');
    }
  }
}
