import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { redisAddressOf } from '../../src/server/redis/redis-address.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { createSharedCache, type SharedCache } from '../../src/server/upstream/shared-cache/create.ts';
import { CacheOracle, type OracleOptions } from '../support/cache/oracle.ts';
import { redisOfFile, sharedCacheSettings } from '../support/cache/replicas.ts';
import { skipsRedis } from '../support/services/redis.ts';

/**
 * Number of random calls through three gateways; with what follows each write, several times as many are made. For 20,000:
 * `SHARED_CACHE_STEPS=20000 npx vitest run test/faults/shared-cache-oracle.test.ts`.
 */
const steps = Number(process.env.SHARED_CACHE_STEPS ?? 40);

/** After so many steps a new sandbox begins, as writes have deleted much of it. */
const stepsPerSandbox = 2000;

const seed = Number(process.env.CACHE_SEED ?? 20260616);

const secondsPerStep = 0.5;

describe.skipIf(skipsRedis)('three gateways with a shared cache', () => {
  const redis = redisOfFile();

  async function sharedCaches(count: number): Promise<SharedCache[]> {
    const settings = readSettings(sharedCacheSettings(redis()));
    const address = await redisAddressOf(settings);
    const created = Array.from({ length: count }, () =>
      createSharedCache(settings, address, pino({ level: 'silent' })),
    );
    return (await Promise.all(created)).filter((cache) => cache !== undefined);
  }

  it.each([
    ['', {}],
    [' of a service that sends ETags', { hasETags: true }],
    [' of responses that have expired', { isStale: true }],
  ])(
    'serve no read%s that is older than a write through any of them, or another client’s',
    async (_what, options: OracleOptions) => {
      let hits = 0;
      for (let done = 0, world = 0; done < steps; done += stepsPerSandbox, world++) {
        const caches = await sharedCaches(3);
        const oracle = await CacheOracle.start(seed + world, {
          ...options,
          shared: caches.map((cache) => cache.options),
        });
        for (let step = 0; step < Math.min(stepsPerSandbox, steps - done); step++) await oracle.step();
        expect(oracle.stale).toEqual([]);
        expect(caches.map(({ isUp, errors }) => ({ isUp, errors }))).toEqual(Array(3).fill({ isUp: true, errors: 0 }));
        hits += options.isStale ? oracle.usage.stale : oracle.usage.hits;
        if (process.env.SHARED_CACHE_STEPS) console.log(done, oracle.usage, Object.fromEntries(oracle.written));
        await oracle.close();
        for (const cache of caches) await cache.close();
      }
      expect(hits).toBeGreaterThan(steps / 2);
    },
    30_000 + steps * secondsPerStep * 1000,
  );
});
