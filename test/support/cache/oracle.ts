import type { CacheUsage, SharedCacheOptions } from '../../../src/engine/cache/response-cache.ts';
import type { Endpoint } from '../../../src/engine/contract/model.ts';
import { RestClient } from '../../../src/engine/http/client.ts';
import type { Credentials } from '../../../src/engine/http/credentials.ts';
import { GatewayError } from '../../../src/engine/http/errors.ts';
import { Upstream } from '../../../src/engine/http/upstream.ts';
import { urlOf } from '../../../src/engine/http/url.ts';
import { createSandbox, sandboxTokens } from '../../../src/sandbox/index.ts';
import { createRandom, type Random } from '../../../src/sandbox/random.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { upstreamLimits } from '../../../src/server/upstream/upstream-limits.ts';
import { CalledSandbox } from './called-sandbox.ts';
import { startETagProxy } from './etag-proxy.ts';
import { KnownKeys } from './known-keys.ts';
import { keptReads, type RandomCall, RandomCalls, reads } from './random-calls.ts';

/** How many of the last reads may be made again. */
const maxRecent = 100;

/** A read whose response through the cache differs from that of the service. */
export interface StaleRead {
  readonly call: RandomCall;
  readonly after: string | undefined;
  readonly cached: string;
  readonly current: string;
}

export interface OracleOptions {
  /** Whether the service is called without HTTP, which takes a tenth of the time. */
  readonly isCalled?: boolean;
  /** Whether the responses of the service have ETags. */
  readonly hasETags?: boolean;
  /** Whether what is kept expires at once, and is used while it is read anew. */
  readonly isStale?: boolean;
  /** How each of several gateways shares what it keeps. Left out: there is one, with a cache of its own. */
  readonly shared?: readonly SharedCacheOptions[];
}

/** Random calls on one sandbox through a cache; each read is compared with what the service responds without one. */
export class CacheOracle {
  readonly stale: StaleRead[] = [];
  /** The ids of endpoints that were called with success. */
  readonly succeeded = new Set<string>();
  readonly #service: Service;
  /** The gateways. */
  readonly #cached: readonly Upstream[];
  readonly #direct: Upstream;
  readonly #random: Random;
  readonly #keys: KnownKeys;
  readonly #calls: RandomCalls;
  readonly #recent: RandomCall[] = [];
  #lastWrite: string | undefined;
  #reads = 0;
  #writes = 0;

