import type { CallCache } from './call-cache.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { AddressPools } from './connection/address-pools.ts';
import type { FairQueue } from './fair-queue.ts';
import type { AttemptLimits } from './http-attempt.ts';
import type { ResponseMemory } from './response-memory.ts';
import type { ResponseObserver } from './response-observer.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { UpstreamFailureReporter } from './upstream-failures.ts';

/** What all exchanges with one service have in common. */
export interface ExchangeEnvironment extends AttemptLimits {
  /** The path prefix of the service's base address. */
  readonly prefix: string;
  /** Who may send a request next. */
  readonly reads: FairQueue;
  readonly writes: FairQueue;
  readonly pools: AddressPools;
  readonly memory: ResponseMemory;
  readonly breaker: CircuitBreaker;
  readonly retries: RetryPolicy;
  /** Told of each attempt that failed through a fault of the service or the network. */
  readonly failures: UpstreamFailureReporter;
  /** Sees each response; undefined where nobody looks. */
  readonly responses: ResponseObserver | undefined;
  /** Undefined where responses are not kept. */
  readonly cache: CallCache | undefined;
}
