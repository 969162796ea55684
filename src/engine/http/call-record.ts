import type { RestCall } from './rest-call.ts';
import { roundMs } from './round-ms.ts';

/** One REST call as explain shows it. Times are in milliseconds. */
export interface CallRecord {
  operation: string;
  method: string;
  path: string;
  /** Null if there was no response. */
  status: number | null;
  ms: number;
  /** Time since the start of the request. */
  startedAt: number;
  /** Whether the response is that of another request's identical call in flight. */
  shared: boolean;
  /** Whether the response was kept from an earlier call. */
  cached: boolean;
  /** Whether a kept response was old, and the service has confirmed that nothing changed (status 304). */
  revalidated: boolean;
  /** Whether the kept response had expired: it is used while it is read anew, or as the service fails. */
  stale: boolean;
  /** Time since the kept response was requested; null where none was used. */
  age: number | null;
  /** Whether the call is a list that replaces several look-ups of single records. */
  batched: boolean;
  /** How many times the call was sent again. */
  retries: number;
  /** Whether a request was sent to the service for it. */
  sent: boolean;
  /** Time until it was sent the last time; null where it was not sent for this request. */
  queued: number | null;
  /** Time from there until the response began; null without a response. */
  waited: number | null;
}

export function recordOf(call: RestCall, createdAt: number): CallRecord {
  const { endpoint, url, isShared, cachedMs, isBatched } = call;
  return {
    operation: endpoint.id,
    method: endpoint.method,
    path: url,
    status: null,
    ms: 0,
    startedAt: roundMs(call.startedAt - createdAt),
    shared: isShared,
    cached: cachedMs !== undefined,
    revalidated: false,
    stale: false,
    age: cachedMs === undefined ? null : roundMs(cachedMs),
    batched: isBatched,
    retries: 0,
    sent: false,
    queued: null,
    waited: null,
  };
}

/** Adds what is known at the end of the call. */
export function completeRecord(record: CallRecord, call: RestCall): void {
  const timing = call.scope.timings?.of(call);
  record.status = call.status;
  // Known later where processes share what they keep.
  record.shared = call.isShared;
  record.cached = call.cachedMs !== undefined;
  record.revalidated = call.isRevalidated;
  record.stale = call.isStale;
  record.age = call.cachedMs === undefined ? null : roundMs(call.cachedMs);
  record.ms = roundMs(call.endedAt - call.startedAt);
  record.retries = call.retryCount;
  record.sent = timing !== undefined || (call.isShared && call.status !== null);
  if (timing === undefined) return;
  const { sentAt, firstByteAt } = timing;
  record.queued = roundMs(sentAt - call.startedAt);
  record.waited = firstByteAt === undefined ? null : roundMs(firstByteAt - sentAt);
}
