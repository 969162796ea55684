import type { Clock } from '../cache/clock.ts';
import type { OldResponse } from '../cache/old-response.ts';
import type { CacheUsage } from '../cache/response-cache.ts';
import { recordsOfWrite } from '../cache/response-tags.ts';
import type { ResultCache } from '../cache/result-cache.ts';
import type { SharedStore } from '../cache/shared-store.ts';
import type { Entity } from '../contract/entity.ts';
import { BackgroundReads } from './background-reads.ts';
import { CallCache } from './call-cache.ts';
import { circuitOpen, notInvalidated } from './call-errors.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { Clients } from './client-usage.ts';
import { AddressPools } from './connection/address-pools.ts';
import { Probe } from './connection/probe.ts';
import type { AddressUsage } from './connection/service-address.ts';
import type { ExchangeEnvironment } from './exchange-environment.ts';
import { FairQueue, type QueueUsage } from './fair-queue.ts';
import { HttpExchange } from './http-exchange.ts';
import { ignore } from './ignore.ts';
import { LateInvalidations } from './late-invalidations.ts';
import { ListSizes } from './list-sizes.ts';
import { OpenRequests, type ReadsInFlight } from './reads-in-flight.ts';
import { isUnfinished } from './response.ts';
import { ResponseMemory } from './response-memory.ts';
import type { CallTarget, RestCall } from './rest-call.ts';
import { RetryPolicy } from './retry-policy.ts';
import { SharedReads } from './shared-reads.ts';
import { TimeoutQueue } from './timeout-queue.ts';
import { UpstreamFailureReporter } from './upstream-failures.ts';
import type { RequestLimits, UpstreamOptions } from './upstream-options.ts';

/** The REST service: its connections and the reads in flight, shared by all requests. */
export class Upstream {
  readonly limits: RequestLimits;
  /** The deadlines of GraphQL requests. */
  readonly deadlines: TimeoutQueue;
  readonly clients = new Clients();
  readonly listSizes = new ListSizes();
  /** The identities that have open requests, with their reads in flight; undefined where reads are not shared. */
  readonly identities: OpenRequests | undefined;
  readonly #environment: ExchangeEnvironment;
  readonly #probe: Probe;
  /** Undefined where look-ups of kept responses are immediate. */
  readonly #sharedReads: SharedReads | undefined;
  readonly #background: BackgroundReads;
  readonly #onWriteEnded: UpstreamOptions['onWriteEnded'];
  readonly #late = new LateInvalidations<CallTarget>((write) => void this.#invalidateFor(write)?.catch(ignore));
  #writesEnded = 0;

