import type { Endpoint } from '../contract/endpoint.ts';
import { type ErrorCode, GatewayError } from './errors.ts';
import { isUnfinished } from './response.ts';

/** What the REST calls of one request come to. It is counted for every request, so it allocates nothing for a call. */
export class CallStatistics {
  /** Calls that were made, shared ones included. */
  made = 0;
  /** Calls that were answered by the identical call of another request in flight. */
  shared = 0;
  /** Calls that were answered by a kept response. */
  cached = 0;
  /** Those of them that got a response which had expired. */
  stale = 0;
  /** Calls for which the service has confirmed a kept response. */
  revalidated = 0;
  /** Calls for a list that replaces several look-ups of single records. */
  batched = 0;
  /** How many times calls were sent again. */
  retried = 0;
  /** Reads that the request had made before. */
  cacheHits = 0;
  /** The codes of what writes have failed with: `WRITE_OUTCOME_UNKNOWN` for each one of which nobody knows whether it was applied. */
  writeFailures: Set<ErrorCode> | undefined = undefined;
  /** Duration of the slowest call that has ended, in milliseconds. */
  slowestMs = 0;
  /** The endpoint of the slowest call; undefined while none has ended. */
  slowest: Endpoint | undefined = undefined;

  end(endpoint: Endpoint, ms: number): void {
    if (ms <= this.slowestMs && this.slowest !== undefined) return;
    this.slowestMs = ms;
    this.slowest = endpoint;
  }

  /** `status` is that of a complete response, if there was one. */
  failWrite(status: number | null, error: unknown): void {
    if (!(error instanceof GatewayError)) return;
    this.writeFailures ??= new Set();
    // Without a status, the code tells whether the write was sent.
    this.writeFailures.add(status !== null && isUnfinished(status) ? 'WRITE_OUTCOME_UNKNOWN' : error.code);
  }
}
