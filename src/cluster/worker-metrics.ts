import type { Worker } from 'node:cluster';
import type { MetricFamily } from '../server/observation/metrics/family.ts';
import { EndedMetrics } from './ended-metrics.ts';
import { sendToWorker } from './messages.ts';
import { droppedSeries } from './metric-series.ts';

/** How long workers have to send their metrics, in milliseconds. */
const timeoutMs = 1000;

interface Collection {
  readonly id: number;
  /** The workers that have not sent their metrics, by their id. */
  readonly pending: Set<number>;
  readonly end: () => void;
}

/**
 * The metrics of all workers, in the primary process. Of a worker that does not respond in time, the values are those that it
 * sent last. The counts of one that has exited stay, as do those of histograms that a worker has dropped: a counter never goes back.
 */
export class WorkerMetrics {
  readonly #latest = new Map<number, readonly MetricFamily[]>();
  readonly #ended = new EndedMetrics();
  #collection: Collection | undefined;
  #collecting: Promise<void> | undefined;
  #nextId = 1;

  /** The metrics of each worker, and those that remain of the workers that have exited. Those who ask meanwhile get the same. */
  async collect(workers: readonly Worker[]): Promise<(readonly MetricFamily[])[]> {
    this.#collecting ??= this.#collect(workers).finally(() => {
      this.#collecting = undefined;
    });
    await this.#collecting;
    return [this.#ended.families, ...this.#latest.values()];
  }

  /** Takes the metrics that a worker has sent. */
  received(worker: Worker, collection: number, families: readonly MetricFamily[]): void {
    const dropped = droppedSeries(this.#latest.get(worker.id) ?? [], families);
    this.#latest.set(worker.id, families);
    this.#ended.add(dropped, [...this.#latest.values()]);
    if (collection === this.#collection?.id) this.#responded(worker);
  }

  workerExited(worker: Worker): void {
    const last = this.#latest.get(worker.id) ?? [];
    this.#latest.delete(worker.id);
    this.#ended.add(last, [...this.#latest.values()]);
    this.#responded(worker);
  }

  #collect(workers: readonly Worker[]): Promise<void> {
    if (workers.length === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#collection?.end(), timeoutMs);
      const end = () => {
        clearTimeout(timer);
        this.#collection = undefined;
        resolve();
      };
      const id = this.#nextId++;
      this.#collection = { id, pending: new Set(workers.map((worker) => worker.id)), end };
      for (const worker of workers) sendToWorker(worker, { kind: 'collectMetrics', collection: id });
    });
  }

  #responded(worker: Worker): void {
    const collection = this.#collection;
    if (collection?.pending.delete(worker.id) && collection.pending.size === 0) collection.end();
  }
}
