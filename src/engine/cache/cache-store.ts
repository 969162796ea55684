import type { CachedResponse, Validity } from './cached-response.ts';
import type { KeptUsage } from './kept-entries.ts';

/**
 * Where responses are kept, and what was invalidated since: what `ResponseCache` needs of every store. Look-ups differ: those of
 * `MemoryStore` are immediate, those of `SharedStore` come later, many in one round trip.
 */
export interface CacheStore {
  /** The number of invalidations that were made in this process. */
  readonly clock: number;
  readonly usage: KeptUsage;
  /** Whether a body of so many bytes, which has just been read, is worth its place. Call once for each that replaces no other. */
  admits(key: string, bytes: number): boolean;
  /** Keeps a body; undefined where it is too large, or where something of it was invalidated since it was known to be current. */
  keep(key: string, body: Buffer, validity: Validity): CachedResponse | undefined;
  /**
   * Removes an entry: the service has said that it is not right any more. With `entry`, a newer one that a read has put in its place
   * meanwhile may stay.
   */
  delete(key: string, entry?: CachedResponse): void;
  /**
   * Invalidates what has a tag; everything without one. Where other processes use the store, too, it resolves to whether it has
   * been invalidated for them.
   */
  invalidate(tag: string | undefined): Promise<boolean> | undefined;
}
