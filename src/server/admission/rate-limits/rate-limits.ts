import type { Logger } from 'pino';
import type { RequestOrigin } from '../../http/http-messages.ts';
import type { RedisAddress } from '../../redis/redis-address.ts';
import type { Settings } from '../../settings/settings.ts';
import { MemoryLimiter } from './memory-limiter.ts';
import type { Limit, Limits } from './rate-limiter.ts';
import type { RedisLimits } from './redis-limiter.ts';
import { RequestQuota } from './request-quota.ts';

/** Counts requests and REST calls by client, and rejects those above a limit. */
export class RateLimits {
  readonly #limits: Limits;
  readonly #trustedProxies: number;
  readonly #redis: Pick<RedisLimits, 'isUp' | 'close'> | undefined;

  private constructor(limits: Limits, trustedProxies: number, redis: Pick<RedisLimits, 'isUp' | 'close'> | undefined) {
    this.#limits = limits;
    this.#trustedProxies = trustedProxies;
    this.#redis = redis;
  }

  /**
   * The rate limits of the settings; undefined where all are off. Connects to Redis where it is set. A Redis that is not available
   * delays this by at most half a second.
   */
  static async create(
    settings: Settings,
    address: RedisAddress | undefined,
    logger: Logger,
  ): Promise<RateLimits | undefined> {
    const { rateLimitAddress, rateLimitRequests, rateLimitCalls, rateLimitWindow, trustedProxies } = settings;
    if (rateLimitAddress + rateLimitRequests + rateLimitCalls === 0) return undefined;
    // Loaded only when it is used: it takes a tenth of a second.
    const redis =
      address === undefined
        ? undefined
        : await (await import('./redis-limiter.ts')).RedisLimits.connect(address, rateLimitWindow, logger);
    const limit = (name: string, points: number, setting: Limit['setting'], message: string): Limit | undefined => {
      if (points === 0) return undefined;
      const local = new MemoryLimiter(rateLimitWindow);
      return { setting, message, points, limiter: redis?.limiter(name, local) ?? local };
    };
    const limits: Limits = {
      address: limit('address', rateLimitAddress, 'RATE_LIMIT_ADDRESS', 'Too many requests from this address.'),
      requests: limit('requests', rateLimitRequests, 'RATE_LIMIT_REQUESTS', 'Too many requests.'),
      calls: limit('calls', rateLimitCalls, 'RATE_LIMIT_CALLS', 'Previous requests made too many REST calls.'),
    };
    return new RateLimits(limits, trustedProxies, redis);
  }

  forRequest(source: RequestOrigin): RequestQuota {
    return new RequestQuota(this.#limits, source, this.#trustedProxies);
  }

  /** Whether Redis can be used; undefined where it is not set. */
  get isRedisUp(): boolean | undefined {
    return this.#redis?.isUp;
  }

  close(): void {
    this.#redis?.close();
  }
}
