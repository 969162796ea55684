import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { redisAddressOf } from '../../src/server/redis/redis-address.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { createSharedCache } from '../../src/server/upstream/shared-cache/create.ts';
import type { OracleOptions } from '../support/cache/oracle.ts';
import { runOracle, type SharedCaches } from '../support/cache/oracle-run.ts';
import { redisOfFile, sharedCacheSettings } from '../support/cache/replicas.ts';
import { skipsRedis } from '../support/services/redis.ts';

/**
 * Number of random reads and writes through three gateways. For more:
 * `SHARED_CACHE_STEPS=200000 npm run test:faults -- shared-cache-oracle`.
 */
const steps = Number(process.env.SHARED_CACHE_STEPS ?? 2000);

describe.skipIf(skipsRedis)('three gateways with a shared cache', () => {
  const redis = redisOfFile();

  /** Closing them checks that Redis was there all the time. */
  async function threeCaches(): Promise<SharedCaches> {
    const settings = readSettings(sharedCacheSettings(redis()));
    const address = await redisAddressOf(settings);
    const create = () => createSharedCache(settings, address, pino({ level: 'silent' }));
    const caches = (await Promise.all([create(), create(), create()])).filter((cache) => cache !== undefined);
    return {
      options: caches.map(({ options }) => options),
      close: async () => {
        expect(caches.map(({ isUp, errors }) => ({ isUp, errors }))).toEqual(Array(3).fill({ isUp: true, errors: 0 }));
        for (const cache of caches) await cache.close();
      },
    };
  }

  it.each<[what: string, count: number, options: OracleOptions]>([
    ['', steps, { isCalled: true }],
    [' of a service that sends ETags', Math.max(1000, steps / 4), { isCalled: true, hasETags: true }],
    [' of responses that have expired', Math.max(1000, steps / 4), { isCalled: true, isStale: true }],
    [' over HTTP', 800, {}],
  ])(
    'serve no read%s that is older than a write through any of them, or another client’s',
    async (_what, count, options) => {
      const { hits, stale } = await runOracle(count, options, threeCaches);
      expect(options.isStale ? stale : hits).toBeGreaterThan(count / 5);
    },
    30_000 + steps * 20,
  );
});
