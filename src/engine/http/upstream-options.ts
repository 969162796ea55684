import type { InvalidRecords } from '../cache/invalid-record.ts';
import type { ResponseCacheOptions } from '../cache/response-cache.ts';
import type { BackgroundReadObserver } from './background-reads.ts';
import type { UpstreamRoute } from './connection/route.ts';
import type { AddressUsage } from './connection/service-address.ts';
import type { ResponseObserver } from './response-observer.ts';
import type { UpstreamFailure } from './upstream-failures.ts';

/** What the calls of one GraphQL request may use. */
export interface RequestLimits {
  /** Deadline of a GraphQL request, from its first call, in milliseconds. */
  readonly requestTimeoutMs: number;
  readonly maxCalls: number;
  readonly maxListPages: number;
}

/** What all requests together, and each call, may use. */
export interface UpstreamLimits extends RequestLimits {
  /** Timeout of one call, from when it is sent to the last byte of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum number of times that a failed read is sent again. */
  readonly maxRetries: number;
  /** Maximum number of connections for reads. Writes have a quarter of it, at least 4, in addition. */
  readonly connections: number;
  /** The longest time for which a connection that is kept alive gets new calls, in milliseconds; 0 for no limit. */
  readonly connectionAgeMs: number;
  /** Maximum number of calls of one client that wait for a connection. */
  readonly maxQueue: number;
  /** Failures in a row at one of several addresses until it gets no calls for a time; 0 turns it off. */
  readonly ejectionThreshold: number;
  /** Failed calls in a row until calls fail at once; 0 turns it off. */
  readonly breakerThreshold: number;
  /** Largest response body, in bytes. */
  readonly maxResponseBytes: number;
  /** Largest size of all responses that one request holds, in bytes. */
  readonly maxRequestBytes: number;
  /** Largest size of all responses that are held at once, in bytes. */
  readonly maxTotalBytes: number;
}

export interface UpstreamOptions extends UpstreamLimits {
  /** Base address of the service, with an optional path prefix that precedes the endpoints' paths. */
  url: URL;
  /** How it is reached. Left out: at the addresses of its name. */
  route?: UpstreamRoute | undefined;
  /** Whether identical reads with the same identity share one call while it is in flight. */
  sharing: boolean;
  /** How responses to reads are kept across requests; left out where they are not. */
  cache?: ResponseCacheOptions | undefined;
  /** Path and query of the GET that `isReachable` sends, without credentials. By default `/`. */
  probePath?: string;
  /**
   * Called when a write has ended, whatever its outcome, and awaited before the outcome is returned: where several
   * processes serve the same clients, it invalidates the reads of the others. It gets the record that the write changes, or undefined
   * for a write that may change everything. `isStoreTold`: false where the processes share what they keep, and this one could not
   * invalidate it: another one has to. It must not reject.
   */
  onWriteEnded?: ((records: InvalidRecords, isStoreTold: boolean) => Promise<void>) | undefined;
  /** Called if the service cannot be reached, or fails, with the cause: at most once per second for each kind. */
  onFailure?: ((failure: UpstreamFailure) => void) | undefined;
  /** Sees each response that calls have waited for. */
  responses?: ResponseObserver | undefined;
  /** Called with each read for no request, of a response that was used although it had expired, when it has ended. Must not throw. */
  onBackgroundRead?: BackgroundReadObserver | undefined;
  /** Called when the circuit breaker opens, and when it closes. */
  onCircuitChange?: ((isOpen: boolean) => void) | undefined;
  /** Called when one of several addresses of the service is ejected, and when it gets calls again. */
  onEjectionChange?: ((usage: AddressUsage) => void) | undefined;
}
