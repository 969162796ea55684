import type { Worker } from 'node:cluster';
import { everythingOf, type Invalidation } from './invalidation.ts';
import { sendToWorker } from './messages.ts';

/** How long a write waits for the acknowledgement of a worker, in milliseconds. Longer than a lease: see `WorkerLease`. */
export const acknowledgementTimeoutMs = 1000;

interface Broadcast {
  /** Ids of the workers that it waits for. */
  readonly pending: Set<number>;
  readonly resolve: () => void;
}

/** A worker that has not acknowledged everything. */
interface Debtor {
  readonly worker: Worker;
  /** The broadcasts that it was sent, and has not acknowledged. */
  readonly owed: Set<number>;
  /** Whether it is out of the group: no write waits for it. */
  isOut: boolean;
  /** What makes up for the broadcasts that it was not sent, as it was out of the group; undefined where there were none. */
  missed: Invalidation | undefined;
  /** The heartbeat to confirm when it owes nothing. */
  heartbeat: number | undefined;
}

/**
 * Tells workers to invalidate their reads in flight, and waits for their acknowledgements. A worker that does not acknowledge in
 * time is out of the group until it has acknowledged everything: no write waits for it, and its lease, which heartbeats renew, has
 * run out, so that it shares no read from before its requests. Messages arrive in their order: a worker has invalidated its reads
 * before it gets a lease that was granted later.
 */
export class InvalidationBroadcast {
  readonly #open = new Map<number, Broadcast>();
  /** By the id of their worker. What they are owed is bounded: those that are out are sent one broadcast at a time. */
  readonly #debtors = new Map<number, Debtor>();
  #nextId = 0;

  /**
   * Resolves when each of the workers has invalidated its reads of the records, or all where none are given, has exited, or is out of
   * the group.
   */
  send(workers: readonly Worker[], invalidation: Invalidation): Promise<void> {
    const id = this.#nextId++;
    const pending = new Set<number>();
    for (const worker of workers) if (this.#sendTo(worker, id, invalidation)) pending.add(worker.id);
    if (pending.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#exclude(id), acknowledgementTimeoutMs);
      const resolved = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#open.set(id, { pending, resolve: resolved });
    });
  }

  /** Records that a worker has invalidated its reads for a broadcast. */
  acknowledge(worker: Worker, id: number): void {
    this.#complete(worker.id, id);
    const debtor = this.#debtors.get(worker.id);
    debtor?.owed.delete(id);
    if (debtor === undefined || debtor.owed.size > 0) return;
    const { missed } = debtor;
    if (missed !== undefined) {
      debtor.missed = undefined;
      this.#owe(debtor, this.#nextId++, missed);
      return;
    }
    this.#debtors.delete(worker.id);
    if (debtor.heartbeat !== undefined) confirm(worker, debtor.heartbeat);
  }

  /** Renews the lease of a worker: at once, or when it has acknowledged everything. */
  heartbeat(worker: Worker, number: number): void {
    const debtor = this.#debtors.get(worker.id);
    if (debtor === undefined) confirm(worker, number);
    else debtor.heartbeat = number;
  }

  /** Records that a worker has exited: its reads ended with it. */
  workerExited({ id: workerId }: Worker): void {
    this.#debtors.delete(workerId);
    for (const id of [...this.#open.keys()]) this.#complete(workerId, id);
  }

  /** Returns whether the broadcast waits for the worker. */
  #sendTo(worker: Worker, id: number, invalidation: Invalidation): boolean {
    const known = this.#debtors.get(worker.id);
    if (known?.isOut) {
      known.missed = everythingOf(known.missed, invalidation);
      return false;
    }
    const debtor = known ?? { worker, owed: new Set(), isOut: false, missed: undefined, heartbeat: undefined };
    this.#debtors.set(worker.id, debtor);
    this.#owe(debtor, id, invalidation);
    return true;
  }

  #owe({ worker, owed }: Debtor, id: number, invalidation: Invalidation): void {
    owed.add(id);
    sendToWorker(worker, { kind: 'invalidate', broadcast: id, invalidation });
  }

  /** Ends the wait of a broadcast: the workers that it still waits for are out of the group. */
  #exclude(id: number): void {
    for (const workerId of this.#open.get(id)?.pending ?? []) {
      const debtor = this.#debtors.get(workerId);
      if (debtor !== undefined) debtor.isOut = true;
      this.#complete(workerId, id);
    }
  }

  #complete(workerId: number, id: number): void {
    const broadcast = this.#open.get(id);
    if (!broadcast?.pending.delete(workerId) || broadcast.pending.size > 0) return;
    this.#open.delete(id);
    broadcast.resolve();
  }
}

function confirm(worker: Worker, number: number): void {
  sendToWorker(worker, { kind: 'heartbeatConfirmed', number });
}
