import { Pool } from 'undici';
import { CircuitBreaker } from './circuit-breaker.ts';
import { FairQueue, type QueueUsage } from './fair-queue.ts';
import type { HttpResponse } from './http-attempt.ts';
import { type CallConnections, type CallEnvironment, HttpCall } from './http-call.ts';
import { PendingRead } from './pending-read.ts';
import { PendingWrite } from './pending-write.ts';
import { Probe } from './probe.ts';
import { ReadCoalescing } from './read-coalescing.ts';
import { ReadHandle } from './read-handle.ts';
import { ResponseMemory } from './response-memory.ts';
import type { RestCall } from './rest-call.ts';
import { RetryPolicy } from './retry-policy.ts';
import { Shares } from './shares.ts';
import { TimeoutQueue } from './timeout-queue.ts';
import { type UpstreamFailure, UpstreamFailureReporter } from './upstream-failures.ts';

/** What the calls of one GraphQL request may use. */
export interface RequestLimits {
  /** Deadline of a GraphQL request, from its first call, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Maximum number of calls. */
  readonly maxCalls: number;
  /** Maximum number of pages of one list. */
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
  /** Maximum number of calls of one client that wait for a connection. */
  readonly maxQueue: number;
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
  /** Base address of the service, with an optional path prefix that precedes the operations' paths. */
  url: URL;
  /** Whether identical reads with the same identity share one call while it is in flight. */
  sharing: boolean;
  /** Path and query of the GET that `isReachable` sends, without credentials. By default `/`. */
  probePath?: string;
  /**
   * Called when a write has ended, whatever its outcome, and awaited before the outcome is returned: where several
   * processes serve the same clients, it invalidates the reads in flight of the others. It must not reject.
   */
  onWriteEnded?: (() => Promise<void>) | undefined;
  /** Called if the service cannot be reached, or fails, with the cause: at most once per second for each kind. */
  onFailure?: ((failure: UpstreamFailure) => void) | undefined;
  /** Called when the circuit breaker opens, and when it closes. */
  onCircuitChange?: ((isOpen: boolean) => void) | undefined;
}

/** The REST service: its connections and the reads in flight, shared by all requests. */
export class Upstream {
  readonly limits: RequestLimits;
  /** The deadlines of GraphQL requests. */
  readonly deadlines: TimeoutQueue;
  readonly shares = new Shares();
  readonly #reads: CallConnections;
  readonly #writes: CallConnections;
  readonly #environment: CallEnvironment;
  readonly #probe: Probe;
  readonly #memory: ResponseMemory;
  readonly #sharing: boolean;
  readonly #onWriteEnded: (() => Promise<void>) | undefined;
  readonly #inFlight = new ReadCoalescing();
  #writesEnded = 0;

