import { expect } from 'vitest';
import type { SharedCacheOptions } from '../../../src/engine/cache/response-cache.ts';
import { CacheOracle, type OracleOptions } from './oracle.ts';

/** After so many steps a new sandbox begins, as writes have deleted much of it. */
const stepsPerSandbox = 10_000;

const seed = Number(process.env.CACHE_SEED ?? 20260616);

/** Caches that gateways share, for one sandbox. */
export interface SharedCaches {
  readonly options: readonly SharedCacheOptions[];
  close(): Promise<void>;
}

/** What the caches did in all steps. */
export interface OracleTotals {
  readonly sandboxes: number;
  readonly reads: number;
  readonly writes: number;
  readonly hits: number;
  readonly confirmed: number;
  readonly stale: number;
  readonly narrow: number;
  /** The endpoints that were called with success. */
  readonly endpoints: number;
}

/**
 * Makes so many random reads and writes through caches, and expects that no read is stale. `share` gives each sandbox shared caches of its own.
 */
export async function runOracle(
  steps: number,
  options: OracleOptions,
  share?: () => Promise<SharedCaches>,
): Promise<OracleTotals> {
  const totals = { sandboxes: 0, reads: 0, writes: 0, hits: 0, confirmed: 0, stale: 0, narrow: 0, endpoints: 0 };
  const succeeded = new Set<string>();
  for (let done = 0; done < steps; ) {
    const caches = await share?.();
    const oracle = await CacheOracle.start(seed + totals.sandboxes++, { ...options, shared: caches?.options ?? [] });
    while (oracle.steps < Math.min(stepsPerSandbox, steps - done)) await oracle.next();
    expect(oracle.stale).toEqual([]);
    for (const [name, count] of Object.entries(oracle.usage)) totals[name as keyof typeof totals] += count;
    for (const id of oracle.succeeded) succeeded.add(id);
    done += oracle.steps;
    await oracle.close();
    await caches?.close();
  }
  totals.endpoints = succeeded.size;
  console.info(JSON.stringify({ ...options, ...totals }));
  return totals;
}
