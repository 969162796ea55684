/**
 * A place in the order of invalidations: their number in this process, or `epoch:number` where processes share the order. Numbers
 * of different epochs cannot be compared.
 */
export type Clock = number | string;

/** The earlier of two; undefined where they cannot be compared. */
export function earlierOf(a: Clock, b: Clock): Clock | undefined {
  if (typeof a === 'number' && typeof b === 'number') return Math.min(a, b);
  if (a === Number.POSITIVE_INFINITY) return b;
  if (typeof a === 'number' || typeof b === 'number') return undefined;
  const [epochOfA, numberOfA] = a.split(':');
  const [epochOfB, numberOfB] = b.split(':');
  if (epochOfA !== epochOfB) return undefined;
  return Number(numberOfA) <= Number(numberOfB) ? a : b;
}
