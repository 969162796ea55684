import { setTimeout as delay } from 'node:timers/promises';
import { RestError } from '../errors.ts';

export interface JobSettings {
  /** Time before a job begins, in milliseconds, so that clients see the state before it. */
  delayMs: number;
  /** Deadline of one fetch, in milliseconds. */
  timeoutMs: number;
}

const maxJobs = 100;

const maxWaiting = 8;

/** Work with sources: during a request, or after its response. */
export class BackgroundJobs {
  readonly settings: JobSettings = { delayMs: 1000, timeoutMs: 5000 };
  #waiting = 0;
  readonly #running = new Map<string, AbortController>();

  /** Replaces the settings that are given. */
  configure({ delayMs = this.settings.delayMs, timeoutMs = this.settings.timeoutMs }: Partial<JobSettings>): void {
    this.settings.delayMs = delayMs;
    this.settings.timeoutMs = timeoutMs;
  }

  /** Runs the work of a request that waits for it. @throws 429 for too many of them at a time */
  async wait<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= maxWaiting) throw tooMany(maxWaiting);
    this.#waiting++;
    try {
      return await work();
    } finally {
      this.#waiting--;
    }
  }

  /** @throws 429 for too many jobs */
  requireCapacity(): void {
    if (this.#running.size >= maxJobs) throw tooMany(maxJobs);
  }

  /** Runs `job` after the delay. A key has at most one job: a new one aborts the signal of the one before. */
  start(key: string, job: (signal: AbortSignal) => Promise<void>): void {
    this.cancel(key);
    const controller = new AbortController();
    this.#running.set(key, controller);
    void this.#run(key, controller, job);
  }

  cancel(key: string): void {
    this.#running.get(key)?.abort();
    this.#running.delete(key);
  }

  close(): void {
    for (const key of [...this.#running.keys()]) this.cancel(key);
  }

  async #run(key: string, controller: AbortController, job: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = controller;
    try {
      await delay(this.settings.delayMs, undefined, { signal, ref: false });
      await job(signal);
    } catch (error) {
      if (!signal.aborted) console.error(error);
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key);
    }
  }
}

const tooMany = (count: number) =>
  new RestError(429, 'too_many_sources', `At most ${count} sources are processed at a time. Try again later.`);
