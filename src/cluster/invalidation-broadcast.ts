import type { Worker } from 'node:cluster';
import { sendToWorker } from './messages.ts';

interface Broadcast {
  /** The workers that have not acknowledged yet, by their id. */
  readonly pending: Map<number, Worker>;
  readonly resolve: () => void;
}

/**
 * Tells workers to invalidate their reads in flight, and waits for their acknowledgements. Each worker has at most one open
 * report, so there are at most as many broadcasts as workers, plus one for each worker that died recently. A worker that hangs
 * does not acknowledge: its heartbeat is missing, so it is killed, which bounds the wait.
 */
export class InvalidationBroadcast {
  readonly #open = new Map<number, Broadcast>();
  #nextId = 0;

  /** Resolves when each of the workers has invalidated its reads or has exited. */
  send(workers: readonly Worker[]): Promise<void> {
    if (workers.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const id = this.#nextId++;
      const pending = new Map(workers.map((worker) => [worker.id, worker]));
      this.#open.set(id, { pending, resolve });
      for (const worker of workers) sendToWorker(worker, { kind: 'invalidate', broadcast: id });
    });
  }

  /** Records that a worker has invalidated its reads for a broadcast. */
  acknowledge(worker: Worker, id: number): void {
    const broadcast = this.#open.get(id);
    if (broadcast?.pending.delete(worker.id) && broadcast.pending.size === 0) {
      this.#open.delete(id);
      broadcast.resolve();
    }
  }

  /** Records that a worker has exited: its reads ended with it. */
  workerExited(worker: Worker): void {
    for (const id of [...this.#open.keys()]) this.acknowledge(worker, id);
  }
}
