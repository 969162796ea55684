import { describe, it } from 'vitest';
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
    tests((environment = {}) => startWorld({ ...settings(), ...environment }), settings);
  });
}
