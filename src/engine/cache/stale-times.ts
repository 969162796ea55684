import { parseCacheControl } from './cache-control.ts';
import type { CachingHeaders } from './caching-headers.ts';
import { type FreshnessOptions, lifetimeMs } from './freshness.ts';

/** How long a response may be used after it has expired, in milliseconds (RFC 5861). */
export interface StaleTimes {
  /** While it is read anew in the background. */
  readonly whileRevalidateMs: number;
  /** Where the service fails. */
  readonly ifErrorMs: number;
}

/**
 * The times of a response: as the service says, and at most those of `longest`. Where it says nothing, those hold, unless it lets the
 * response be used at no time without being asked. Undefined where there are none. `overdueMs`: how long ago the response had expired when
 * it arrived.
 */
export function staleTimesIn(
  headers: CachingHeaders,
  options: FreshnessOptions,
  longest: StaleTimes | undefined,
  overdueMs: number,
): StaleTimes | undefined {
  if (longest === undefined) return undefined;
  const { forbidsStale, staleWhileRevalidate, staleIfError } = parseCacheControl(headers['cache-control']);
  if (forbidsStale) return undefined;
  const silentSeconds = lifetimeMs(headers, options) > 0 ? Number.POSITIVE_INFINITY : 0;
  const whileRevalidateMs = boundedMs(staleWhileRevalidate ?? silentSeconds, longest.whileRevalidateMs) - overdueMs;
  const ifErrorMs = boundedMs(staleIfError ?? silentSeconds, longest.ifErrorMs) - overdueMs;
  if (whileRevalidateMs <= 0 && ifErrorMs <= 0) return undefined;
  return { whileRevalidateMs: Math.max(0, whileRevalidateMs), ifErrorMs: Math.max(0, ifErrorMs) };
}

function boundedMs(seconds: number, longestMs: number): number {
  return Math.min(seconds * 1000, longestMs);
}

/** The longer of both times; 0 where there are none. */
export function longestOf(times: StaleTimes | undefined): number {
  return times === undefined ? 0 : Math.max(times.whileRevalidateMs, times.ifErrorMs);
}
