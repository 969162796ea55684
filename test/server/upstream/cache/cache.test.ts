import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createGateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { cachedWorlds } from '../../../support/cache/versioned-service.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { organization, startCoalescingWorld, titlesOf } from '../../../support/gateways/coalescing-world.ts';
import { parseMetrics, sumOf } from '../../../support/services/metrics.ts';
import { cut, json, never, type Reply, text } from '../../../support/upstreams/fault-upstream.ts';

const start = cachedWorlds();

const deleteTeam = `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'o1', 't')}" }) { deletedId } }`;
const createChangeRequest = (spaceId: string) =>
  `mutation { createChangeRequest(input: { spaceId: "${globalIdOf('Space', spaceId)}" }) { changeRequest { restId } } }`;

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

const outcomes: [outcome: string, reply: Reply][] = [
  ['succeeds', text('', 204)],
  ['is rejected', json({ message: 'no' }, 409)],
  ['fails', text('', 500)],
  ['is cut off', cut],
  ['times out', never],
];

describe('a write', () => {
  it.each(outcomes)('that %s invalidates what was read before', async (_outcome, reply) => {
    const world = await start({ UPSTREAM_TIMEOUT: '200' });
    expect([await world.title(), await world.title()]).toEqual(['1', '1']);
    world.replyToWrites(reply);
    await world.gateway.execute(deleteTeam);
    expect([await world.title(), await world.title()]).toEqual(['2', '2']);
  });

  it('of one client invalidates what others have read', async () => {
    const { title, gateway } = await start();
    expect([await title({ token: 'one' }), await title({ token: null })]).toEqual(['1', '2']);
    await gateway.execute(deleteTeam, { token: 'two' });
    expect([await title({ token: 'one' }), await title({ token: null })]).toEqual(['3', '4']);
  });

  it('below a space invalidates the reads of this space alone', async () => {
    const world = await start();
    const space = async (id: string) => {
      const { data } = await world.gateway.execute(`{ space(id: "${id}") { title } }`);
      return data.space.title;
    };
    expect([await space('s1'), await space('s2'), await world.title()]).toEqual(['1', '2', '3']);
    await world.gateway.execute(createChangeRequest('s1'));
    expect([await space('s1'), await space('s2'), await world.title()]).toEqual(['4', '2', '3']);
  });

  it('below an organization invalidates what is below its path and what holds it', async () => {
    const world = await start();
    const read = async () => {
      const { data } = await world.gateway.execute(
        '{ space(id: "s") { title } a: organization(id: "o1") { title team(id: "t") { title } } b: organization(id: "o2") { title } }',
      );
      return [data.space.title, data.b.title, data.a.title, data.a.team.title];
    };
    const [space, other, own, below] = await read();
    expect(await read()).toEqual([space, other, own, below]);
    await world.gateway.execute('mutation { pingOrganization(input: { organizationId: "o1" }) { clientMutationId } }', {
      token: 'another',
    });
    const again = await read();
    expect(again.slice(0, 2)).toEqual([space, other]);
    expect(again).not.toContain(own);
    expect(again).not.toContain(below);
  });

  it('that overtakes a read keeps its response out', async () => {
    const { upstream, send, close } = await startCoalescingWorld({ CACHE: 'memory', SHARE_OPERATIONS: 'false' });
    const read = { query: '{ organization(id: "a") { title } }' };
    const overtaken = await send(read);
    const before = await upstream.call(0);
    const writing = await send({ query: deleteTeam });
    const write = await upstream.call(1);
    const during = await send(read);
    const second = await upstream.call(2);
    write.respond(undefined, 204);
    await writing.response;
    before.respond(organization('before'));
    second.respond(organization('during'));
    expect(await titlesOf([overtaken, during])).toEqual(['before', 'during']);
    const after = await send(read);
    (await upstream.call(3)).respond(organization('after'));
    const repeated = await send(read);
    expect(await titlesOf([after, repeated])).toEqual(['after', 'after']);
    expect(upstream.calls).toHaveLength(4);
    await close();
  });

  it('invalidates what was read while it was in flight', async () => {
    const { upstream, send, close } = await startCoalescingWorld({ CACHE: 'memory' });
    const read = { query: '{ organization(id: "a") { title } }' };
    const writing = await send({ query: deleteTeam });
    const write = await upstream.call(0);
    const during = await send(read);
    (await upstream.call(1)).respond(organization('during'));
    const again = await send(read);
    expect(await titlesOf([during, again])).toEqual(['during', 'during']);
    expect(upstream.calls).toHaveLength(2);
    write.respond(undefined, 204);
    await writing.response;
    const after = await send(read);
    (await upstream.call(2)).respond(organization('after'));
    expect(await titlesOf([after])).toEqual(['after']);
    await close();
  });

  it('that times out invalidates again what was read before its end', async () => {
    const world = await start({ UPSTREAM_TIMEOUT: '1500' });
    world.replyToWrites(never);
    const writing = world.gateway.execute(deleteTeam);
    while (world.upstream.arrived.length === 0) await setTimeout(5);
    expect([await world.title(), await world.title()]).toEqual(['1', '1']);
    expect((await writing).errors).toMatchObject([{ extensions: { code: 'WRITE_OUTCOME_UNKNOWN' } }]);
    expect(await world.title()).toBe('2');
  });

  it.each<[string, Reply]>([
    ['that times out', never],
    ['with status 503', text('', 503)],
    ['with status 524', text('', 524)],
  ])('%s invalidates again later what was read after it: the service may still execute it', async (_, reply) => {
    const world = await start({ UPSTREAM_TIMEOUT: '200' });
    world.replyToWrites(reply);
    expect((await world.gateway.execute(deleteTeam)).errors).toHaveLength(1);
    expect([await world.title(), await world.title()]).toEqual(['1', '1']);
    await expect.poll(() => world.title()).toBe('2');
    expect(await world.title()).toBe('2');
  });

  it('that the service has refused invalidates nothing later', async () => {
    const world = await start();
    world.replyToWrites(text('', 403));
    await world.gateway.execute(deleteTeam);
    await world.title();
    await setTimeout(1100);
    expect(await world.title()).toBe('1');
  });
});