  private constructor(service: Service, random: Random, { isStale = false, shared = [] }: OracleOptions) {
    this.#service = service;
    const options = {
      url: new URL(service.url),
      ...upstreamLimits(readSettings({ CIRCUIT_BREAKER: '0' })),
      sharing: true,
    };
    const hour = 3_600_000;
    const stale = isStale ? { whileRevalidateMs: hour, ifErrorMs: hour } : undefined;
    const cache = { ttlMs: isStale ? 1 : hour, stale, maxBytes: 67_108_864, isKeyed: () => true };
    this.#cached = (shared.length === 0 ? [undefined] : shared).map(
      (one) => new Upstream({ ...options, cache: { ...cache, shared: one } }),
    );
    this.#direct = new Upstream({ ...options, sharing: false });
    this.#random = random;
    this.#keys = new KnownKeys(this.#random);
    this.#calls = new RandomCalls(this.#random, this.#keys);
  }

  /** A new sandbox, of which some records of every kind are known. */
  static async start(seed: number, options: OracleOptions = {}): Promise<CacheOracle> {
    const random = createRandom(seed);
    const { isCalled = false, hasETags = false } = options;
    const service = isCalled ? new CalledSandbox(random, hasETags) : await servedSandbox(hasETags);
    const oracle = new CacheOracle(service, random, options);
    await oracle.#explore();
    return oracle;
  }

  /** What the gateways did together. */
  get usage() {
    const all = this.#cached.map(({ cacheUsage }) => cacheUsage);
    const sum = (count: (usage: CacheUsage) => number) =>
      all.reduce((total, usage) => total + (usage === undefined ? 0 : count(usage)), 0);
    return {
      hits: sum(({ hits }) => hits),
      confirmed: sum(({ confirmed }) => confirmed),
      stale: sum(({ staleMeanwhile }) => staleMeanwhile),
      narrow: sum(({ invalidations }) => invalidations.records),
      reads: this.#reads,
      writes: this.#writes,
    };
  }

  /** How many reads and writes the gateways were asked for. */
  get steps(): number {
    return this.#reads + this.#writes;
  }

  /** Makes a random read, or a write with reads before, during and after it. */
  async next(): Promise<void> {
    if (this.#random.chance(0.15)) await this.write(this.#calls.write());
    else await this.check(this.#random.chance(0.85) ? this.#again() : this.#calls.read());
  }

  /** Makes a random write of one endpoint as an admin, amid reads of it and of `lists`; none while no record is known that it needs. */
  async writeOf(endpoint: Endpoint, lists: readonly Endpoint[] = []): Promise<void> {
    const call = this.#calls.of(endpoint, sandboxTokens.admin);
    if (call === undefined) return;
    const ofLists = lists.flatMap((list) => Array.from({ length: 8 }, () => this.#calls.of(list, sandboxTokens.admin)));
    await this.#writeAmid(call, [...this.#calls.around(call), ...ofLists.filter((read) => read !== undefined)]);
  }

  /** Begins with an empty cache. */
  invalidate(): void {
    this.stale.length = 0;
    for (const cached of this.#cached) cached.invalidateEverything();
  }

  /** Makes a write, at times with reads at the same moment, after reads of what it may change; then makes these again. */
  async write(call: RandomCall): Promise<void> {
    await this.#writeAmid(call, this.#random.chance(0.5) ? this.#calls.around(call) : []);
  }

  async #writeAmid(call: RandomCall, around: readonly RandomCall[]): Promise<void> {
    const elsewhere = this.#recent.filter(({ path }) => !('spaceId' in path));
    const affected = [
      ...around,
      ...Array.from({ length: 4 }, () => this.#random.pick(elsewhere)),
      ...Array.from({ length: 4 }, () => this.#again()),
    ];
    for (const read of affected) await this.check(read);
    const racing = this.#random.chance(0.3) ? affected.slice(0, 4) : [];
    this.#reads += racing.length;
    const before = racing.slice(0, 2).map((read) => outcomeOf(this.#any(), read));
    const writing = this.#send(call);
    const during = racing.slice(2).map((read) => outcomeOf(this.#any(), read));
    await writing;
    await Promise.all([...before, ...during]);
    for (const read of affected) await this.check(read);
  }

  /** Makes a read through the cache and, where the cache has responded, without it, and compares. */
  async check(call: RandomCall): Promise<void> {
    this.#reads++;
    const before = this.#answered;
    const cached = await outcomeOf(this.#any(), call);
    if (before !== this.#answered) await this.#compare(call, cached);
    else if (!this.#recent.includes(call)) this.#keys.learn(call.endpoint, call.path, cached.result);
    if (cached.error === undefined) this.succeeded.add(call.endpoint.id);
    if (cached.error === undefined && keptReads.includes(call.endpoint)) this.#remember(call);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#cached, this.#direct].map((upstream) => upstream.close()));
    await this.#service.close();
  }

  /** How many reads got a kept response, fresh or not, or one that the service has confirmed. */
  get #answered(): number {
    let answered = 0;
    for (const { cacheUsage } of this.#cached) {
      if (cacheUsage === undefined) continue;
      answered += cacheUsage.hits + cacheUsage.confirmed + cacheUsage.staleMeanwhile;
    }
    return answered;
  }

  #remember(call: RandomCall): void {
    const { length } = this.#recent;
    if (!this.#recent.includes(call)) this.#recent[length < maxRecent ? length : this.#random.below(maxRecent)] = call;
  }

  async #compare(call: RandomCall, outcome: Outcome): Promise<void> {
    const cached = textOf(outcome);
    const current = textOf(await outcomeOf(this.#direct, call));
    if (cached !== current) this.stale.push({ call, after: this.#lastWrite, cached, current });
  }

  /** Makes reads of every kind, from the top down. */
  async #explore(): Promise<void> {
    const byDepth = reads.toSorted((a, b) => a.pathParams.length - b.pathParams.length);
    for (const endpoint of byDepth) {
      for (let i = 0; i < 8; i++) {
        const call = this.#calls.of(endpoint, sandboxTokens.admin);
        if (call !== undefined) await this.check(call);
      }
    }
  }

  async #send(call: RandomCall): Promise<void> {
    this.#writes++;
    const { endpoint, path } = call;
    const { result, error } = await outcomeOf(this.#any(), call);
    this.#lastWrite = endpoint.id;
    if (error !== undefined) return;
    this.succeeded.add(endpoint.id);
    this.#keys.learn(endpoint, path, result);
  }

  /** The gateway that a client's next call goes through. */
  #any(): Upstream {
    const [only] = this.#cached;
    return this.#cached.length === 1 && only !== undefined ? only : this.#random.pick(this.#cached);
  }

  #again(): RandomCall {
    return this.#random.pick(this.#recent);
  }
}

/** The service that the gateways are over. */
interface Service {
  readonly url: string;
  close(): Promise<void> | void;
}

async function servedSandbox(hasETags: boolean): Promise<Service> {
  const sandbox = await createSandbox({ processingMs: 600_000 });
  const url = await sandbox.listen();
  if (!hasETags) return { url, close: sandbox.close };
  const proxy = await startETagProxy(url);
  const close = async () => {
    await proxy.close();
    await sandbox.close();
  };
  return { url: proxy.url, close };
}

interface Outcome {
  readonly result: unknown;
  readonly error: GatewayError | undefined;
}

function textOf({ result, error }: Outcome): string {
  return error === undefined ? JSON.stringify(result) : `${error.code} ${error.message}`;
}

async function outcomeOf(upstream: Upstream, call: RandomCall): Promise<Outcome> {
  const client = new RestClient(upstream, { credentials: credentialsOf(call.token) });
  const { endpoint, path, query, body } = call;
  try {
    const result =
      endpoint.method === 'GET'
        ? await client.read({ endpoint, path, query }, urlOf(endpoint, path, query), false).result()
        : await client.call(endpoint, { path, query, body } as never);
    return { result, error: undefined };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { result: undefined, error };
  } finally {
    client.close();
  }
}

function credentialsOf(token: string | null): Credentials {
  const authorization = token === null ? undefined : `Bearer ${token}`;
  const headers = [
    'accept',
    'application/json',
    ...(authorization === undefined ? [] : ['authorization', authorization]),
  ];
  return { authorization, headers, identity: headers.join('\n'), client: authorization ?? '', secrets: [] };
}