  constructor(options: UpstreamOptions) {
    const { url, timeoutMs, connections, maxQueue } = options;
    const prefix = url.pathname.replace(/\/+$/, '');
    this.limits = options;
    this.deadlines = new TimeoutQueue(options.requestTimeoutMs);
    this.#sharing = options.sharing;
    this.#onWriteEnded = options.onWriteEnded;
    this.#memory = new ResponseMemory(options.maxRequestBytes, options.maxTotalBytes);
    const failures = new UpstreamFailureReporter(options.onFailure);
    // Each attempt has a deadline of its own, so undici's coarse timers are not needed.
    const common = { headersTimeout: 0, bodyTimeout: 0, connect: { timeout: timeoutMs } };
    const writeConnections = Math.max(4, connections >> 2);
    const pool = new Pool(url.origin, { ...common, connections, pipelining: 1 });
    // The service may close a kept-alive connection just as a request is sent on it. A read is then sent again; a write
    // can't be, so it gets a connection of its own, and so does a read that is sent again.
    const freshPool = new Pool(url.origin, { ...common, connections: connections + writeConnections, pipelining: 0 });
    this.#reads = { pool, queue: new FairQueue(connections, maxQueue), placeOf: ({ reads }) => reads };
    this.#writes = {
      pool: freshPool,
      queue: new FairQueue(writeConnections, maxQueue),
      placeOf: ({ writes }) => writes,
    };
    this.#probe = new Probe({
      origin: url.origin,
      path: prefix + (options.probePath ?? '/'),
      timeoutMs,
      onError: (error) => failures.networkError('readiness probe', error),
    });
    this.#environment = {
      prefix,
      limits: { timeouts: new TimeoutQueue(timeoutMs), maxBytes: options.maxResponseBytes },
      breaker: new CircuitBreaker({
        threshold: options.breakerThreshold,
        probe: () => this.#probe.isReachable(),
        onChange: (isOpen) => this.#circuitChanged(isOpen, options.onCircuitChange),
      }),
      retries: new RetryPolicy(options.maxRetries),
      freshPool,
      failures,
    };
  }

  /** Sends a GET, or shares an identical one in flight. */
  read(call: RestCall): ReadHandle {
    const { url, scope } = call;
    const { credentials, share } = scope;
    const inFlight = this.#sharing ? this.#inFlight.get(credentials.identity, url) : undefined;
    if (inFlight !== undefined) {
      share.statistics.shared++;
      call.isShared = true;
      return new ReadHandle(inFlight, call);
    }
    const read = new PendingRead(call, this.#memory, this.#onReadEnded);
    if (this.#sharing) this.#inFlight.set(credentials.identity, url, read);
    const handle = new ReadHandle(read, call);
    read.start(new HttpCall(call, null, this.#reads, this.#environment, read));
    return handle;
  }

  /** Sends a write, once. `ended` settles with its response after reads in flight were invalidated. */
  write(call: RestCall, body: string | null): { write: PendingWrite; ended: Promise<HttpResponse> } {
    const write = new PendingWrite(this.#memory, call.scope.share.owner);
    write.start(new HttpCall(call, body, this.#writes, this.#environment, write));
    const ended = write.response.finally(() => {
      this.invalidateReads();
      return this.#onWriteEnded?.();
    });
    return { write, ended };
  }

  /** Runs an action that ends many reads; those that wait are sent after it. */
  withoutSending(action: () => void): void {
    this.#reads.queue.batch(action);
  }

  /** Call when a write has ended, here or in another process: no later read shares one that is in flight now. */
  invalidateReads(): void {
    this.#writesEnded++;
    this.#inFlight.clear();
  }

  /** Number of writes that have ended. Data that was read at another number may be stale. */
  get writesEnded(): number {
    return this.#writesEnded;
  }

  /** Connections in use, and calls that wait for one. */
  get usage(): { reads: QueueUsage; writes: QueueUsage } {
    return { reads: this.#reads.queue.usage, writes: this.#writes.queue.usage };
  }

  /** The circuit breaker. */
  get circuit(): Pick<CircuitBreaker, 'isOpen' | 'timesOpened'> {
    return this.#environment.breaker;
  }

  /** Whether the service responds with a status below 500. It is probed at most once per second. */
  async isReachable(): Promise<boolean> {
    const isReachable = await this.#probe.isReachable();
    if (isReachable) this.#environment.breaker.onSuccess();
    return isReachable;
  }

  /** Waits for the calls in flight, then closes the connections. */
  async close(): Promise<void> {
    this.#environment.breaker.close();
    await Promise.all([this.#reads.pool.close(), this.#writes.pool.close()]);
    await this.#probe.close();
  }

  readonly #onReadEnded = (read: PendingRead) => this.#inFlight.delete(read.identity, read.url, read);

  #circuitChanged(isOpen: boolean, report: ((isOpen: boolean) => void) | undefined): void {
    report?.(isOpen);
    if (!isOpen) return;
    this.#reads.queue.flush();
    this.#writes.queue.flush();
  }
}
