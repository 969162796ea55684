import type { Worker } from 'node:cluster';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { sendConnection } from './messages.ts';
import { SharedPort, type SharedPortOptions } from './shared-port.ts';

const checkIntervalMs = 5;

/**
 * Accepts the connections to the port of all workers, and hands them to these in turn. The port is open while there is a worker that
 * takes connections. A worker gets the next one when it has acknowledged the one before: one that hangs has at most one, which another
 * worker gets when it has exited. The others wait in the primary process, which nobody reads from until a worker does.
 */
export class ConnectionDistribution {
  readonly #port: SharedPort;
  /** The workers that take connections. */
  readonly #takers = new Set<Worker>();
  /** Those of them that have acknowledged all, in the order in which they get the next ones. */
  readonly #idle = new Set<Worker>();
  readonly #unacknowledged = new Map<Worker, Socket>();
  /** Bounded by `maxConnections` of the port. */
  readonly #waiting: Socket[] = [];

  constructor(options: SharedPortOptions) {
    this.#port = new SharedPort(options, (connection) => this.#accepted(connection));
  }

  /** Hands connections to a worker from now on. Resolves to the base URL when the port is open; rejects with the error of `listen`. */
  async add(worker: Worker): Promise<string> {
    this.#takers.add(worker);
    this.#idle.add(worker);
    this.#hand();
    try {
      return await this.#port.open();
    } catch (error) {
      this.remove(worker);
      throw error;
    }
  }

  /** Records that a worker has received the connection that was handed to it. */
  acknowledge(worker: Worker): void {
    // This closes the descriptor of this process alone.
    this.#unacknowledged.get(worker)?.destroy();
    this.#unacknowledged.delete(worker);
    if (!this.#takers.has(worker)) return;
    this.#idle.add(worker);
    this.#hand();
  }

  /**
   * Resolves when these workers are handed no more connections. Where there are no others, the port is closed, and they get those that
   * clients have opened before, within `limitMs`.
   */
  async release(workers: readonly Worker[], limitMs: number): Promise<void> {
    const areLast = () => [...this.#takers].every((taker) => workers.includes(taker));
    const end = performance.now() + limitMs;
    if (areLast()) await this.#port.settled(limitMs);
    if (areLast()) {
      this.#port.close();
      while (this.#waiting.length > 0 && performance.now() < end) await setTimeout(checkIntervalMs);
    }
    for (const worker of workers) this.#takers.delete(worker);
    for (const worker of workers) this.#idle.delete(worker);
    this.#closeIfUnused();
  }

  /** Records that a worker has exited, or cannot be reached. What it has not acknowledged goes to another one. */
  remove(worker: Worker): void {
    this.#takers.delete(worker);
    this.#idle.delete(worker);
    const connection = this.#unacknowledged.get(worker);
    this.#unacknowledged.delete(worker);
    if (connection !== undefined) this.#waiting.unshift(connection);
    this.#closeIfUnused();
    this.#hand();
  }

  #accepted(connection: Socket): void {
    connection.on('error', () => {});
    this.#waiting.push(connection);
    this.#hand();
  }

  #hand(): void {
    for (const worker of this.#idle) {
      const connection = this.#waiting.shift();
      if (connection === undefined) return;
      this.#idle.delete(worker);
      this.#unacknowledged.set(worker, connection);
      sendConnection(worker, connection, () => this.remove(worker));
    }
  }

  #closeIfUnused(): void {
    if (this.#takers.size > 0) return;
    this.#port.close();
    for (const connection of this.#waiting.splice(0)) connection.destroy();
  }
}
