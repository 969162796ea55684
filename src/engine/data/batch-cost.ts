/** A call for one record costs about as much time as this many items of a list, here and in the service. */
const itemsPerCall = 50;

/** Fewest siblings that are read from a list of unknown size. */
export const minBatch = 3;

/** Fewest siblings that are read from a list whose size is known. */
export const minKnownBatch = 2;

/** Most pages of a list that are read in place of single records. */
export const maxBatchPages = 5;

/** The most items that cost no more than `wanted` calls for one record each, with the list's own call. */
function itemsWorth(wanted: number): number {
  return itemsPerCall * (wanted - 1);
}

/**
 * How many items of a list are requested per page in place of `wanted` single records; undefined where single records are
 * cheaper. `size` is the number of items of the list, if it is known, and `maxLimit` the most that one page may hold.
 */
export function batchLimit(wanted: number, size: number | undefined, maxLimit: number): number | undefined {
  if (size === undefined ? wanted < minBatch : wanted < minKnownBatch || size > itemsWorth(wanted)) return undefined;
  return Math.min(itemsWorth(wanted), maxLimit);
}

/** Whether the rest of a list is cheaper than `missing` single records, after `read` of its items. */
export function isRestCheaper(missing: number, read: number, size: number | undefined): boolean {
  return size !== undefined && size - read <= itemsWorth(missing);
}
