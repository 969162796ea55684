import { createRandom } from './random.ts';

/**
 * The faults that can be injected: an error status, or a closed connection. `cut` closes it before the request is
 * handled, `cutAfter` after it is handled but before the response: clients cannot tell the two apart.
 */
export const faultKinds = [500, 502, 503, 429, 'cut', 'cutAfter'] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface FaultOptions {
  /** Share of the requests that fail, from 0 to 1. */
  rate: number;
  /** The faults to inject; all of them by default. */
  kinds?: readonly FaultKind[];
  /** Seed of the random choice, 1 by default; the same seed gives the same sequence of faults. */
  seed?: number;
  /** Ids of the operations that may fail, for example `spaces.get`; all of them by default. */
  operations?: readonly string[];
}

/** The `Retry-After` of a 429 response, in seconds. */
export const retryAfter = 1;

/** Picks the fault for a request to an operation; undefined for a request that is handled normally. */
export type FaultInjector = (operation: string) => FaultKind | undefined;

export function createFaultInjector(options: FaultOptions | undefined): FaultInjector {
  if (options === undefined) return () => undefined;
  const { rate, kinds = faultKinds, seed = 1, operations } = options;
  const random = createRandom(seed);
  return (operation) => {
    if (operations !== undefined && !operations.includes(operation)) return undefined;
    return random.chance(rate) ? random.pick(kinds) : undefined;
  };
}
