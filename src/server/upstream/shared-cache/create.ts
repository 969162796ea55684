import type { Logger } from 'pino';
import type { SharedCacheOptions } from '../../../engine/engine.ts';
import type { RedisAddress } from '../../redis/redis-address.ts';
import { packageVersion } from '../../runtime/package-root.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RedisStore } from './redis-store.ts';

/** Maximum time that the start waits for Redis, in milliseconds. */
const startTimeoutMs = 500;

export interface SharedCache {
  readonly options: SharedCacheOptions;
  /** Waits for the connection; resolves also where Redis is not available: it is then used when it becomes available. */
  settled(): Promise<void>;
  readonly isUp: boolean;
  readonly errors: number;
  /** Resolves when Redis knows of all that was invalidated, or after a moment without Redis. */
  close(): Promise<void>;
}

/** The shared cache of the settings; undefined where each process has its own: nothing is then loaded. */
export async function createSharedCache(
  settings: Settings,
  address: RedisAddress | undefined,
  logger: Logger,
): Promise<SharedCache | undefined> {
  const { cache, cacheSecret: secret, cacheRedisTimeout: timeoutMs, cacheTtl: ttlMs } = settings;
  if (cache !== 'redis' || secret === undefined || address === undefined) return undefined;
  const { RedisStore } = await import('./redis-store.ts');
  let store: RedisStore | undefined;
  return {
    options: {
      secret,
      version: versionOf(settings),
      isStrict: settings.cacheStrictWrites,
      connect: (part) => {
        store = new RedisStore({ ...part, address, timeoutMs, ttlMs, logger });
        return store;
      },
    },
    settled: async () => store?.settled(startTimeoutMs),
    get isUp() {
      return store?.isUp ?? false;
    },
    get errors() {
      return store?.errors ?? 0;
    },
    close: async () => store?.close(),
  };
}

/** What else than its client and its URL decides what a response is, and how long it is used: gateways that differ in it share none. */
function versionOf(settings: Settings): string {
  const { upstreamToken, upstreamHeaders, forwardHeaders, cacheTtl, cacheTtls } = settings;
  const sent = [upstreamToken, upstreamHeaders, forwardHeaders];
  const times = [cacheTtl, [...cacheTtls].sort(), settings.cacheStaleWhileRevalidate, settings.cacheStaleIfError];
  return JSON.stringify([packageVersion(), ...sent, ...times]);
}
