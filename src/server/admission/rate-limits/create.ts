import type { Logger } from 'pino';
import type { RedisAddress } from '../../redis/redis-address.ts';
import type { Settings } from '../../settings/settings.ts';
import type { RateLimits } from './rate-limits.ts';

/** The rate limits of the settings; undefined where all are off: nothing is then loaded, and no request is counted. */
export async function createRateLimits(
  settings: Settings,
  redis: RedisAddress | undefined,
  logger: Logger,
): Promise<RateLimits | undefined> {
  const { rateLimitAddress, rateLimitRequests, rateLimitCalls } = settings;
  if (rateLimitAddress + rateLimitRequests + rateLimitCalls === 0) return undefined;
  const { RateLimits } = await import('./rate-limits.ts');
  return await RateLimits.create(settings, redis, logger);
}
