import { pino } from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CacheKeys } from '../../src/engine/cache/cache-key.ts';
import type { RemoteEntry, RemoteStore } from '../../src/engine/cache/remote-store.ts';
import { SharedStore } from '../../src/engine/cache/shared-store.ts';
import { redisAddressOf } from '../../src/server/redis/redis-address.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { createSharedCache } from '../../src/server/upstream/shared-cache/create.ts';
import { redisOfFile, sharedCacheSettings } from '../support/cache/replicas.ts';
import { skipsRedis } from '../support/services/redis.ts';

const keys = ['a', 'b', 'c', 'd'];
const large = Buffer.alloc(600_000, 'x');

describe.skipIf(skipsRedis)('large responses in Redis', () => {
  const redis = redisOfFile();

  /** A store of one process; `namespace` is its part of Redis. */
  async function connect(namespace: string): Promise<RemoteStore> {
    const settings = readSettings(sharedCacheSettings(redis()));
    const shared = await createSharedCache(settings, await redisAddressOf(settings), pino({ level: 'silent' }));
    const store = shared?.options.connect({ namespace, everything: 'all', leaseMs: 20_000 });
    if (shared === undefined || store === undefined) throw new Error('No cache is shared.');
    onTestFinished(() => shared.close());
    await expect.poll(() => store.isUp).toBe(true);
    return store;
  }

  /** Looks up all keys with a lease on each, and a version where the process has a copy. */
  async function find(store: RemoteStore, version = '') {
    const found = await store.lookUp(keys.map((key) => ({ key, version, lease: `lease-${key}` })));
    if (found === undefined) throw new Error('Redis is not available.');
    return found;
  }

  /** Entries that end the leases. */
  async function entriesAfter({ clock, now }: Awaited<ReturnType<typeof find>>): Promise<RemoteEntry[]> {
    const times = { startedAt: now, expiresAt: now + 60_000, staleUntil: now + 60_000, confirmableUntil: 0 };
    return keys.map((key) => ({
      key,
      lease: `lease-${key}`,
      version: '1',
      clock,
      tags: ['all'],
      body: large,
      ...times,
    }));
  }

  it('are sent a few at a time, and nobody waits for those that are not', async () => {
    const store = await connect('sent');
    const leased = await find(store);
    expect(leased.results).toEqual(Array(4).fill('granted'));
    for (const entry of await entriesAfter(leased)) store.keep(entry);
    // Commands of one connection are executed in their order.
    await store.lookUp([{ key: '', version: '', lease: '' }]);
    const { results } = await find(await connect('sent'), '1');
    const found = expect.objectContaining({ version: '1', body: undefined });
    expect(results).toEqual([found, found, found, 'missing']);
  });

  it('are found a few at a time', async () => {
    const store = await connect('found');
    for (const entry of (await entriesAfter(await find(store))).slice(0, 3)) store.keep(entry);
    const [first, ...others] = (await find(store)).results;
    expect(first).toHaveProperty('body.length', large.length);
    expect(others).toEqual(['deferred', 'deferred', 'leased']);
  });

  it('are all found', async () => {
    const cacheKeys = new CacheKeys('http://service', { secret: 's'.repeat(32), version: '1' });
    const [one, other] = [await connect('all'), await connect('all')].map(
      (store) => new SharedStore(store, cacheKeys, 10_000_000),
    ) as [SharedStore, SharedStore];
    const { clock: checkedAt } = await one.lookUpOne('');
    const times = {
      startedAt: performance.now(),
      expiresAt: performance.now() + 60_000,
      expiresOn: Date.now() + 60_000,
    };
    for (const key of keys.slice(0, 3)) one.keep(key, large, { ...times, tags: [], checkedAt });
    // The entries are sent before it, on the same connection.
    await one.lookUpOne('');
    const found = await Promise.all(keys.map((key) => other.lookUpOne(key)));
    expect(found.map(({ entry }) => entry?.body.length)).toEqual([600_000, 600_000, 600_000, undefined]);
  });
});
