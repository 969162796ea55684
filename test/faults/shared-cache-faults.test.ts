import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Replicas, renaming, replicasOver, sharedCacheSettings } from '../support/cache/replicas.ts';
import { startGateway } from '../support/gateways/gateway.ts';
import { TcpProxy } from '../support/replicas/tcp-proxy.ts';
import { skipsRedis, TestRedis } from '../support/services/redis.ts';
import { json } from '../support/upstreams/fault-upstream.ts';

const notTold = 'The shared cache cannot be told of the write at the moment. Try again later. The write was not sent.';

describe.skipIf(skipsRedis)('a shared cache whose Redis', () => {
  let redis: TestRedis;
  const start = replicasOver(() => redis);

  beforeEach(async () => {
    redis = await TestRedis.start();
  });
  afterEach(async () => {
    redis.resume();
    await redis.remove();
  });

  /** Waits until a gateway gets kept responses again. */
  async function untilShared(world: Replicas): Promise<void> {
    await vi.waitFor(
      async () => {
        const title = await world.title(0, { token: 'other' });
        expect(await world.title(1, { token: 'other' })).toBe(title);
      },
      { timeout: 20_000, interval: 100 },
    );
  }

  /** The number of the response that a gateway reads. */
  const read = async (world: Replicas, replica: number) => Number(await world.title(replica));

  it('is killed serves every read from the service, and later none from before a write', async () => {
    const world = await start();
    expect(await read(world, 0)).toBe(1);
    await redis.kill();
    expect(await read(world, 0)).toBe(2);
    expect(await read(world, 1)).toBe(3);
    expect(await world.rename(1)).toBeUndefined();
    expect(await read(world, 0)).toBe(4);
    await redis.start();
    await untilShared(world);
    const title = await read(world, 0);
    expect(title).toBeGreaterThan(4);
    expect(await read(world, 1)).toBe(title);
  });

  it('freezes costs one deadline, and later serves nothing from before a write', async () => {
    const world = await start({ CACHE_REDIS_TIMEOUT: '1000' });
    expect(await read(world, 0)).toBe(1);
    expect(await read(world, 1)).toBe(1);
    redis.freeze();
    for (const replica of [0, 1, 0, 1]) expect(await read(world, replica)).toBeGreaterThan(1);
    expect(world.reads).toHaveLength(5);
    for (const { log } of world.gateways) {
      expect(log.filter((line) => line.includes('Redis is not available'))).toHaveLength(1);
    }
    expect(await world.rename(0)).toBeUndefined();
    redis.resume();
    await untilShared(world);
    expect(await read(world, 0)).toBeGreaterThan(5);
    expect(await read(world, 1)).toBe(await read(world, 0));
  });

  it('cannot be reached rejects writes before they are sent with CACHE_STRICT_WRITES', async () => {
    const world = await start({ CACHE_STRICT_WRITES: 'true' });
    const writes = () => world.upstream.arrived.filter(({ method }) => method !== 'GET').length;
    expect(await world.rename(0)).toBeUndefined();
    expect(writes()).toBe(1);
    await redis.kill();
    expect(await world.rename(0)).toBe(notTold);
    expect(writes()).toBe(1);
    await redis.start();
    await vi.waitFor(async () => expect(await world.rename(0)).toBeUndefined(), { timeout: 20_000, interval: 200 });
    expect(writes()).toBe(2);
  });

  it.each(['-info', '-time', '-del', '-@scripting'])(
    'does not permit %s is not used, and the log says why',
    async (rule) => {
      await redis.use((client) => client.acl('SETUSER', 'gateway', 'on', '>password', '~docgraph:*', '+@all', rule));
      const url = redis.url.replace('//', '//gateway:password@');
      const world = await start({ REDIS_URL: url, LOG_LEVEL: 'info', LOG_SAMPLE: '0' }, 1);
      for (const expected of [1, 2]) expect(await read(world, 0)).toBe(expected);
      const lines = world.gateways[0]?.log.filter((line) => /shared in Redis|Redis is not/.test(line)) ?? [];
      expect(lines.map((line) => JSON.parse(line).reason)).toEqual(['NOPERM']);
    },
  );

  it('was out of reach learns of the writes of a gateway before that is closed', async () => {
    const world = await start();
    const target = Number(new URL(redis.url).port);
    let proxy = await TcpProxy.start(target);
    const { port } = proxy;
    const settings = { ...sharedCacheSettings(redis), REDIS_URL: `redis://127.0.0.1:${port}` };
    const leaving = await startGateway(world.upstream.url, settings);
    const before = await read(world, 0);
    await proxy.close();
    await leaving.execute(renaming);
    // Nobody could tell it.
    expect(await read(world, 0)).toBe(before);
    const closed = leaving.close();
    proxy = await TcpProxy.start(target, port);
    await closed;
    expect(await read(world, 0)).toBeGreaterThan(before);
    await proxy.close();
  });

  it('is demoted, and whose address leads to another one, is left for that', async () => {
    const promoted = await TestRedis.start();
    const proxy = await TcpProxy.start(redis.port);
    try {
      const world = await start({ REDIS_URL: `redis://127.0.0.1:${proxy.port}`, CACHE_STRICT_WRITES: 'true' });
      expect(await read(world, 1)).toBe(await read(world, 0));
      await redis.demote(promoted);
      proxy.target = promoted.port;
      // A gateway that misses learns of it.
      await world.title(0, undefined, 'o2');
      const [line = ''] = world.gateways[0]?.log.filter((one) => one.includes('Redis is not available')) ?? [];
      expect(JSON.parse(line)).toMatchObject({ reason: 'READONLY' });
      await vi.waitFor(async () => expect(await world.rename(0)).toBeUndefined(), { timeout: 20_000, interval: 200 });
      await world.title(1, undefined, 'o3');
      await untilShared(world);
      expect(await promoted.use((client) => client.keys('docgraph:cache:*'))).not.toEqual([]);
    } finally {
      await proxy.close();
      await promoted.remove();
    }
  });

  it('is demoted and promoted again serves nothing from before a write that the other one was told of', async () => {
    const other = await TestRedis.start();
    const proxy = await TcpProxy.start(redis.port);
    const becomeReplica = async (replica: TestRedis, of: TestRedis) => {
      await replica.demote(of);
      await expect.poll(() => replica.isInSync(), { timeout: 20_000 }).toBe(true);
    };
    /** A replica takes over, and both gateways learn of it. */
    const failOver = async (world: Replicas, from: TestRedis, to: TestRedis) => {
      await to.promote();
      await becomeReplica(from, to);
      proxy.target = to.port;
      for (const replica of [0, 1]) await world.title(replica, undefined, `missed-${to.port}-${replica}`);
      await untilShared(world);
    };
    try {
      await becomeReplica(other, redis);
      const world = await start({ REDIS_URL: `redis://127.0.0.1:${proxy.port}`, CACHE_TTL: '600000' });
      const before = await read(world, 0);
      expect(await read(world, 1)).toBe(before);
      await failOver(world, redis, other);
      expect(await world.rename(0)).toBeUndefined();
      await failOver(world, other, redis);
      for (const replica of [0, 1]) expect(await read(world, replica)).toBeGreaterThan(before);
    } finally {
      await proxy.close();
      await other.remove();
    }
  });

  it('vanishes, and whose address leads to another one, is left for that with a long CACHE_REDIS_TIMEOUT, too', async () => {
    const other = await TestRedis.start();
    const proxy = await TcpProxy.start(redis.port);
    try {
      const settings = { REDIS_URL: `redis://127.0.0.1:${proxy.port}`, CACHE_REDIS_TIMEOUT: '1500' };
      const world = await start(settings);
      expect(await read(world, 1)).toBe(await read(world, 0));
      redis.freeze();
      proxy.target = other.port;
      await read(world, 0);
      const [line = ''] = world.gateways[0]?.log.filter((one) => one.includes('Redis is not available')) ?? [];
      expect(JSON.parse(line)).toMatchObject({ reason: 'TIMEOUT' });
      await untilShared(world);
      expect(await other.use((client) => client.keys('docgraph:cache:*'))).not.toEqual([]);
    } finally {
      await proxy.close();
      await other.remove();
    }
  });

  it('is flushed forgets entries, and keeps no read that began before', async () => {
    const world = await start();
    let release = () => {};
    world.replyToReads((response) => {
      release = () => json({ id: 'o1', title: '0' })(response, undefined as never);
    });
    const reading = read(world, 0);
    await expect.poll(() => world.upstream.arrived).toHaveLength(1);
    await redis.use((client) => client.flushall());
    await world.rename(1);
    await redis.use((client) => client.flushall());
    release();
    expect(await reading).toBe(0);
    world.replyToReads({});
    expect(await read(world, 0)).toBe(1);
    expect(await read(world, 1)).toBe(1);
    await redis.use((client) => client.flushall());
    expect(await read(world, 1)).toBe(2);
    expect(await read(world, 0)).toBe(2);
  });

  it('loses single keys never serves what is from before a write', async () => {
    const world = await start({ CACHE_RESULTS: 'false' });
    for (let round = 0; round < 12; round++) {
      const before = await read(world, round % 2);
      expect(await world.rename(0)).toBeUndefined();
      await redis.use(async (client) => {
        const keys = await client.keys('docgraph:cache:*');
        // Each time others of them: as an eviction would.
        const lost = keys.filter((_key, i) => (i + round) % 3 === 0);
        if (lost.length > 0) await client.del(lost);
      });
      expect(await read(world, 1)).toBeGreaterThan(before);
      expect(await read(world, 0)).toBeGreaterThan(before);
    }
  });

  it.each(['noeviction', 'allkeys-lru', 'volatile-ttl'])(
    'is full, with %s, serves nothing from before a write',
    async (policy) => {
      const world = await start();
      const before = await read(world, 0);
      await redis.use(async (client) => {
        await client.config('SET', 'maxmemory-policy', policy);
        await client.set('filler', 'x'.repeat(1_000_000));
        await client.config('SET', 'maxmemory', '1');
      });
      for (const replica of [0, 1]) expect(await read(world, replica)).toBeGreaterThanOrEqual(before);
      for (const writer of [0, 1, 0]) {
        const last = await read(world, 1 - writer);
        expect(await world.rename(writer)).toBeUndefined();
        expect(await read(world, 1 - writer)).toBeGreaterThan(last);
        expect(await read(world, writer)).toBeGreaterThan(last);
      }
      await redis.use((client) => client.config('SET', 'maxmemory', '0'));
      await untilShared(world);
      expect(await read(world, 1)).toBe(await read(world, 0));
    },
  );
});
