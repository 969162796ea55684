const MiB = 1_048_576;

/** The flags of Node that `npm start` sets. */
const maxSemiSpace = 64;
const poolSize = '--v8-pool-size';

/** Three semi-spaces are the young generation of a worker. Those of all workers take a quarter of the container at most. */
const semiSpaces = 3;
const youngPart = 1 / 4;

/**
 * Node's flags for a worker: those of the primary process, and those of `npm start` that it does not have. In a small container, the young
 * generation of each worker is smaller, unless `own` has a size that is not that of `npm start`. `container`: its memory in bytes; undefined
 * without a limit.
 */
export function workerFlags(own: readonly string[], container: number | undefined, workers: number): string[] {
  const kept = own.filter((flag) => flag !== semiSpaceFlag(maxSemiSpace));
  const isSet = kept.some((flag) => /^--max[-_]semi[-_]space[-_]size=/.test(flag));
  return [
    ...kept,
    ...(isSet ? [] : [semiSpaceFlag(semiSpaceWithin(container, workers))]),
    ...(kept.some((flag) => flag.startsWith(poolSize)) ? [] : [`${poolSize}=1`]),
  ];
}

function semiSpaceFlag(size: number): string {
  return `--max-semi-space-size=${size}`;
}

/** In MiB: a power of two, to which V8 would round it up. */
function semiSpaceWithin(container: number | undefined, workers: number): number {
  if (container === undefined) return maxSemiSpace;
  const size = (container * youngPart) / semiSpaces / workers / MiB;
  return Math.min(maxSemiSpace, 2 ** Math.max(0, Math.floor(Math.log2(size))));
}
