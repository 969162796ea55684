import { oldGenerationLimit } from '../runtime/old-generation.ts';

const MiB = 1_048_576;

/** Memory of a process that serves nobody, of small requests, and of what waits for its collection, in bytes. */
const fixedBytes = 80 * MiB;

/** Least memory that limits are derived from, in bytes. */
const minBytes = 32 * MiB;

/** The part of the memory for requests that each limit may take. Values in memory take several times the bytes of their JSON. */
const shares = {
  maxWorkBytes: 0.25,
  maxUpstreamBytes: 0.12,
  maxRequestUpstreamBytes: 0.1,
  maxPendingBodyBytes: 0.15,
  maxResponseBytes: 0.08,
  cacheMaxBytes: 0.1,
} as const;

/**
 * For each byte, compiled fields of one generation: each takes some 500 bytes. Two generations of this size, and two of half the size for
 * documents that the service has not answered, get a tenth of the memory.
 */
const fieldShare = 0.1 / (3 * 500);

export type MemorySettings = Record<keyof typeof shares | 'maxCachedFields', number>;

/** What a process may use, in bytes. */
export interface ProcessMemory {
  /** Limit of its heap, without the young generation. */
  heap: number;
  /** Limit of its container; undefined where there is none. */
  container: number | undefined;
}

export function processMemory(): ProcessMemory {
  const constrained = process.constrainedMemory();
  // Without a limit, cgroups give a number beyond any memory.
  const container = constrained > 0 && constrained < 2 ** 50 ? constrained : undefined;
  return { heap: oldGenerationLimit(), container };
}

/**
 * The settings of memory that fit into each of `workers` processes: at most the given ones. They share the container; half of it is for what
 * is outside their heaps.
 */
export function memoryWithin(
  { heap, container = Number.POSITIVE_INFINITY }: ProcessMemory,
  settings: MemorySettings & { workers: number },
): MemorySettings {
  const usable = Math.max(Math.min(heap, container / 2 / settings.workers) - fixedBytes, minBytes);
  const within = { maxCachedFields: Math.min(settings.maxCachedFields, Math.floor(usable * fieldShare)) };
  const limits = Object.entries(shares).map(([name, share]) => {
    return [name, Math.min(settings[name as keyof typeof shares], Math.floor(usable * share))];
  });
  return { ...within, ...(Object.fromEntries(limits) as Record<keyof typeof shares, number>) };
}
