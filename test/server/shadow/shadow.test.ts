import { afterEach, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import type { GatewayOptions } from '../../../src/server/options.ts';
import { readSettings, SettingsError } from '../../../src/server/settings/settings.ts';
import { postQuery, startGateway, startWorld, type TestGateway } from '../../support/gateways/gateway.ts';
import { parseMetrics, sumOf } from '../../support/services/metrics.ts';
import { type FaultUpstream, json, startFaultUpstream, text } from '../../support/upstreams/fault-upstream.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const on = { METRICS: 'true', SHADOW_SHARE: '1', EXECUTOR: 'compiled', SHARE_OPERATIONS: 'false' };

async function startSandbox(environment: Record<string, string> = {}): Promise<TestGateway> {
  const world = await startWorld({}, { ...on, ...environment });
  closers.push(() => world.close());
  return world;
}

async function startService(): Promise<FaultUpstream> {
  const service = await startFaultUpstream();
  closers.push(() => service.close());
  return service;
}

/** A gateway over a service of the test, whose second executions go to another one. */
async function startBoth(environment: Record<string, string> = {}, options: Partial<GatewayOptions> = {}) {
  const service = await startService();
  const other = await startService();
  service.reply(json({ object: 'organization', id: 'a', title: 'One', urls: {} }));
  const gateway = await startGateway(
    service.url,
    { ...on, SHADOW_URL: `${other.url}/graphql?build=next`, ...environment },
    options,
  );
  closers.push(() => gateway.close());
  return { service, other, gateway };
}

const token = 'Zq9Xw8Vu7Ts6Rp5';

async function send({ url }: TestGateway, query: string, variables?: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}`, ...headers },
    body: JSON.stringify({ query, variables }),
  });
  return (await response.json()) as { data: unknown; errors?: unknown };
}

async function outcomesOf({ gateway }: TestGateway) {
  const samples = parseMetrics(await gateway.metrics());
  const of = (outcome: string) => sumOf(samples, 'docgraph_shadow_queries_total', `outcome="${outcome}"`);
  const names = ['equal', 'different', 'changed', 'failed', 'too_large', 'dropped'];
  return Object.fromEntries(names.map((name) => [name, of(name)]).filter(([, count]) => count !== 0));
}

const linesOf = ({ log }: TestGateway) =>
  log.filter((line) => line.includes('a second execution has another result')).map((line) => JSON.parse(line));

const one = 'query One { organization(id: "a") { title } }';

describe('second executions by graphql-js', () => {
  it('have the same results, with REST calls of their own', async () => {
    const world = await startSandbox();
    const queries: [string, object?][] = [
      ['{ organizations { totalCount nodes { id title spaces(first: 3) { nodes { title } } } } }'],
      ['query ($id: ID!) { node(id: $id) { id } organization(id: $id) { title } }', { id: 'none' }],
      ['query ($ids: [ID!]!, $with: Boolean = true) { nodes(ids: $ids) { id @include(if: $with) } }', { ids: ['x'] }],
      ['{ a: __typename __schema { queryType { name } } }'],
    ];
    for (const [query, variables] of queries) await send(world, query, variables);
    await expect.poll(() => outcomesOf(world), { timeout: 20_000 }).toEqual({ equal: queries.length });
    const calls = sumOf(parseMetrics(await world.gateway.metrics()), 'docgraph_rest_calls_made_total');
    expect(calls).toBeGreaterThan(0);
  });

  it('take variables as clients sent them: enums and defaults', async () => {
    const world = await startSandbox();
    const list = '{ organizations { nodes { sites { nodes { siteSpaces { nodes { space { id } } } } } } } }';
    const { data } = await send(world, list);
    const [, id] = /"space":\{"id":"([^"]+)"/.exec(JSON.stringify(data)) ?? [];
    const query = `query ($id: ID!, $status: LinkStatus, $first: Int = 2) {
      space(id: $id) { links(first: $first, status: $status) { nodes { status } } } }`;
    const result = await send(world, query, { id, status: 'IN_APP' });
    expect(result.errors).toBeUndefined();
    await expect.poll(() => outcomesOf(world), { timeout: 20_000 }).toEqual({ equal: 2 });
  });

  it('are none for mutations, for explain, for second executions of others, and without a share', async () => {
    const world = await startSandbox();
    await send(world, 'mutation { deleteSpace(input: { spaceId: "none" }) { deletedId } }');
    await postQuery(`${world.url}/graphql`, '{ organizations { totalCount } }');
    await send(world, '{ organizations { totalCount } }', {}, { 'docgraph-shadow': '1' });
    // What comes after them is executed after them.
    await send(world, '{ organizations { totalCount } }');
    await expect.poll(() => outcomesOf(world), { timeout: 20_000 }).toEqual({ equal: 1 });
    const off = await startSandbox({ SHADOW_SHARE: '0' });
    await send(off, '{ organizations { totalCount } }');
    expect(await outcomesOf(off)).toEqual({});
  });

  it('report differences by path and kind, without values', async () => {
    const service = await startService();
    let ticks = 0;
    const gateway = await startGateway(service.url, on, {
      typeDefs: 'extend type Query { secret(of: String): Secret } type Secret { text: String }',
      resolvers: { Query: { secret: () => ({ text: `${token}${ticks++}` }) } },
    });
    closers.push(() => gateway.close());
    await send(gateway, 'query Ticks($of: String) { own: secret(of: $of) { text } }', { of: token });
    await expect.poll(() => outcomesOf(gateway), { timeout: 20_000 }).toEqual({ different: 1 });
    expect(linesOf(gateway)).toMatchObject([
      {
        level: 40,
        operation: 'Ticks',
        hash: expect.stringMatching(/^[\da-f]{64}$/),
        executor: 'graphql-js',
        requestId: expect.any(String),
        differences: [{ path: 'data.own.text', kind: 'value' }],
      },
    ]);
    const metrics = await gateway.gateway.metrics();
    expect(sumOf(parseMetrics(metrics), 'docgraph_shadow_differences_total', 'kind="value"')).toBe(1);
    expect(metrics + gateway.log.join()).not.toContain(token);
  });

  it('make room at their timeout, although a resolver never settles', async () => {
    const service = await startService();
    let executions = 0;
    const settings = { ...on, SHADOW_TIMEOUT: '1000', SHADOW_CONCURRENCY: '1' };
    const gateway = await startGateway(service.url, settings, {
      typeDefs: 'extend type Query { ticket: String }',
      resolvers: { Query: { ticket: () => (++executions === 2 ? new Promise(() => {}) : 'one') } },
    });
    closers.push(() => gateway.close());
    await send(gateway, '{ ticket }');
    await expect.poll(() => outcomesOf(gateway)).toEqual({ failed: 1 });
    await send(gateway, '{ ticket }');
    await expect.poll(() => outcomesOf(gateway)).toEqual({ failed: 1, equal: 1 });
  });

  it('are refused where graphql-js is the executor of clients', () => {
    expect(() => readSettings({ SHADOW_SHARE: '0.1', EXECUTOR: 'graphql-js' })).toThrow(SettingsError);
  });
});

describe('second executions by another build', () => {
  const reply = (title: string) => json({ data: { organization: { title } } });

  it('get the query with the credentials of the client, and no headers of the REST service', async () => {
    const { other, gateway } = await startBoth({ UPSTREAM_HEADERS: 'x-service-key=abc', FORWARD_HEADERS: 'x-tenant' });
    other.reply(reply('One'));
    const headers = { authorization: `Bearer ${token}`, 'x-tenant': 't1' };
    const query = 'query One($id: ID!) { organization(id: $id) { title } }';
    expect(await send(gateway, query, { id: 'a' }, headers)).toEqual({ data: { organization: { title: 'One' } } });
    await expect.poll(() => outcomesOf(gateway)).toEqual({ equal: 1 });
    expect(other.arrived).toMatchObject([
      { method: 'POST', url: '/graphql?build=next', headers: { ...headers, 'docgraph-shadow': '1' } },
    ]);
    expect(JSON.parse(other.arrived[0]?.body ?? '')).toEqual({ query, operationName: 'One', variables: { id: 'a' } });
    expect(other.arrived[0]?.headers).not.toHaveProperty('x-service-key');
  });

  it('get no token of the REST service in place of that of the client', async () => {
    const { service, other, gateway } = await startBoth({ UPSTREAM_TOKEN: token });
    other.reply(reply('One'));
    await gateway.gateway.execute({ query: one });
    await expect.poll(() => outcomesOf(gateway)).toEqual({ equal: 1 });
    expect(service.arrived[0]?.headers.authorization).toBe(`Bearer ${token}`);
    expect(other.arrived[0]?.headers).not.toHaveProperty('authorization');
  });

  it('report differences, and not what has changed meanwhile', async () => {
    const { service, other, gateway } = await startBoth();
    other.reply(reply('Two'));
    await send(gateway, one, {}, { authorization: `Bearer ${token}` });
    await expect.poll(() => outcomesOf(gateway)).toEqual({ different: 1 });
    expect(linesOf(gateway)).toMatchObject([
      { executor: 'url', differences: [{ path: 'data.organization.title', kind: 'value' }] },
    ]);
    other.reply((response, request) => {
      service.reply(json({ object: 'organization', id: 'a', title: 'Three', urls: {} }));
      reply('Three')(response, request);
    });
    await send(gateway, one, {}, { authorization: `Bearer ${token}` });
    await expect.poll(() => outcomesOf(gateway)).toEqual({ different: 1, changed: 1 });
    expect(gateway.log.join()).not.toContain(token);
  });

  it('report no difference where the cache of the client had older data', async () => {
    const { service, other, gateway } = await startBoth({ CACHE: 'memory' });
    const titled = (title: string) => {
      service.reply(json({ object: 'organization', id: 'a', title, urls: {} }));
      other.reply(reply(title));
    };
    const sendAs = (query: string) => send(gateway, query, {}, { authorization: `Bearer ${token}` });
    titled('One');
    await sendAs(one);
    await expect.poll(() => outcomesOf(gateway)).toEqual({ equal: 1 });
    titled('Two');
    // Another text: the result of the first one is kept as a whole.
    expect(await sendAs(`${one} `)).toEqual({ data: { organization: { title: 'One' } } });
    await expect.poll(() => outcomesOf(gateway)).toEqual({ equal: 1, changed: 1 });
    other.reply(reply('Three'));
    await sendAs(`${one}  `);
    await expect.poll(() => outcomesOf(gateway)).toEqual({ equal: 1, changed: 1, different: 1 });
  });

  it.each([
    ['a status with HTML', text('<html></html>', 502)],
    ['a redirect', text('', 302, { location: '/elsewhere' })],
    ['a rejection', json({ errors: [{ message: 'no' }] }, 400)],
    ['a response that is too large', json({ data: { organization: { title: 'x'.repeat(10_000) } } })],
    ['errors of another form', json({ data: null, errors: [{ path: 7 }] })],
    ['a fault that passes', json({ data: null, errors: [{ path: [], extensions: { code: 'UPSTREAM_TIMEOUT' } }] })],
  ])('fail for %s, and clients notice nothing', async (_name, answer) => {
    const { other, gateway } = await startBoth({ SHADOW_MAX_BYTES: '1024' });
    other.reply(answer);
    expect(await send(gateway, one)).toEqual({ data: { organization: { title: 'One' } } });
    await expect.poll(() => outcomesOf(gateway)).toEqual({ failed: 1 });
    expect(other.arrived).toHaveLength(1);
    expect(linesOf(gateway)).toEqual([]);
  });

  it('fail at their timeout', async () => {
    const { other, gateway } = await startBoth({ SHADOW_TIMEOUT: '50' });
    other.reply(() => {});
    await send(gateway, one);
    await expect.poll(() => outcomesOf(gateway)).toEqual({ failed: 1 });
  });

  it('are dropped where the queue is full, while clients get their responses', async () => {
    const { other, gateway } = await startBoth({ SHADOW_CONCURRENCY: '1', SHADOW_QUEUE: '2', SHADOW_TIMEOUT: '10m' });
    other.reply(() => {});
    await send(gateway, one);
    await expect.poll(() => other.arrived.length).toBe(1);
    for (let i = 0; i < 5; i++) {
      expect(await send(gateway, one)).toEqual({ data: { organization: { title: 'One' } } });
    }
    expect(await outcomesOf(gateway)).toEqual({ dropped: 3 });
    // Nobody waits for those that are open.
    await gateway.close();
    expect(other.arrived).toHaveLength(1);
  });

  it('are none for large results', async () => {
    const { service, gateway } = await startBoth({ SHADOW_MAX_BYTES: '1024' });
    service.reply(json({ object: 'organization', id: 'a', title: 'x'.repeat(2000), urls: {} }));
    await send(gateway, one);
    expect(await outcomesOf(gateway)).toEqual({ too_large: 1 });
  });
});
