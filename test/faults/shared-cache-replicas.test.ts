import { createHmac } from 'node:crypto';
import type { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { redisOfFile, replicasOver, sharedCacheSettings } from '../support/cache/replicas.ts';
import { globalIdOf } from '../support/execution/expectations.ts';
import { type RequestOptions, startGateway } from '../support/gateways/gateway.ts';
import { parseMetrics, sumOf } from '../support/services/metrics.ts';
import { skipsRedis } from '../support/services/redis.ts';
import { json, text } from '../support/upstreams/fault-upstream.ts';

/** For requests to arrive at the service, while other tests run. */
const soon = { timeout: 20_000 };

describe.skipIf(skipsRedis)('gateways that share a cache in Redis', () => {
  const redis = redisOfFile();
  const start = replicasOver(redis);

  /** Posts an operation as clients do, without asking for an explanation, which is never answered by a kept result. */
  async function textFrom(url: string | undefined, query: string): Promise<string> {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer one' },
      body: JSON.stringify({ query }),
    });
    return await response.text();
  }

  /** All that Redis holds, as text. */
  async function everythingIn(client: Redis): Promise<string> {
    const keys = await client.keys('*');
    const values = await Promise.all(
      keys.map(async (key) => ((await client.type(key)) === 'hash' ? client.hgetall(key) : client.get(key))),
    );
    return JSON.stringify([keys, values]);
  }

  it.each(['true', 'false'])('get each other’s responses, with CACHE_RESULTS=%s', async (results) => {
    const world = await start({ CACHE_RESULTS: results });
    expect(await world.title(0)).toBe('1');
    for (const replica of [1, 1, 0, 1]) expect(await world.title(replica)).toBe('1');
    expect(world.reads).toHaveLength(1);
  });

  it('use no response from before a write that one of them made', async () => {
    const world = await start({}, 3);
    for (const writer of [0, 1, 2]) {
      for (const replica of [0, 1, 2]) await world.title(replica);
      const before = await world.title(0);
      expect(await world.rename(writer)).toBeUndefined();
      const after = await world.title((writer + 1) % 3);
      expect(after).not.toBe(before);
      expect(await world.title((writer + 2) % 3)).toBe(after);
      expect(await world.title(writer)).toBe(after);
    }
  });

  it('keep no response to a read that a write of another one overtook', async () => {
    const world = await start();
    let release = () => {};
    world.replyToReads((response) => {
      release = () => json({ id: 'o1', title: 'old' })(response, undefined as never);
    });
    const reading = world.title(0);
    await vi.waitFor(() => expect(world.upstream.arrived).toHaveLength(1), soon);
    await world.rename(1);
    release();
    expect(await reading).toBe('old');
    world.replyToReads({});
    expect(await world.title(0)).toBe('1');
    expect(await world.title(1)).toBe('1');
  });

  it('share no read in flight that began before a write of another one', async () => {
    const world = await start();
    const waiting: (() => void)[] = [];
    world.replyToReads((response) => {
      const number = waiting.length;
      waiting.push(() => json({ id: 'o1', title: number === 0 ? 'old' : 'new' })(response, undefined as never));
    });
    const before = world.title(0);
    await vi.waitFor(() => expect(world.upstream.arrived).toHaveLength(1), soon);
    await world.rename(1);
    const after = world.title(0);
    // The write is the second request.
    await vi.waitFor(() => expect(world.upstream.arrived).toHaveLength(3), soon);
    for (const reply of waiting) reply();
    expect(await before).toBe('old');
    expect(await after).toBe('new');
  });

  it('give no client the response of another one', async () => {
    const world = await start({ FORWARD_HEADERS: 'X-Tenant, X-A, X-B' });
    world.replyToReads((response, { headers }) => {
      const { authorization = 'nobody', 'x-tenant': tenant, 'x-a': a, 'x-b': b } = headers;
      json({ id: 'o1', title: [authorization, tenant, a, b].join('|') })(response, undefined as never);
    });
    const clients: RequestOptions[] = [
      { token: 'one' },
      { token: null },
      { token: 'two' },
      { token: 'ONE' },
      { token: null, headers: { authorization: 'bearer one' } },
      { token: 'one', headers: { 'x-tenant': 'acme' } },
      { token: 'one', headers: { 'x-a': '1', 'x-b': '2' } },
      { token: 'one', headers: { 'x-a': '1x-b2' } },
    ];
    const titles = async (replica: number) => {
      const found: (string | null)[] = [];
      for (const client of clients) found.push(await world.title(replica, client));
      return found;
    };
    const first = await titles(0);
    expect(new Set(first).size).toBe(clients.length);
    expect(await titles(1)).toEqual(first);
    expect(world.reads).toHaveLength(clients.length);
  });

  it('share nothing with those of another secret', async () => {
    const world = await start();
    const title = await world.title(0);
    expect(title).toBe('1');
    const other = await start({ CACHE_SECRET: 'another secret of more than thirty-two characters' });
    expect(await other.title(0)).toBe('1');
    expect(other.reads).toHaveLength(1);
  });

  it('share nothing with those that send another token or other headers of their own', async () => {
    const worlds = [await start({ UPSTREAM_TOKEN: 'one' }), await start({ UPSTREAM_HEADERS: 'x-tenant=acme' })];
    const anonymous = { token: null };
    for (const { title } of worlds) expect(await title(0, anonymous)).toBe('1');
    const [url = ''] = worlds.map(({ upstream }) => upstream.url);
    const settings = { ...sharedCacheSettings(redis()), LOG_LEVEL: 'silent' };
    const different: Record<string, string>[] = [
      {},
      { UPSTREAM_TOKEN: 'two' },
      { UPSTREAM_TOKEN: 'one', UPSTREAM_HEADERS: 'x-tenant=acme' },
    ];
    for (const others of different) {
      const gateway = await startGateway(url, { ...settings, ...others });
      const { data } = await gateway.execute('{ organization(id: "o1") { title } }', anonymous);
      expect(data.organization.title).not.toBe('1');
      await gateway.close();
    }
  });

  it.each<Record<string, string>>([
    { CACHE_TTL: '60000' },
    { CACHE_TTLS: 'organizations.get=10s' },
    { CACHE_STALE_WHILE_REVALIDATE: '60000' },
    { CACHE_STALE_IF_ERROR: '60000' },
  ])('share invalidations, and no response, with one that keeps them for another time: %o', async (times) => {
    const world = await start();
    const settings = { ...sharedCacheSettings(redis()), LOG_LEVEL: 'silent', ...times };
    const other = await startGateway(world.upstream.url, settings);
    const titleOfOther = async () =>
      (await other.execute('{ organization(id: "o1") { title } }')).data.organization.title;
    const titles = async () => [await world.title(0), await world.title(1), await titleOfOther()];
    expect(await titles()).toEqual(['1', '1', '2']);
    await world.rename(0);
    expect(await titles()).toEqual(['3', '3', '4']);
    await other.close();
  });

  it('leave nothing in Redis that could be read, and nothing that stays', async () => {
    const world = await start();
    world.replyToReads(json({ id: 'o1', title: 'a very secret title' }, 200, { etag: '"secret"' }));
    await world.title(0, { token: 'a-very-secret-token' }, 'one-organization');
    await world.rename(1);
    await redis().use(async (client) => {
      const everything = await everythingIn(client);
      for (const secret of ['secret', 'one-organization', '/v1/', 'Bearer', 'title', 'etag'])
        expect(everything).not.toContain(secret);
      const keys = await client.keys('docgraph:cache:*');
      expect(keys.length).toBeGreaterThan(2);
      for (const key of keys) expect(await client.pttl(key)).toBeGreaterThan(0);
    });
  });

  it('keep a response no longer than the service allows', async () => {
    const world = await start();
    world.replyToReads({ 'cache-control': 'max-age=1' });
    expect(await world.title(0)).toBe('1');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    expect(await world.title(1)).toBe('2');
    world.replyToReads({ 'cache-control': 'no-store' });
    await world.rename(0);
    expect(await world.title(0)).not.toBe(await world.title(1));
  });

  it('invalidate for all what an embedder or an operator names', async () => {
    const world = await start({ METRICS: 'true' });
    const space = `{ space(id: "${globalIdOf('Space', 's1')}") { title } }`;
    const titleOf = async (replica: number) => (await world.gateways[replica]?.execute(space))?.data.space?.title;
    expect(await titleOf(0)).toBe('1');
    expect(await world.title(0)).toBe('2');
    await world.gateways[1]?.gateway.invalidate([{ type: 'Space', id: 's1' }]);
    expect(await titleOf(0)).toBe('3');
    expect(await world.title(0)).toBe('2');
    await world.gateways[1]?.gateway.invalidate();
    expect(await world.title(0)).toBe('4');
  });

  it('invalidate for all what a request with the secret, or a webhook, tells one of', async () => {
    const secret = 'a-secret-of-the-changes';
    const world = await start({ CACHE_INVALIDATION_SECRET: secret, CACHE_WEBHOOK_SECRET: secret });
    const space = `{ space(id: "${globalIdOf('Space', 's1')}") { title } }`;
    const titleOf = async (replica: number) => (await world.gateways[replica]?.execute(space))?.data.space?.title;
    const post = async (path: string, body: string, headers: Record<string, string>) =>
      (await fetch(`${world.gateways[1]?.url}${path}`, { method: 'POST', body, headers })).status;
    expect([await titleOf(0), await world.title(0)]).toEqual(['1', '2']);
    const records = '{"records": [{"type": "Space", "id": "s1"}]}';
    expect(await post('/cache/invalidate', records, { authorization: `Bearer ${secret}` })).toBe(204);
    expect([await titleOf(0), await world.title(0)]).toEqual(['3', '2']);
    const signature = createHmac('sha256', secret).update('{}').digest('hex');
    expect(await post('/cache/webhook', '{}', { 'x-signature-256': `sha256=${signature}` })).toBe(204);
    expect(await world.title(0)).toBe('4');
  });

  it('confirm with the service what another one has read, for all of them', async () => {
    const world = await start({ CACHE_RESULTS: 'false' });
    world.replyToReads((response, request) =>
      (request.headers['if-none-match'] === '"1"'
        ? text('', 304)
        : json({ id: 'o1', title: 'a' }, 200, { etag: '"1"' }))(response, request),
    );
    expect(await world.title(0)).toBe('a');
    await world.rename(0);
    for (const replica of [1, 0, 1]) expect(await world.title(replica)).toBe('a');
    expect(world.reads.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    await world.rename(1);
    world.replyToReads({});
    expect(await world.title(0)).toBe('1');
    expect(await world.title(1)).toBe('1');
  });

  it('use a kept result until a write in its own space, and no longer', async () => {
    const world = await start({ METRICS: 'true' });
    world.replyToWrites(json({ id: 'c', subject: 'New' }));
    const ask = (replica: number, query: string) => textFrom(world.gateways[replica]?.url, query);
    const read = (replica: number) => ask(replica, `{ space(id: "${globalIdOf('Space', 's1')}") { title } }`);
    const updateIn = (space: string) =>
      ask(
        0,
        `mutation { updateChangeRequest(input: { id: "${globalIdOf('ChangeRequest', space, 'c')}", subject: "New" }) { userErrors { message } } }`,
      );
    const hits = async (replica: number) =>
      sumOf(parseMetrics((await world.gateways[replica]?.gateway.metrics()) ?? ''), 'docgraph_cache_result_hits_total');
    const first = await read(0);
    // The first request of a process for an operation goes through Apollo, and the second one keeps the result.
    for (const replica of [0, 1, 1]) expect(await read(replica)).toBe(first);
    expect(await hits(1)).toBe(1);
    await updateIn('s2');
    for (const replica of [0, 1]) expect(await read(replica)).toBe(first);
    expect([await hits(0), await hits(1)]).toEqual([1, 2]);
    await updateIn('s1');
    const second = await read(1);
    expect(second).not.toBe(first);
    expect(await read(0)).toBe(second);
    expect(world.reads).toHaveLength(2);
  });

  it('show in explain, in the log and in metrics what another one has read', async () => {
    const world = await start({ METRICS: 'true', LOG_LEVEL: 'info' });
    const query = '{ organization(id: "o1") { title } }';
    const explained = async (replica: number) => {
      const response = await fetch(`${world.gateways[replica]?.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer one' },
        body: JSON.stringify({ query, extensions: { explain: true } }),
      });
      return (await response.json()).extensions.explain.calls[0];
    };
    expect(await explained(0)).toMatchObject({ cached: false, age: null, status: 200 });
    const { cached, age, status } = await explained(1);
    expect({ cached, status }).toEqual({ cached: true, status: 200 });
    expect(age).toBeGreaterThanOrEqual(0);
    expect(world.gateways[1]?.log.some((line) => JSON.parse(line).cached === 1)).toBe(true);
    const metrics = await (await fetch(`${world.gateways[1]?.url}/metrics`)).text();
    for (const sample of ['hits_total 1', 'redis_errors_total 0', 'lease_waits_total 0'])
      expect(metrics).toContain(`docgraph_cache_${sample}`);
    expect(metrics).toContain('docgraph_redis_up{use="cache"} 1');
  });
});
