import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A family of requests that grow: its cost must grow with its size, and not faster. */
export interface SizedRequest {
  /** Largest size, where a limit of documents bounds it. The size of the body bounds all. */
  max?: number;
  /** The request of a size; `unique` differs from run to run, so that no cache has its document. */
  make(size: number, unique: number): { query: string; variables?: Record<string, unknown> };
}

/** How the CPU time of a request grows each time that its size is doubled. */
export interface Growth {
  /** The smallest of the four sizes; each of the others is twice the one before it. */
  size: number;
  /** Least CPU time of a request of each size, in milliseconds. */
  ms: number[];
  /** What each doubling multiplies the CPU time by. */
  ratios: number[];
}

/** Most that the CPU time may grow by when the size is doubled. */
export const maxGrowth = 2.3;

const maxBodyLength = 1_000_000;

/** Sizes grow until a request takes this CPU time, or until they reach a limit, in milliseconds. */
const enoughMs = 24;

/** CPU time of one measurement at the least, in milliseconds: the unit of the kernel's accounting must not matter. */
const minBatchMs = 8;

/** Sizes of a measurement, as parts of the largest. */
const parts = [8, 4, 2, 1];

type Run = (request: ReturnType<SizedRequest['make']>) => Promise<unknown>;

/**
 * Measures how the cost grows up to the size that costs enough. Where that is beyond the bound, twice the sizes decide: a step of how
 * requests are handled is then behind, and a square is not.
 */
export async function growthOf(sized: SizedRequest, run: Run): Promise<Growth> {
  const largest = await largestSize(sized, run);
  const growth = await growthUpTo(largest, sized, run);
  return isSuperlinear(growth.ratios) && fits(2 * largest, sized) ? growthUpTo(2 * largest, sized, run) : growth;
}

/**
 * Measures requests of four sizes in turn, and takes the least CPU time of each: other work only adds to it. It ends after two
 * rounds where the growth is within its bound, and after twelve otherwise.
 */
async function growthUpTo(largest: number, sized: SizedRequest, run: Run): Promise<Growth> {
  const sizes = parts.map((part) => Math.max(1, Math.floor(largest / part)));
  const ms = sizes.map(() => Number.POSITIVE_INFINITY);
  for (let round = 1; round <= 2 || (round <= 12 && isSuperlinear(ratiosOf(ms))); round++) {
    for (const [i, size] of sizes.entries()) {
      ms[i] = Math.min(ms[i] as number, await cpuOf(sized, size, minBatchMs, run));
    }
  }
  return { size: sizes[0] as number, ms, ratios: ratiosOf(ms) };
}

/**
 * Whether the doublings cost more than the bound on the average (their geometric mean), in most cases, and in the last one, in which a
 * square shows most. A single one may be noise, or a step of how requests are handled, such as that to turns of the event loop.
 */
export function isSuperlinear(ratios: readonly number[]): boolean {
  const mean = ratios.reduce((product, ratio) => product * ratio, 1) ** (1 / ratios.length);
  const median = ratios.toSorted((a, b) => a - b)[ratios.length >> 1] as number;
  return Math.min(mean, median, ratios.at(-1) as number) > maxGrowth;
}

const ratiosOf = (ms: readonly number[]) => ms.slice(1).map((value, i) => value / (ms[i] as number));

/** Whether the limits allow a request of a size. */
function fits(size: number, { max, make }: SizedRequest): boolean {
  return size <= (max ?? size) && JSON.stringify(make(size, 0)).length <= maxBodyLength;
}

/** The first size whose request costs enough, or the largest that the limits allow. On the way to it, the code is compiled. */
async function largestSize(sized: SizedRequest, run: Run): Promise<number> {
  const { max } = sized;
  let size = Math.min(200, max ?? 200);
  await cpuOf(sized, size, 20, run);
  for (;;) {
    const larger = [2 * size, max ?? 0].find((next) => next > size && fits(next, sized));
    if (larger === undefined || (await leastOf(sized, size, run)) >= enoughMs) return size;
    size = larger;
  }
}

async function leastOf(sized: SizedRequest, size: number, run: Run): Promise<number> {
  return Math.min(await cpuOf(sized, size, 1, run), await cpuOf(sized, size, 1, run));
}

let unique = 0;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: { type: 'minor' }) => void;
const collectYoung = () => collect({ type: 'minor' });

/** CPU time of one request, in milliseconds: the mean of as many as take the given time, and at most 50. */
async function cpuOf({ make }: SizedRequest, size: number, batchMs: number, run: Run): Promise<number> {
  let spent = 0;
  let count = 0;
  while (spent < batchMs && count < 50) {
    const request = make(size, unique++);
    // To move the request itself to the old generation is not part of its cost.
    collectYoung();
    const start = process.cpuUsage();
    await run(request);
    const { user, system } = process.cpuUsage(start);
    spent += (user + system) / 1000;
    count++;
  }
  return spent / count;
}
