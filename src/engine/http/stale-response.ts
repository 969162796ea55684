import type { OldResponse } from '../cache/old-response.ts';
import { type ErrorCode, GatewayError } from './errors.ts';
import type { RestCall } from './rest-call.ts';

/** What an expired response may be used instead of: what a proxy would pass on as 500, 502, 503 or 504 (RFC 5861, section 4). */
const outages: ReadonlySet<ErrorCode> = new Set(['UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT', 'UPSTREAM_UNAVAILABLE']);

/** `clock`: the number of invalidations in this process. */
export function mayUseInstead(old: OldResponse, error: unknown, clock: number | undefined): boolean {
  return error instanceof GatewayError && outages.has(error.code) && old.isUsableOnErrorAt(clock);
}

/** Whether a status says that a kept response is not right any more: the record is gone, or is not for this client. */
export function isRefusal(status: number | null): boolean {
  return status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/** Notes in a call that it gets a response which has expired. */
export function markStale(call: RestCall, { response }: OldResponse): void {
  call.isStale = true;
  call.cachedMs ??= performance.now() - response.startedAt;
  call.scope.statistics.stale++;
}