  constructor(options: UpstreamOptions) {
    const { url, timeoutMs, connections, maxQueue } = options;
    const prefix = url.pathname.replace(/\/+$/, '');
    this.limits = options;
    this.deadlines = new TimeoutQueue(options.requestTimeoutMs, (expire) => this.withoutSending(expire));
    this.identities = options.sharing ? new OpenRequests() : undefined;
    this.#onWriteEnded = options.onWriteEnded;
    this.#background = new BackgroundReads(this, options.onBackgroundRead);
    const failures = new UpstreamFailureReporter(options.onFailure);
    const writeConnections = Math.max(4, connections >> 2);
    const probePath = prefix + (options.probePath ?? '/');
    const pools = addressPools(options, connections + writeConnections, probePath);
    this.#probe = new Probe({ pools, path: probePath, timeoutMs, onError: (error) => failures.failedProbe(error) });
    const memory = new ResponseMemory(options.maxRequestBytes, options.maxTotalBytes);
    const cache = options.cache && new CallCache(url.origin + prefix, options.cache, memory);
    const shared = cache?.responses.shared;
    this.#sharedReads = shared && new SharedReads(cache, shared, this, this.#background);
    this.#environment = {
      prefix,
      reads: new FairQueue(connections, maxQueue),
      writes: new FairQueue(writeConnections, maxQueue),
      pools,
      timeouts: new TimeoutQueue(timeoutMs),
      maxResponseBytes: options.maxResponseBytes,
      memory,
      cache,
      breaker: new CircuitBreaker({
        threshold: options.breakerThreshold,
        probe: () => this.#probe.probe(),
        onChange: (isOpen) => this.#circuitChanged(isOpen, options.onCircuitChange),
        onHold: (holdsReads) => this.#holdReads(holdsReads),
      }),
      retries: new RetryPolicy(options.maxRetries),
      failures,
      responses: options.responses,
    };
  }

  /** Sends a GET, shares an identical one in flight of the call's identity, or responds with a kept response. */
  read(call: RestCall, inFlight: ReadsInFlight | undefined): void {
    const { cache } = this.#environment;
    if (this.#sharedReads !== undefined) this.#sharedReads.read(call, inFlight);
    else if (cache === undefined) this.#readAnew(call, inFlight, undefined);
    else if (!cache.respondTo(call)) this.#readAnew(call, inFlight, cache.findOld(call));
  }

  /** Shares an identical read in flight that began at the same place in the order of writes; false where there is none. */
  join(call: RestCall, inFlight: ReadsInFlight | undefined, now: Clock): boolean {
    const other = inFlight?.get(call.url);
    // What was sent before a write ended may have missed it.
    if (other === undefined || other.beganAt !== now) return false;
    call.scope.statistics.shared++;
    call.isShared = true;
    other.add(call);
    return true;
  }

  /** Sends a GET. `old`: a kept response that the service may confirm. */
  send(call: RestCall, inFlight: ReadsInFlight | undefined, now: Clock, old: OldResponse | undefined): void {
    call.stored = old;
    const exchange = new HttpExchange(call, null, now, this.#environment, inFlight);
    exchange.add(call);
    exchange.start();
  }

  /** Sends a write, once. Settles with its result after the reads that it may have changed were invalidated: none, where it is not sent. */
  async write(call: RestCall, body: string | null): Promise<unknown> {
    const { cache, breaker } = this.#environment;
    const result = call.result();
    const { endpoint, path } = call;
    if (breaker.rejects(false)) {
      call.fail(circuitOpen(endpoint));
      return await result;
    }
    const invalidated = cache?.responses.invalidateFor(endpoint, path);
    if (invalidated !== undefined) {
      if (!(await invalidated) && cache?.responses.isStrict) call.fail(notInvalidated(endpoint));
      // Also where its request has ended meanwhile.
      if (!call.isPending) return await result;
    }
    const exchange = new HttpExchange(call, body, this.#now, this.#environment, undefined);
    exchange.add(call);
    exchange.start();
    try {
      return await result;
    } finally {
      if (exchange.wasSent) await this.#writeEnded(call);
    }
  }

  async #writeEnded(write: RestCall): Promise<void> {
    const { endpoint, path, status } = write;
    if (this.#environment.cache !== undefined && isUnfinished(status)) this.#late.add({ endpoint, path });
    await this.#invalidateFor(write);
  }

  /** Invalidates what a write may have changed; everything without one. Undefined where nothing has to be waited for. */
  #invalidateFor(write: CallTarget | undefined): Promise<void> | undefined {
    const responses = this.#environment.cache?.responses;
    this.#writesEnded++;
    const invalidating = write
      ? responses?.invalidateFor(write.endpoint, write.path)
      : responses?.invalidateEverything();
    if (invalidating === undefined && this.#onWriteEnded === undefined) return undefined;
    return this.#tellOfWrite(write, invalidating);
  }

  async #tellOfWrite(write: CallTarget | undefined, invalidating: Promise<boolean> | undefined): Promise<void> {
    const isStoreTold = (await invalidating) !== false;
    await this.#onWriteEnded?.(write && recordsOfWrite(write.endpoint, write.path), isStoreTold);
  }

  /** Runs an action that ends many calls; those that wait are sent after it. */
  withoutSending(action: () => void): void {
    const { reads, writes } = this.#environment;
    reads.batch(() => writes.batch(action));
  }

  /** Call when a write has ended in another process: no later read gets a response that was requested before. */
  invalidateReads(): void {
    this.#writesEnded++;
    this.#environment.cache?.responses.writeEndedElsewhere();
  }

  /**
   * Invalidates everything that is kept. Where processes share it, it resolves to whether it is invalidated for all of them, or
   * will be as soon as it can.
   */
  invalidateEverything(): Promise<boolean> | undefined {
    this.#writesEnded++;
    return this.#environment.cache?.responses.invalidateEverything();
  }

  /** The same for one record, and what is below its path. */
  invalidateRecord(entity: Entity, id: string): Promise<boolean> | undefined {
    this.#writesEnded++;
    return this.#environment.cache?.responses.invalidateRecord(entity, id);
  }

  /** Where all writes of all processes have a place, if they share what they keep; a look-up gives the present one. */
  get sharedStore(): SharedStore | undefined {
    return this.#environment.cache?.responses.shared;
  }

  /** Number of writes that have ended. Data that was read at another number may be stale. */
  get writesEnded(): number {
    return this.#writesEnded;
  }

  /** Keeps results of whole queries; undefined where there is no cache of responses. */
  get results(): ResultCache | undefined {
    return this.#environment.cache?.results;
  }

  /** What the cache of responses holds and did; undefined where there is none. */
  get cacheUsage(): (CacheUsage & { leaseWaits?: number | undefined }) | undefined {
    const usage = this.#environment.cache?.usage;
    return usage && { ...usage, leaseWaits: this.#sharedReads?.leaseWaits };
  }

  /** Connections in use, and calls that wait for one. */
  get usage(): { reads: QueueUsage; writes: QueueUsage } {
    return { reads: this.#environment.reads.usage, writes: this.#environment.writes.usage };
  }

  /** The addresses of the service's name, and up to 64 that it had before; none before it is resolved. */
  get addresses(): readonly AddressUsage[] {
    return this.#environment.pools.usage;
  }

  get circuit(): Pick<CircuitBreaker, 'isOpen' | 'timesOpened'> {
    return this.#environment.breaker;
  }

  /** Whether the service responds with a status below 500. It is probed at most once per second. */
  async isReachable(): Promise<boolean> {
    const isReachable = await this.#probe.isReachable();
    if (isReachable) this.#environment.breaker.onSuccess();
    return isReachable;
  }

  /** Whether the service may still execute a write whose outcome is not known; also after `close`. */
  get hasUnfinishedWrites(): boolean {
    return this.#late.isPending;
  }

  /** Waits for the calls in flight, then closes the connections. */
  async close(): Promise<void> {
    this.#environment.breaker.close();
    await this.#environment.pools.close();
    this.#late.close();
  }

  /** What a read that begins now must not be older than. */
  get #now(): number {
    return this.#environment.cache?.responses.clock ?? this.#writesEnded;
  }

  /** Reads what is not kept, or has only an old response, which may be used meanwhile. */
  #readAnew(call: RestCall, inFlight: ReadsInFlight | undefined, old: OldResponse | undefined): void {
    if (old !== undefined && this.#environment.cache?.respondMeanwhile(call, old)) {
      if (this.#background.mayStart(call)) this.#background.start(call, this.#now, old);
    } else if (!this.join(call, inFlight, this.#now)) this.send(call, inFlight, this.#now, old);
  }

  #circuitChanged(isOpen: boolean, report: ((isOpen: boolean) => void) | undefined): void {
    report?.(isOpen);
    if (isOpen) this.#environment.writes.flush();
  }

  #holdReads(holdsReads: boolean): void {
    const { reads, breaker } = this.#environment;
    reads.isHeld = holdsReads;
    if (holdsReads) return;
    if (breaker.isOpen) reads.flush();
    else reads.resume();
  }
}

function addressPools(options: UpstreamOptions, requests: number, probePath: string): AddressPools {
  const { url, route = {}, connectionAgeMs: maxAgeMs, connections: keptConnections } = options;
  const { origin, hostname } = url;
  return new AddressPools({ ...options, origin, hostname, route, maxAgeMs, keptConnections, requests, probePath });
}