describe('several processes with a cache each', () => {
  it('return no data from before a write that one of them has ended', async () => {
    const { upstream } = await start();
    const options = { upstreamUrl: upstream.url, settings: readSettings({ CACHE: 'memory' }) };
    const reader = await createGateway(options);
    const writer = await createGateway({
      ...options,
      onWriteEnded: async (records) => reader.invalidateReads(records),
    });
    const headers = { authorization: 'Bearer t' };
    const titles = async () => {
      const query =
        '{ organization(id: "o1") { title } one: space(id: "s1") { title } two: space(id: "s2") { title } }';
      const { data } = await reader.execute<Record<string, { title: string }>>({ query, headers });
      return Object.values(data ?? {}).map(({ title }) => title);
    };
    expect([await titles(), await titles()]).toEqual([
      ['1', '2', '3'],
      ['1', '2', '3'],
    ]);
    await writer.execute({ query: createChangeRequest('s2'), headers });
    expect(await titles()).toEqual(['1', '2', '4']);
    await writer.execute({ query: deleteTeam, headers });
    expect(await titles()).toEqual(['5', '6', '7']);
    await writer.close();
    await reader.close();
  });
});

describe('gateway.invalidate', () => {
  async function embed() {
    const { upstream } = await start();
    const gateway = await createGateway({
      upstreamUrl: upstream.url,
      settings: readSettings({ CACHE: 'memory' }),
    });
    const titleOf = async (field: string) => {
      const { data } = await gateway.execute<Record<string, { title: string }>>({
        query: `{ ${field} { title } }`,
        headers: { authorization: 'Bearer t' },
      });
      return data?.[field.split('(')[0] as string]?.title;
    };
    const titles = async () => [
      await titleOf('organization(id: "o1")'),
      await titleOf('space(id: "s1")'),
      await titleOf('space(id: "s2")'),
    ];
    return { gateway, titles };
  }

  it('invalidates everything, a record with what is below it, or everything for a type without tags', async () => {
    const { gateway, titles } = await embed();
    expect(await titles()).toEqual(['1', '2', '3']);
    gateway.invalidate([{ type: 'Space', id: 's2' }]);
    expect(await titles()).toEqual(['1', '2', '4']);
    gateway.invalidate([]);
    expect(await titles()).toEqual(['1', '2', '4']);
    gateway.invalidate();
    expect(await titles()).toEqual(['5', '6', '7']);
    gateway.invalidate([{ type: 'Team', id: 't' }]);
    expect(await titles()).toEqual(['8', '9', '10']);
    gateway.invalidateReads();
    expect(await titles()).toEqual(['11', '12', '13']);
    await gateway.close();
  });

  it('rejects unknown types, and then invalidates nothing', async () => {
    const { gateway, titles } = await embed();
    await titles();
    const records = [
      { type: 'Space', id: 's1' },
      { type: 'Elephant', id: 'e' },
    ];
    const message = 'Cannot invalidate a Elephant: no record has that type.';
    await expect(gateway.invalidate(records)).rejects.toThrow(message);
    expect(await titles()).toEqual(['1', '2', '3']);
    await gateway.close();
  });
});
