import type { Result } from 'ioredis';
import type { Logger } from 'pino';
import type { RedisAddress } from '../../redis/redis-address.ts';
import { RedisConnection } from '../../redis/redis-connection.ts';
import type { RateLimiter, Usage } from './rate-limiter.ts';

/** Maximum time that the start waits for Redis, in milliseconds. */
const startTimeoutMs = 500;

/** Longest time for which a Redis that fails again and again is not probed, in milliseconds. */
const maxProbeIntervalMs = 30_000;

/**
 * Adds points to a key in one step, and returns the sum and the rest of its window, in milliseconds. The first call begins the window, whose
 * length is the second argument.
 */
const addPointsScript = `
redis.call('set', KEYS[1], 0, 'PX', ARGV[2], 'NX')
local points = redis.call('incrby', KEYS[1], ARGV[1])
return {points, redis.call('pttl', KEYS[1])}`;

declare module 'ioredis' {
  interface RedisCommander<Context> {
    docgraphAddPoints(key: string, points: number, windowMs: number): Result<[number, number], Context>;
  }
}

/** Rate limits that several processes share. */
export class RedisLimits {
  readonly #connection: RedisConnection;
  readonly #windowMs: number;

  private constructor(address: RedisAddress, windowMs: number, logger: Logger) {
    this.#windowMs = windowMs;
    this.#connection = new RedisConnection({
      address,
      logger,
      usesAllNodes: true,
      maxProbeIntervalMs,
      probe: () => this.#add('probe', 0),
      messages: {
        up: 'rate limits are shared in Redis',
        down: 'Redis is not available: each process counts its own rate limits',
      },
    });
    this.#connection.client.defineCommand('docgraphAddPoints', { numberOfKeys: 1, lua: addPointsScript });
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
    const reply = await this.#connection.run(() => this.#add(key, points));
    return reply && { points: reply[0], resetMs: reply[1] };
  }

  #add(key: string, points: number): Promise<[number, number]> {
    return this.#connection.client.docgraphAddPoints(`docgraph:${key}`, points, this.#windowMs);
  }
}
