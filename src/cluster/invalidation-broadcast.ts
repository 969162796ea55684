import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import { sendToWorker } from './messages.ts';

/**
 * How long a worker may take to acknowledge an invalidation, in milliseconds. It needs one turn of its event loop: a worker
 * that takes seconds answers no client either. It is killed and replaced, so that the wait is bounded and no request can
 * join a read that it has in flight.
 */
export const acknowledgeTimeoutMs = 5000;

interface Broadcast {
  /** The workers that have not acknowledged yet, by their id. */
  readonly pending: Map<number, Worker>;
  readonly timer: NodeJS.Timeout;
  readonly resolve: () => void;
}

/**
 * Tells workers to invalidate their reads in flight, and waits for their acknowledgements. Each worker has at most one open
 * report, so there are at most as many broadcasts as workers, plus one for each worker that died recently.
 */
export class InvalidationBroadcast {
  readonly #open = new Map<number, Broadcast>();
  readonly #logger: Logger;
  #nextId = 0;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Resolves when each of the workers has invalidated its reads or has exited. */
  send(workers: readonly Worker[]): Promise<void> {
    if (workers.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const id = this.#nextId++;
      const pending = new Map(workers.map((worker) => [worker.id, worker]));
      const timer = setTimeout(() => this.#killUnresponsive(pending), acknowledgeTimeoutMs);
      this.#open.set(id, { pending, timer, resolve });
      for (const worker of workers) sendToWorker(worker, { kind: 'invalidate', broadcast: id });
    });
  }

  /** Records that a worker has invalidated its reads for a broadcast. */
  acknowledge(worker: Worker, id: number): void {
    const broadcast = this.#open.get(id);
    if (broadcast?.pending.delete(worker.id) && broadcast.pending.size === 0) {
      clearTimeout(broadcast.timer);
      this.#open.delete(id);
      broadcast.resolve();
    }
  }

  /** Records that a worker has exited: its reads ended with it. */
  workerExited(worker: Worker): void {
    for (const id of [...this.#open.keys()]) this.acknowledge(worker, id);
  }

  #killUnresponsive(pending: ReadonlyMap<number, Worker>): void {
    for (const worker of pending.values()) {
      this.#logger.error({ worker: worker.process.pid }, 'killing a worker that does not respond');
      worker.process.kill('SIGKILL');
    }
  }
}
