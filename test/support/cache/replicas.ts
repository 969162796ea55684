import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type RequestOptions, startGateway, type TestGateway } from '../gateways/gateway.ts';
import { TestRedis } from '../services/redis.ts';
import {
  type FaultUpstream,
  json,
  type ReceivedRequest,
  type Reply,
  startFaultUpstream,
} from '../upstreams/fault-upstream.ts';

/** Settings of gateways that share a cache in a Redis. */
export function sharedCacheSettings(redis: TestRedis): Record<string, string> {
  return {
    CACHE: 'redis',
    CACHE_SECRET: 'a secret of more than thirty-two characters',
    REDIS_URL: redis.url,
    // The machine of a test may be busy.
    CACHE_REDIS_TIMEOUT: '2000',
  };
}

/** Gateways that share a cache, in front of a service whose records have the number of the response as their title. */
export interface Replicas {
  readonly gateways: readonly TestGateway[];
  readonly upstream: FaultUpstream;
  /** Reads an organization's title through one of the gateways. */
  title(replica: number, options?: RequestOptions, id?: string): Promise<string | null>;
  /** Renames the organization through one of the gateways. */
  rename(replica: number): Promise<string | undefined>;
  /** The reads that the service got. */
  readonly reads: readonly ReceivedRequest[];
  /** From now on, writes get this reply. */
  replyToWrites(reply: Reply): void;
  /** From now on, reads get these headers, or another reply. */
  replyToReads(reply: Record<string, string> | Reply): void;
}

/** What `rename` sends. */
export const renaming = 'mutation { updateOrganization(input: { id: "o1", title: "new" }) { organization { title } } }';

/** Gives a function that starts such gateways over one Redis of the file; they are closed after each test. */
export function replicasOver(redis: () => TestRedis) {
  const closers: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  return async (environment: Record<string, string> = {}, count = 2): Promise<Replicas> => {
    const upstream = await startFaultUpstream();
    const settings = { ...sharedCacheSettings(redis()), LOG_LEVEL: 'warn', ...environment };
    const gateways = await Promise.all(Array.from({ length: count }, () => startGateway(upstream.url, settings)));
    closers.push(...gateways.map(({ close }) => close), () => upstream.close());
    let version = 0;
    let write: Reply = json({ id: 'o1', title: 'written' });
    let read: Record<string, string> | Reply = {};
    upstream.reply((response, request) => {
      if (request.method !== 'GET') return write(response, request);
      if (typeof read === 'function') return read(response, request);
      version++;
      const id = new URL(request.url, upstream.url).pathname.split('/').at(-1);
      json({ id, title: `${version}` }, 200, read)(response, request);
    });
    const at = (replica: number) => gateways[replica] as TestGateway;
    return {
      gateways,
      upstream,
      title: async (replica, options, id = 'o1') => {
        const { data } = await at(replica).execute(`{ organization(id: "${id}") { title } }`, options);
        return data.organization?.title ?? null;
      },
      rename: async (replica) => (await at(replica).execute(renaming)).errors?.[0]?.message,
      get reads() {
        return upstream.arrived.filter(({ method }) => method === 'GET');
      },
      replyToWrites: (reply) => {
        write = reply;
      },
      replyToReads: (reply) => {
        read = reply;
      },
    };
  };
}

/** A Redis for all tests of a file. Each begins with an empty one: its service may have the port of an earlier one. */
export function redisOfFile(...args: string[]): () => TestRedis {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await TestRedis.start(...args);
  });
  beforeEach(async () => {
    await redis.use((client) => client.flushall());
  });
  afterAll(() => redis.remove());
  return () => redis;
}
