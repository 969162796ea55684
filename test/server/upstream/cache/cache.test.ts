import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { cachedWorlds } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { parseMetrics, sumOf } from '../../../support/services/metrics.ts';
import { cut, json, text } from '../../../support/upstreams/fault-upstream.ts';

const start = cachedWorlds();

const deleteTeam = `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'o1', 't')}" }) { deletedId } }`;

describe('the response cache', () => {
  it('is off by default', async () => {
    const { title } = await start({ CACHE: '' });
    expect([await title(), await title()]).toEqual(['1', '2']);
  });

  it('responds to a read with the response to an earlier one', async () => {
    const world = await start();
    expect([await world.title(), await world.title(), await world.title({}, 'o2')]).toEqual(['1', '1', '2']);
    expect(world.reads).toHaveLength(2);
  });

  it('is shown in explain', async () => {
    const { gateway } = await start();
    const query = '{ organization(id: "o1") { title } }';
    const [first, second] = [await gateway.execute(query), await gateway.execute(query)];
    expect(first.calls).toMatchObject([{ cached: false, age: null, status: 200, shared: false }]);
    expect(second.calls).toMatchObject([{ cached: true, age: expect.any(Number), status: 200, shared: false }]);
    expect(second.calls[0]?.age).toBeGreaterThan(0);
  });

  it('counts what it does, and leaves its hits out of the durations of REST calls', async () => {
    const { gateway, title } = await start({ METRICS: 'true' });
    for (let i = 0; i < 3; i++) await title();
    await gateway.execute(deleteTeam);
    await title();
    const metrics = parseMetrics(await (await fetch(`${gateway.url}/metrics`)).text());
    const count = (name: string) => sumOf(metrics, name);
    expect(count('docgraph_cache_hits_total')).toBe(2);
    expect(count('docgraph_cache_misses_total')).toBe(2);
    expect(count('docgraph_cache_stored_total')).toBe(2);
    expect(count('docgraph_cache_entries')).toBe(1);
    expect(count('docgraph_cache_bytes')).toBeGreaterThan(0);
    expect(count('docgraph_cache_evictions_total')).toBe(0);
    expect(count('docgraph_cache_invalidations_total')).toBe(2);
    expect(count('docgraph_rest_calls_cached_total')).toBe(2);
    expect(count('docgraph_rest_calls_made_total')).toBe(5);
    expect(count('http_client_request_duration_seconds_count')).toBe(3);
  });

  it('counts hits as calls of the request', async () => {
    const { gateway } = await start({ MAX_CALLS: '1' });
    const query = '{ a: organization(id: "o1") { title } b: organization(id: "o2") { title } }';
    for (let i = 0; i < 2; i++) {
      const { data, errors } = await gateway.execute(query);
      expect(data).toEqual({ a: { title: '1' }, b: null });
      expect(errors).toMatchObject([{ path: ['b'], extensions: { code: 'OPERATION_TOO_EXPENSIVE' } }]);
    }
  });

  it('counts the bytes of hits as those of the request', async () => {
    const world = await start({ MAX_REQUEST_UPSTREAM_BYTES: '3000', SHARE_CALLS: 'false' });
    world.replyToReads(json({ id: 'o1', title: 'x'.repeat(2000) }));
    expect(await world.title()).toHaveLength(2000);
    const query = '{ a: organization(id: "o1") { title } b: organization(id: "o2") { title } }';
    for (let i = 0; i < 2; i++) {
      const { errors } = await world.gateway.execute(query);
      expect(errors).toHaveLength(1);
      expect(await world.title()).toHaveLength(2000);
      expect(await world.title({}, 'o2')).toHaveLength(2000);
    }
    expect(world.reads.map(({ url }) => url)).toContain('/v1/orgs/o1');
  });

  it.each([{}, { error: { code: 500, message: 'Down for maintenance.' } }])(
    'does not keep %j in place of a record',
    async (body) => {
      const world = await start();
      world.replyToReads(json(body));
      expect(await world.title()).toBeNull();
      world.replyToReads({});
      expect(await world.title()).toBe('1');
    },
  );

  it('keeps no response longer than CACHE_TTL', async () => {
    const { title } = await start({ CACHE_TTL: '40' });
    expect(await title()).toBe('1');
    await setTimeout(45);
    expect(await title()).toBe('2');
  });

  it('keeps the responses of an operation as long as CACHE_TTLS says', async () => {
    const { title } = await start({ CACHE_TTL: '1', CACHE_TTLS: 'organizations.get=10m' });
    await title();
    await setTimeout(5);
    expect(await title()).toBe('1');
    const never = await start({ CACHE_TTLS: 'organizations.get=0' });
    expect([await never.title(), await never.title()]).toEqual(['1', '2']);
  });

  it('keeps what it never keeps by default where CACHE_TTLS says so, until any write', async () => {
    const world = await start({ CACHE_TTLS: 'openapiSpecs.get=10m' });
    world.replyToReads((response, request) =>
      json({ object: 'openapi-spec', slug: 's', title: `${world.reads.length}` })(response, request),
    );
    const query = `{ node(id: "${globalIdOf('OpenApiSpec', 'o1', 's')}") { ... on OpenApiSpec { restId slug } } }`;
    const read = async () => (await world.gateway.execute(query)).calls.map(({ cached }) => cached);
    expect([await read(), await read()]).toEqual([[false], [true]]);
    const space = globalIdOf('Space', 's1');
    await world.gateway.execute(
      `mutation { createChangeRequest(input: { spaceId: "${space}" }) { clientMutationId } }`,
    );
    expect(await read()).toEqual([false]);
  });

  it.each([
    ['space.get=5s', 'CACHE_TTLS has no read "space.get". Did you mean spaces.get?'],
    ['spaces.create=5s', 'CACHE_TTLS has no read "spaces.create".'],
    ['spaces.get', 'CACHE_TTLS must be a list such as spaces.get=5s,teams.list=0'],
    ['spaces.get=soon', 'CACHE_TTLS must have a time from 0 to 24h for spaces.get'],
  ])('rejects CACHE_TTLS=%s', (CACHE_TTLS, message) => {
    expect(() => readSettings({ CACHE_TTLS })).toThrow(message);
  });

  it('keeps no errors', async () => {
    const world = await start();
    for (const reply of [json({ message: 'no' }, 404), json({ message: 'no' }, 403), text('', 500), text('no JSON')]) {
      world.replyToReads(reply);
      expect(await world.title()).toBeNull();
    }
    world.replyToReads({});
    expect(await world.title()).toBe('1');
  });

  it.each([
    ['no-store', { 'cache-control': 'no-store' }],
    ['an Expires in the past', { expires: '0' }],
    ['a cookie', { 'set-cookie': 'a=1' }],
    ['Vary: *', { vary: '*' }],
    ['Vary by the id of the request', { vary: 'X-Request-Id' }],
  ])('keeps no response with %s', async (_what, headers: Record<string, string>) => {
    const world = await start();
    world.replyToReads(headers);
    expect([await world.title(), await world.title()]).toEqual(['1', '2']);
  });

  it('keeps a response that varies by headers of the key, or that no call has', async () => {
    const world = await start();
    world.replyToReads({ vary: 'Authorization, Accept-Encoding, Origin', 'cache-control': 'private, max-age=60' });
    expect([await world.title(), await world.title()]).toEqual(['1', '1']);
  });

  it('serves what it has while the service is down', async () => {
    const world = await start({ CIRCUIT_BREAKER: '1', UPSTREAM_RETRIES: '0' });
    expect(await world.title()).toBe('1');
    world.replyToReads(cut);
    expect(await world.title({}, 'o2')).toBeNull();
    expect(await world.title()).toBe('1');
  });

  it('finds large responses, and many at once, without harm to one another', async () => {
    const world = await start();
    world.replyToReads((response, { url }) =>
      json({ id: url.split('/').at(-1), title: url.repeat(2000) })(response, {} as never),
    );
    const ids = Array.from({ length: 20 }, (_, i) => `large${i}`);
    for (let turn = 0; turn < 2; turn++) {
      const titles = await Promise.all(ids.map((id) => world.title({}, id)));
      expect(titles).toEqual(ids.map((id) => `/v1/orgs/${id}`.repeat(2000)));
    }
    expect(world.reads).toHaveLength(20);
  });
});
