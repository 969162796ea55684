import type { TestRedis } from '../services/redis.ts';
import type { ReplicatedGateway } from './replicated-gateway.ts';

/** What faults happen to. */
interface FaultTarget {
  readonly redis: TestRedis;
  readonly gateway: ReplicatedGateway;
}

/** Begins a fault, and returns what ends it. */
type Fault = (target: FaultTarget) => Promise<() => Promise<unknown> | unknown>;

/** What can happen to replicas and to the Redis that they share. */
export const faults = {
  'Redis killed, and started empty': async ({ redis }) => {
    await redis.kill();
    return () => redis.start();
  },
  'Redis frozen': async ({ redis }) => {
    redis.freeze();
    return () => redis.resume();
  },
  'Redis slow': async ({ gateway }) => {
    for (const proxy of gateway.proxies) proxy.delayMs = 700;
    return () => {
      for (const proxy of gateway.proxies) proxy.delayMs = 0;
    };
  },
  'Redis full': async ({ redis }) => {
    await redis.use((client) => client.config('SET', 'maxmemory-policy', 'noeviction', 'maxmemory', '1'));
    return () => redis.use((client) => client.config('SET', 'maxmemory', '0'));
  },
  'Redis flushed': async ({ redis }) => {
    await redis.use((client) => client.flushall());
    return () => redis.use((client) => client.flushall());
  },
  'one replica cut off from Redis': async ({ gateway }) => {
    gateway.proxies[0]?.hold();
    return () => gateway.proxies[0]?.resume();
  },
  'a replica killed': async ({ gateway }) => {
    await gateway.kill(1);
    return () => gateway.startReplica(1);
  },
  'a rolling restart': async ({ gateway }) => {
    for (let i = 0; i < gateway.count; i++) {
      await gateway.stop(i);
      await gateway.startReplica(i);
    }
    return () => {};
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/**
 * Those during which the promise has exceptions where CACHE_STRICT_WRITES is on: Redis is unavailable to a replica. During the others, no read
 * may miss a write either.
 */
export const excepted: ReadonlySet<FaultName> = new Set([
  'Redis killed, and started empty',
  'Redis frozen',
  'Redis slow',
  'Redis full',
  'one replica cut off from Redis',
]);
