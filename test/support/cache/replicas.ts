import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type RequestOptions, startGateway, type TestGateway } from '../gateways/gateway.ts';
import { TestRedis } from '../services/redis.ts';
import { startVersionedService, titleThrough, type VersionedService } from './versioned-service.ts';

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
export interface Replicas extends VersionedService {
  readonly gateways: readonly TestGateway[];
  /** Reads an organization's title through one of the gateways. */
  title(replica: number, options?: RequestOptions, id?: string): Promise<string | null>;
  /** Renames the organization through one of the gateways. */
  rename(replica: number): Promise<string | undefined>;
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
    const service = await startVersionedService();
    const { upstream } = service;
    const settings = { ...sharedCacheSettings(redis()), LOG_LEVEL: 'warn', ...environment };
    const gateways = await Promise.all(Array.from({ length: count }, () => startGateway(upstream.url, settings)));
    closers.push(...gateways.map(({ close }) => close), () => upstream.close());
    const at = (replica: number) => gateways[replica] as TestGateway;
    return Object.assign(service, {
      gateways,
      title: (replica: number, options?: RequestOptions, id?: string) => titleThrough(at(replica), options, id),
      rename: async (replica: number) => (await at(replica).execute(renaming)).errors?.[0]?.message,
    });
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
