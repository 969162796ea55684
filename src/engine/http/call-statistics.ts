import type { Endpoint } from '../contract/endpoint.ts';
import { GatewayError } from './errors.ts';

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
  /** Writes of which nobody knows whether they were applied. */
  unknownWrites = 0;
  /** Duration of the slowest call that has ended, in milliseconds. */
  slowestMs = 0;
  /** The endpoint of the slowest call; undefined while none has ended. */
  slowest: Endpoint | undefined = undefined;

  end(endpoint: Endpoint, ms: number): void {
    if (ms <= this.slowestMs && this.slowest !== undefined) return;
    this.slowestMs = ms;
    this.slowest = endpoint;
  }

  fail(error: unknown): void {
    if (error instanceof GatewayError && error.code === 'WRITE_OUTCOME_UNKNOWN') this.unknownWrites++;
  }
}
