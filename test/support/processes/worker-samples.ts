import { readdirSync } from 'node:fs';
import { upstreamSettings } from '../../../src/server/settings/upstream.ts';
import { usageOf } from '../../bench/usage.ts';
import type { GatewayProcess } from './gateway-process.ts';

/** Connections to the service by default, for reads and for writes. */
export const serviceConnections = 1.25 * Number(upstreamSettings.upstreamConnections.defaultValue);

/** How many file descriptors a process has open. */
export const openDescriptorsOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length;

/** Memory and open file descriptors of one worker over time. */
export class WorkerSamples {
  /** Resident memory, in bytes. */
  readonly rss: number[] = [];
  readonly descriptors: number[] = [];
  readonly #gateway: GatewayProcess;
  readonly #pid: number;

  constructor(gateway: GatewayProcess, pid: number) {
    this.#gateway = gateway;
    this.#pid = pid;
  }

  take(): void {
    if (!this.#gateway.workers.includes(this.#pid)) return;
    this.rss.push(usageOf(this.#pid).rssBytes);
    this.descriptors.push(openDescriptorsOf(this.#pid));
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
