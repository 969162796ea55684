import { parseCacheControl } from './cache-control.ts';
import type { CachingHeaders } from './caching-headers.ts';

/** How long a response may be used after it has expired, in milliseconds (RFC 5861). */
export interface StaleTimes {
  /** While it is read anew in the background. */
  readonly whileRevalidateMs: number;
  /** Where the service fails. */
  readonly ifErrorMs: number;
}

/**
 * The times of a response: as the service says, and at most those of `longest`, which hold where it says nothing. Undefined where there are
 * none. `overdueMs`: how long ago the response had expired when it arrived.
 */
export function staleTimesIn(
  headers: CachingHeaders,
  longest: StaleTimes | undefined,
  overdueMs: number,
): StaleTimes | undefined {
  if (longest === undefined) return undefined;
  const { forbidsStale, staleWhileRevalidate, staleIfError } = parseCacheControl(headers['cache-control']);
  if (forbidsStale) return undefined;
  const whileRevalidateMs = boundedMs(staleWhileRevalidate, longest.whileRevalidateMs) - overdueMs;
  const ifErrorMs = boundedMs(staleIfError, longest.ifErrorMs) - overdueMs;
  if (whileRevalidateMs <= 0 && ifErrorMs <= 0) return undefined;
  return { whileRevalidateMs: Math.max(0, whileRevalidateMs), ifErrorMs: Math.max(0, ifErrorMs) };
}

function boundedMs(seconds: number | undefined, longestMs: number): number {
  return seconds === undefined ? longestMs : Math.min(seconds * 1000, longestMs);
}

/** The longer of both times; 0 where there are none. */
export function longestOf(times: StaleTimes | undefined): number {
  return times === undefined ? 0 : Math.max(times.whileRevalidateMs, times.ifErrorMs);
}
