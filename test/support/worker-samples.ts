import { readdirSync } from 'node:fs';
import { usageOf } from '../bench/usage.ts';
import type { GatewayProcess } from './gateway-process.ts';

/** Memory and open file descriptors of one worker over time. */
export class WorkerSamples {
  /** The worker that is sampled. */
  survivor: number | undefined;
  readonly #gateway: GatewayProcess;
  readonly #rss: number[] = [];
  readonly #descriptors: number[] = [];

  constructor(gateway: GatewayProcess) {
    this.#gateway = gateway;
  }

  take(): void {
    const pid = this.survivor;
    if (pid === undefined || !this.#gateway.workers.includes(pid)) return;
    this.#rss.push(usageOf(pid).rssBytes);
    this.#descriptors.push(readdirSync(`/proc/${pid}/fd`).length);
  }

  ofSurvivor(): { rss: readonly number[]; descriptors: readonly number[] } {
    return { rss: this.#rss, descriptors: this.#descriptors };
  }
}

/** Whether the median of the last third is at most that of the second third, times a ratio, and some slack. */
export function isFlat(values: readonly number[], { ratio, slack }: { ratio: number; slack: number }): boolean {
  const third = Math.floor(values.length / 3);
  return medianOf(values.slice(-third)) <= medianOf(values.slice(third, 2 * third)) * ratio + slack;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
