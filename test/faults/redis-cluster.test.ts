import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { replicasOver, sharedCacheSettings } from '../support/cache/replicas.ts';
import { startGateway } from '../support/gateways/gateway.ts';
import { skipsRedis, type TestRedis } from '../support/services/redis.ts';
import { TestRedisCluster } from '../support/services/redis-cluster.ts';
import { expectSharedLimits, expectSharedTexts } from '../support/services/shared-state.ts';

const waiting = { timeout: 20_000, interval: 50 };

describe.skipIf(skipsRedis)('gateways that share a Redis Cluster', () => {
  let cluster: TestRedisCluster;
  beforeAll(async () => {
    cluster = await TestRedisCluster.start();
  });
  // Each test has a service of its own, whose keys are in a slot of their own.
  beforeEach(() => cluster.flush());
  afterAll(() => cluster.remove());
  const start = replicasOver(() => cluster.nodes[0] as TestRedis);
  const settings = { REDIS_CLUSTER: 'true', SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' };

  async function startShared() {
    const world = await start({ ...settings, LOG_LEVEL: 'info' });
    for (const { log } of world.gateways) {
      await vi.waitFor(() => expect(log.join()).toContain('the response cache is shared in Redis'), waiting);
    }
    return world;
  }

  it('share responses, and invalidate them for each other', async () => {
    const world = await startShared();
    expect([await world.title(0), await world.title(1)]).toEqual(['1', '1']);
    await world.rename(1);
    expect([await world.title(0), await world.title(1)]).toEqual(['2', '2']);
    expect(world.reads).toHaveLength(2);
  });

  it('share nothing from before a node with their keys died, and share again when it is back', async () => {
    const world = await startShared();
    await world.title(0);
    const node = (await cluster.nodeWith('docgraph:cache:*')) as TestRedis;
    await node.kill();
    expect(await world.title(1)).toBe('2');
    await world.rename(0);
    expect([await world.title(0), await world.title(1)]).toEqual(['3', '4']);
    await node.start();
    await cluster.untilComplete();
    await vi.waitFor(async () => expect(await world.title(0)).toBe(await world.title(1)), waiting);
    const shared = await world.title(0);
    await world.rename(1);
    expect(Number(await world.title(0))).toBeGreaterThan(Number(shared));
  });

  it('share nothing from before their keys moved to another node', async () => {
    const world = await startShared();
    await world.title(0);
    const from = (await cluster.nodeWith('docgraph:cache:*')) as TestRedis;
    const [key = ''] = await from.use((client) => client.keys('docgraph:cache:*'));
    const slot = Number(await from.use((client) => client.cluster('KEYSLOT', key)));
    const to = cluster.nodes.find((node) => node !== from) as TestRedis;
    await cluster.moveSlot(slot, to);
    const before = world.reads.length;
    await vi.waitFor(async () => expect(await world.title(0)).toBe(await world.title(1)), waiting);
    expect(world.reads.length).toBeGreaterThan(before);
    const changes = world.gateways[0]?.log.filter((line) => line.includes('Redis is not available')) ?? [];
    expect(changes.map((line) => JSON.parse(line).reason)).toContain('MOVED');
    await world.rename(0);
    expect(await world.title(0)).toBe(await world.title(1));
    expect(await cluster.nodeWith('docgraph:cache:*')).toBe(to);
  });

  it('share rate limits and persisted queries', async () => {
    const environment = { ...sharedCacheSettings(cluster.nodes[1] as TestRedis), ...settings };
    await expectSharedLimits((limits) => startGateway('http://127.0.0.1:9', { ...environment, ...limits }));
    await expectSharedTexts((upstream) => startGateway(upstream, environment));
  });
});

describe.skipIf(skipsRedis)('gateways with a Redis Cluster', () => {
  type Change = (node: TestRedis) => unknown;
  const die: Change = (node) => node.kill();
  const start: Change = (node) => node.start();

  it.each<[string, string, Change, Change]>([
    ['has died', 'yes', die, start],
    ['has died, and the others serve their keys', 'no', die, start],
    ['is frozen, and the others serve their keys', 'no', (node) => node.freeze(), (node) => node.resume()],
  ])('count for themselves while a node %s', async (_what, coverage, lose, restore) => {
    const cluster = await TestRedisCluster.start('--cluster-require-full-coverage', coverage);
    onTestFinished(() => cluster.remove());
    const gateway = await startGateway('http://127.0.0.1:9', {
      ...{ REDIS_CLUSTER: 'true', REDIS_URL: cluster.nodes[0]?.url ?? '' },
      ...{ RATE_LIMIT_REQUESTS: '1000', LOG_LEVEL: 'info' },
    });
    onTestFinished(() => gateway.close());
    const lines = () => gateway.log.filter((line) => /Redis is not available|are shared in Redis/.test(line));
    const isShared = () => lines().at(-1)?.includes('are shared in Redis');
    // Not at once where the machine is busy.
    await vi.waitFor(() => expect(isShared()).toBe(true), waiting);
    const before = lines().length;
    const probed = await cluster.nodeWith('docgraph:probe');
    const lost = cluster.nodes.find((node) => node !== probed) as TestRedis;
    await lose(lost);
    const end = performance.now() + 4000;
    for (let i = 0; performance.now() < end; i++) {
      expect((await gateway.execute('{ __typename }', { token: `token ${i}` })).status).toBe(200);
      await delay(20);
    }
    const since = lines().slice(before);
    expect(since).not.toEqual([]);
    expect(since.filter((line) => !line.includes('Redis is not available'))).toEqual([]);
    await restore(lost);
    await cluster.untilComplete();
    await vi.waitFor(() => expect(isShared()).toBe(true), waiting);
  });
});
