import type { Logger } from 'pino';
import { type InvalidRecords, Upstream } from '../../../engine/engine.ts';
import { redisAddressOf } from '../../redis/redis-address.ts';
import type { Settings } from '../../settings/settings.ts';
import { cacheOptions, invalidate } from '../cache.ts';
import { upstreamLimits } from '../upstream-limits.ts';
import { createSharedCache } from './create.ts';

/** Invalidates a shared cache, in a process that serves no requests. */
export interface SharedCacheInvalidator {
  /** Resolves to whether the store is told; false where it will be as soon as that is possible. Rejects with a TypeError for an unknown type. */
  invalidate(records: InvalidRecords): Promise<boolean>;
  close(): Promise<void>;
}

/** Undefined where each process has a cache of its own. */
export async function createInvalidator(
  settings: Settings,
  url: URL,
  logger: Logger,
): Promise<SharedCacheInvalidator | undefined> {
  const shared = await createSharedCache(settings, await redisAddressOf(settings), logger);
  if (shared === undefined) return undefined;
  const cache = cacheOptions(settings, [], shared.options);
  const upstream = new Upstream({ url, ...upstreamLimits(settings), sharing: false, cache });
  await shared.settled();
  return {
    invalidate: (records) => invalidate(upstream, records),
    close: async () => {
      await upstream.close();
      await shared.close();
    },
  };
}
