import { describe, expect, it } from 'vitest';
import { parseMetrics, sumOf } from '../services/metrics.ts';
import { skipsRedis } from '../services/redis.ts';
import { redisOfFile, sharedCacheSettings } from './replicas.ts';
import { type CachedWorld, cachedWorlds } from './versioned-service.ts';

/** Starts a gateway with a cache in the store. */
export type StartWithStore = (environment?: Record<string, string>) => Promise<CachedWorld>;

/** Runs tests with each store of the cache, and with the settings for it; `title` ends in its name. Those with Redis are skipped where it is not installed. */
export function describeEachStore(
  title: string,
  tests: (start: StartWithStore, settings: () => Record<string, string>) => void,
): void {
  describe.each(['memory', 'redis'] as const)(`${title} %s`, (store) => {
    if (store === 'redis' && skipsRedis) {
      it.skip('needs redis-server', () => {});
      return;
    }
    const redis = store === 'redis' ? redisOfFile() : undefined;
    const startWorld = cachedWorlds();
    const settings = () => (redis ? sharedCacheSettings(redis()) : { CACHE: 'memory' });
    const start: StartWithStore = async (environment = {}) => {
      const world = await startWorld({ ...settings(), METRICS: 'true', ...environment });
      // A gateway that starts on a busy machine does not wait for it.
      if (redis && environment.CACHE === undefined) await expect.poll(() => isRedisUp(world)).toBe(1);
      return world;
    };
    tests(start, settings);
  });
}

async function isRedisUp({ gateway }: CachedWorld): Promise<number> {
  return sumOf(parseMetrics(await gateway.gateway.metrics()), 'docgraph_redis_up', 'use="cache"');
}
