import { createRandom } from './random.ts';

/**
 * What can go wrong on purpose. `cut` breaks the connection before the request is handled, `cutAfter` when it is handled
 * but not answered: the client can't tell them apart.
 */
export type FaultKind = 500 | 502 | 503 | 429 | 'cut' | 'cutAfter';

const faultKinds: readonly FaultKind[] = [500, 502, 503, 429, 'cut', 'cutAfter'];

export interface FaultOptions {
  /** Share of the requests that fail, from 0 to 1. */
  rate: number;
  /** Which faults happen; all of them by default. */
  kinds?: readonly FaultKind[];
  /** Decides which requests fail and how; the same seed gives the same row of faults. */
  seed?: number;
  /** Ids of the operations that may fail, for example `spaces.get`; all of them by default. */
  operations?: readonly string[];
}

/** Seconds that a 429 asks the client to wait. */
export const retryAfter = 1;

/** Says of each request, named by its operation, what goes wrong with it; undefined where it goes well. */
export type FaultSource = (operation: string) => FaultKind | undefined;

export function createFaults(options: FaultOptions | undefined): FaultSource {
  if (options === undefined) return () => undefined;
  const { rate, kinds = faultKinds, seed = 1, operations } = options;
  const random = createRandom(seed);
  return (operation) => {
    if (operations !== undefined && !operations.includes(operation)) return undefined;
    return random.chance(rate) ? random.pick(kinds) : undefined;
  };
}
