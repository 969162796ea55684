import { describe, expect, it } from 'vitest';
import { CacheKeys } from '../../../../src/engine/cache/cache-key.ts';
import { createGateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { describeEachStore } from '../../../support/cache/each-store.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { json, type ReceivedRequest } from '../../../support/upstreams/fault-upstream.ts';

/** Responds to each client with what it sent. */
const echo = (response: Parameters<ReturnType<typeof json>>[0], request: ReceivedRequest) => {
  const {
    authorization = 'nobody',
    cookie = '',
    'x-tenant': tenant = '',
    'x-a': a = '',
    'x-b': b = '',
  } = request.headers;
  json({ id: 'o1', title: [authorization, cookie, tenant, a, b].join('|') })(response, request);
};

describeEachStore('no client gets the response of another that is kept in', (start, storeSettings) => {
  const forwarding = { FORWARD_HEADERS: 'X-Tenant, Cookie, X-A, X-B' };

  it.each<[what: string, clients: { token?: string | null; headers?: Record<string, string> }[]]>([
    ['with another token', [{ token: 'one' }, { token: 'two' }, { token: 'one ' }, { token: 'ONE' }]],
    ['without a token, after one with a token', [{ token: 'one' }, { token: null }]],
    ['with a token, after one without', [{ token: null }, { token: 'one' }]],
    [
      'whose scheme is written in another case',
      ['Bearer one', 'bearer one', 'BEARER one'].map((authorization) => ({ token: null, headers: { authorization } })),
    ],
    [
      'with another forwarded header',
      ['acme', 'ACME', 'acme,acme'].map((tenant) => ({ headers: { 'x-tenant': tenant } })),
    ],
    ['with a forwarded header, after one without', [{}, { headers: { 'x-tenant': 'acme' } }]],
    ['with another cookie', ['s=1', 's=2', 's=1; s=2'].map((cookie) => ({ token: null, headers: { cookie } }))],
    [
      'whose headers look the same when they are joined',
      [
        { headers: { 'x-a': '1', 'x-b': '2' } },
        { headers: { 'x-a': '1x-b2' } },
        { headers: { 'x-a': '1,x-b,2' } },
        { headers: { 'x-a': '1|2' } },
        { headers: { 'x-b': '1', 'x-a': '2' } },
        { headers: { 'x-a': '', 'x-b': '12' } },
      ],
    ],
  ])('%s', async (_what, clients) => {
    const world = await start(forwarding);
    world.replyToReads(echo);
    const titles = () => Promise.all(clients.map((client) => world.title(client)));
    const first = await titles();
    expect(new Set(world.reads.map(({ headers }) => JSON.stringify(headers))).size).toBeGreaterThan(1);
    const sent = world.reads.length;
    expect(await titles()).toEqual(first);
    expect(world.reads).toHaveLength(sent);
    const withoutCache = await start({ ...forwarding, CACHE: 'off' });
    withoutCache.replyToReads(echo);
    for (const [i, client] of clients.entries()) expect(await withoutCache.title(client)).toBe(first[i]);
  });

  it('who was in flight at the same time', async () => {
    const world = await start();
    world.replyToReads(echo);
    const tokens = Array.from({ length: 40 }, (_, i) => `t${i % 4}`);
    for (let turn = 0; turn < 3; turn++) {
      const titles = await Promise.all(tokens.map((token) => world.title({ token })));
      expect(titles).toEqual(tokens.map((token) => `Bearer ${token}||||`));
    }
    expect(world.reads).toHaveLength(4);
  });

  it('after look-ups of several records in one list', async () => {
    const world = await start();
    world.replyToReads((response, request) => {
      const team = (id: string) => ({ id, title: `${id} of ${request.headers.authorization}` });
      json({ items: [team('a'), team('b'), team('c')] })(response, request);
    });
    const ids = ['a', 'b', 'c'].map((id) => globalIdOf('SiteSection', 'o', 's', id));
    const query = '($ids: [ID!]!) { nodes(ids: $ids) { ... on SiteSection { title } } }';
    for (const token of ['one', 'two', 'one', 'two']) {
      const { data } = await world.gateway.execute(`query ${query}`, { token, variables: { ids } });
      expect(data.nodes).toEqual(['a', 'b', 'c'].map((id) => ({ title: `${id} of Bearer ${token}` })));
    }
    expect(world.reads).toHaveLength(2);
  });

  it('whose token was revoked through the gateway', async () => {
    const world = await start();
    expect([await world.title({ token: 'gone' }), await world.title({ token: 'gone' })]).toEqual(['1', '1']);
    world.replyToReads(json({ message: 'no' }, 403));
    const id = globalIdOf('Member', 'o1', 'u');
    await world.gateway.execute(`mutation { removeMember(input: { id: "${id}" }) { deletedId } }`, { token: 'admin' });
    expect(await world.title({ token: 'gone' })).toBeNull();
  });

  it('where the service marks what is private, and no client can be told apart', async () => {
    const world = await start();
    world.replyToReads({ 'cache-control': 'private, max-age=60' });
    expect([await world.title({ token: null }), await world.title({ token: null })]).toEqual(['1', '2']);
    expect([await world.title({ token: 'one' }), await world.title({ token: 'one' })]).toEqual(['3', '3']);
  });

  it('whose identity an embedder tells apart', async () => {
    const world = await start();
    world.replyToReads(echo);
    const gateway = await createGateway({
      upstreamUrl: world.upstream.url,
      settings: readSettings(storeSettings()),
      authenticate: ({ headers }) => ({ authorization: 'Bearer service', identity: String(headers['x-user']) }),
    });
    for (const user of ['one', 'two', 'one', 'two']) {
      await gateway.execute({ query: '{ organization(id: "o1") { title } }', headers: { 'x-user': user } });
    }
    expect(world.reads).toHaveLength(2);
    await gateway.close();
  });
});

describe('keys', () => {
  const keys = new CacheKeys('http://a');
  const shared = new CacheKeys('http://a', { secret: 'a-secret-that-several-processes-have', version: '1' });

  it('differ where the parts differ, however they are joined', () => {
    const pairs: [scope: string, url: string][] = [
      ['ab', 'c'],
      ['a', 'bc'],
      ['', 'abc'],
      ['abc', ''],
      ['a1:b', 'c'],
      ['a', '1:bc'],
    ];
    expect(new Set(pairs.map(([scope, url]) => shared.keyOf(scope, url))).size).toBe(pairs.length);
    expect(new Set(pairs.map(([identity, url]) => keys.keyOf(keys.scopeOf(identity), url))).size).toBe(pairs.length);
    expect(keys.scopeOf('one')).not.toBe(new CacheKeys('http://b').scopeOf('one'));
  });

  it('differ where long URLs do', () => {
    const urls = ['x', 'y'].map((end) => `/v1/orgs/${'o'.repeat(1000)}${end}`);
    expect(new Set(urls.map((url) => keys.keyOf(keys.scopeOf('one'), url))).size).toBe(2);
  });

  it('cannot be computed without the secret, and hold no part of the credentials; those of other processes, of nothing', () => {
    expect(keys.scopeOf('one')).toBe(keys.scopeOf('one'));
    expect(new CacheKeys('http://a').scopeOf('one')).not.toBe(keys.scopeOf('one'));
    expect(keys.scopeOf('Bearer secret')).toMatch(/^[\w-]{43}$/);
    expect(shared.keyOf(shared.scopeOf('Bearer secret'), '/v1/orgs/o1')).toMatch(/^[\w-]{43}$/);
  });
});
