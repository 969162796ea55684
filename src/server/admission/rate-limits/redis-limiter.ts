import type { Logger } from 'pino';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisAddress } from '../../redis/redis-address.ts';
import { RedisConnection } from '../../redis/redis-connection.ts';
import type { RateLimiter, Usage } from './rate-limiter.ts';

/** Maximum time that the start waits for Redis, in milliseconds. */
const startTimeoutMs = 500;

/** Rate limits that several processes share. */
export class RedisLimits {
  readonly #connection: RedisConnection;
  readonly #limiter: RateLimiterRedis;

  private constructor(address: RedisAddress, windowMs: number, logger: Logger) {
    this.#connection = new RedisConnection({
      address,
      logger,
      probe: () => this.#limiter.penalty('probe', 0),
      messages: {
        up: 'rate limits are shared in Redis',
        down: 'Redis is not available: each process counts its own rate limits',
      },
    });
    this.#limiter = new RateLimiterRedis({
      storeClient: this.#connection.client,
      keyPrefix: 'docgraph',
      points: 0,
      duration: windowMs / 1000,
      customIncrTtlLuaScript: scriptFor(windowMs),
    });
  }

  /** Connects. Also resolves where Redis is not available: it is then used when it becomes available. */
  static async connect(address: RedisAddress, windowMs: number, logger: Logger): Promise<RedisLimits> {
    const limits = new RedisLimits(address, windowMs, logger);
    await limits.#connection.settled(startTimeoutMs);
    return limits;
  }

  /** A limiter whose keys begin with a name. It counts in `local` while Redis is not available. */
  limiter(name: string, local: RateLimiter): RateLimiter {
    return {
      consume: async (key, points) => (await this.#consume(`${name}:${key}`, points)) ?? local.consume(key, points),
      close: () => local.close(),
    };
  }

  /** Whether Redis counts, and not this process alone. */
  get isUp(): boolean {
    return this.#connection.isUp;
  }

  close(): void {
    this.#connection.close();
  }

  async #consume(key: string, points: number): Promise<Usage | undefined> {
    const result = await this.#connection.run(() => this.#limiter.penalty(key, points));
    return result && { points: result.consumedPoints, resetMs: result.msBeforeNext };
  }
}

/** Adds points in one step, and returns the sum and the rest of the window. The library's own takes whole seconds. */
function scriptFor(windowMs: number): string {
  return `
redis.call('set', KEYS[1], 0, 'PX', ${windowMs}, 'NX')
local points = redis.call('incrby', KEYS[1], ARGV[1])
return {points, redis.call('pttl', KEYS[1])}`;
}
