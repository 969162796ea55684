import { getHeapSpaceStatistics, getHeapStatistics } from 'node:v8';

const MiB = 1_048_576;

/** Largest size of a semi-space where no flag sets it, in MiB. */
const defaultSemiSpace = 16;

/** V8 adds so many semi-spaces to its limit of the heap: two, and the large objects of the young generation. */
const semiSpaces = 3;

const youngSpaces: readonly string[] = ['new_space', 'new_large_object_space'];

/**
 * The limit of the old generation (`--max-old-space-size`), in bytes. What survives has no place in the young generation, which V8 counts
 * in its limit of the heap: a process ends when its old generation is full.
 */
export function oldGenerationLimit(
  flags: readonly string[] = nodeFlags(),
  heapLimit: number = getHeapStatistics().heap_size_limit,
): number {
  return heapLimit - semiSpaces * semiSpaceIn(flags) * MiB;
}

/** Bytes of the old generation that are in use, garbage included. */
export function oldGenerationUsed(): number {
  let used = 0;
  for (const space of getHeapSpaceStatistics())
    if (!youngSpaces.includes(space.space_name)) used += space.space_used_size;
  return used;
}

/** In MiB. V8 rounds the size up to a power of two, and takes 0 for none. */
function semiSpaceIn(flags: readonly string[]): number {
  const sizes = flags.map((flag) => /^--max[-_]semi[-_]space[-_]size=(\d+)$/.exec(flag)?.[1]);
  const size = Number(sizes.findLast((one) => one !== undefined) ?? 0) || defaultSemiSpace;
  return 2 ** Math.ceil(Math.log2(size));
}

/** The flags of this process: the last one of a kind counts. */
function nodeFlags(): readonly string[] {
  return [...(process.env.NODE_OPTIONS ?? '').split(/\s+/), ...process.execArgv];
}
