import type { Pool } from 'undici';
import type { Connections } from './address-pools.ts';
import type { CallCache } from './call-cache.ts';
import type { CircuitBreaker } from './circuit-breaker.ts';
import type { AttemptLimits } from './http-attempt.ts';
import type { ResponseMemory } from './response-memory.ts';
import type { RetryPolicy } from './retry-policy.ts';
import type { UpstreamFailureReporter } from './upstream-failures.ts';

/** What all exchanges with one service have in common. */
export interface ExchangeEnvironment extends AttemptLimits {
  /** The path prefix of the service's base address. */
  readonly prefix: string;
  readonly reads: Connections;
  readonly writes: Connections;
  /** Connections that are not kept alive: a service cannot have closed one before it is used. */
  readonly freshPool: Pool;
  readonly memory: ResponseMemory;
  readonly breaker: CircuitBreaker;
  readonly retries: RetryPolicy;
  /** Told of each attempt that failed through a fault of the service or the network. */
  readonly failures: UpstreamFailureReporter;
  /** Undefined where responses are not kept. */
  readonly cache: CallCache | undefined;
}
