import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createGateway } from '../../src/server/gateway.ts';
import type { GatewayOptions } from '../../src/server/options.ts';
import { readSettings } from '../../src/server/settings/settings.ts';
import { acme, embeddedGateways, query } from '../support/gateways/embedded-gateway.ts';
import { embeddings } from '../support/gateways/embedding-servers.ts';
import { json, startFaultUpstream } from '../support/upstreams/fault-upstream.ts';

const startWorld = embeddedGateways();

/** What a Redis does, as far as clients keep their connection. */
function replyToEachCommand(socket: Socket): void {
  socket.on('data', (bytes) => socket.write('+OK\r\n'.repeat(bytes.toString().match(/^\*/gm)?.length ?? 0)));
}

describe('the options of a gateway', () => {
  it('need no more than the address of the service', async () => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({ object: 'organization', id: 'a', title: 'Acme' }));
    const gateway = await createGateway({ upstreamUrl: upstream.url });
    expect(await gateway.execute({ query })).toEqual(acme);
    await gateway.close();
    await upstream.close();
  });

  it('take the address from the settings', async () => {
    const upstream = await startFaultUpstream();
    const gateway = await createGateway({ settings: readSettings({ UPSTREAM_URL: upstream.url }) });
    await gateway.execute({ query });
    expect(upstream.arrived).toHaveLength(1);
    await gateway.close();
    await upstream.close();
    await expect(createGateway({})).rejects.toThrow('createGateway needs the option "upstreamUrl".');
  });

  it('that are unknown are named, and so are the known ones', async () => {
    const options: object = { upstreamUrl: 'http://127.0.0.1:1', upstream: 'x', port: 1 };
    await expect(createGateway(options)).rejects.toThrow(
      /^createGateway does not know the option "upstream", "port"\. It takes the options upstreamUrl, settings, logger, /,
    );
    const hooks: object = { onRequest: () => {} };
    await expect(createGateway({ upstreamUrl: 'http://127.0.0.1:1', hooks })).rejects.toThrow(
      'createGateway does not know the hook "onRequest". It takes the hooks onOperation, onCall.',
    );
  });

  it.each<[string, unknown, string]>([
    ['none', undefined, 'createGateway needs the option "upstreamUrl".'],
    [
      'settings that were not read',
      { settings: { maxcalls: 5 } },
      '"settings" of createGateway takes what readSettings returns.',
    ],
    ['a logger of another kind', { logger: console }, '"logger" of createGateway takes a pino logger.'],
    ['a plugin that is in no list', { plugins: {} }, '"plugins" of createGateway takes a list.'],
    [
      'a misspelt mode of trusted documents',
      { trustedDocuments: { mode: 'enforced', documents: {} } },
      '"trustedDocuments" of createGateway takes the mode "report" or "enforce".',
    ],
    [
      'an address with credentials',
      { upstreamUrl: 'http://user:pass@127.0.0.1' },
      'of createGateway must be an http or https address',
    ],
  ])('of another form are rejected: %s', async (_kind, options, message) => {
    await expect(createGateway(options as GatewayOptions)).rejects.toThrow(message);
  });

  it('take an address that ends in /v1, as the setting does', async () => {
    const upstream = await startFaultUpstream();
    const gateway = await createGateway({ upstreamUrl: new URL('/v1/', upstream.url) });
    await gateway.execute({ query });
    expect(upstream.arrived[0]).toMatchObject({ url: expect.not.stringContaining('/v1/v1') });
    await gateway.close();
    await upstream.close();
  });

  it.each<[string, GatewayOptions]>([
    [
      'an invalid document',
      { trustedDocuments: { mode: 'report', documents: [{ id: 'a', text: '{ none }', file: 'a.json' }] } },
    ],
    ['a plugin that fails', { plugins: [{ serverWillStart: () => Promise.reject(new Error('failed')) }] }],
  ])('leave no connection open where there is %s', async (_problem, options) => {
    const redis = createServer(replyToEachCommand).listen(0, '127.0.0.1');
    await once(redis, 'listening');
    const { port } = redis.address() as AddressInfo;
    const settings = readSettings({
      ...{ CACHE: 'redis', CACHE_SECRET: 'x'.repeat(32), REDIS_URL: `redis://127.0.0.1:${port}` },
      RATE_LIMIT_REQUESTS: '1',
    });
    const connected = once(redis, 'connection');
    await expect(createGateway({ ...options, upstreamUrl: 'http://127.0.0.1:1', settings })).rejects.toThrow();
    await connected;
    // It closes when its last connection has ended.
    redis.close();
    await once(redis, 'close');
  });
});

describe('execute', () => {
  it('gives each caller its own result', async () => {
    const { gateway, upstream } = await startWorld();
    await gateway.execute({ query });
    const [first, second] = await Promise.all([gateway.execute({ query }), gateway.execute({ query })]);
    expect(upstream.arrived).toHaveLength(2);
    Object.assign(first.data?.organization as object, { title: 'changed' });
    expect(second).toEqual(acme);
  });

  it('takes variables, an operation name, extensions, and headers in any case', async () => {
    const { gateway, upstream } = await startWorld({}, { FORWARD_HEADERS: 'x-tenant' });
    const result = await gateway.execute({
      query: 'query One { __typename } query Two($id: ID!) { organization(id: $id) { title } }',
      operationName: 'Two',
      variables: { id: 'a' },
      headers: { Authorization: 'Bearer t', 'X-Tenant': 'one' },
      extensions: { explain: true },
    });
    expect(result).toMatchObject({ ...acme, extensions: { explain: { totals: { calls: 1 } } } });
    expect(upstream.arrived[0]?.headers).toMatchObject({ authorization: 'Bearer t', 'x-tenant': 'one' });
  });

  it('forwards all values of a header, and tells clients by them', async () => {
    const { gateway, upstream } = await startWorld({}, { FORWARD_HEADERS: 'x-tenant' });
    const run = (tenant: string[]) => gateway.execute({ query, headers: { 'x-tenant': tenant } });
    await Promise.all([run(['one', 'two']), run(['one']), gateway.execute({ query })]);
    const tenants = upstream.arrived.map(({ headers }) => headers['x-tenant']);
    expect(tenants).toHaveLength(3);
    expect(new Set(tenants)).toEqual(new Set(['one, two', 'one', undefined]));
  });

  it('gives errors in its result', async () => {
    const { gateway } = await startWorld();
    const { data, errors } = await gateway.execute({ query: '{ unknown }' });
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
  });

  it('rejects variables that are no JSON', async () => {
    const { gateway } = await startWorld();
    await expect(gateway.execute({ query, variables: { id: 1n } })).rejects.toThrow(TypeError);
  });

  it('is refused by a gateway that is closed', async () => {
    const { gateway, upstream } = await startWorld();
    await gateway.close();
    expect(await gateway.execute({ query })).toMatchObject({ errors: [{ message: 'The gateway is shut down.' }] });
    expect(upstream.arrived).toHaveLength(0);
  });
});

it('a gateway that closes waits for operations in process', async () => {
  const { gateway, upstream } = await startWorld();
  const result = gateway.execute({ query });
  await gateway.close();
  expect(await result).toEqual(acme);
  expect(upstream.arrived).toHaveLength(1);
});

describe('a gateway that is closed', () => {
  it.each(Object.entries(embeddings).filter(([name]) => name !== 'its own server'))(
    'tells clients of %s when to send requests again',
    async (_, embed) => {
      const { gateway } = await startWorld();
      const server = await embed(gateway);
      onTestFinished(() => server.close());
      await gateway.close();
      const headers = { 'content-type': 'application/json' };
      const response = await server.send({ method: 'POST', headers, body: JSON.stringify({ query }) });
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('1');
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
    },
  );

  it('while it starts to listen does not listen afterwards', async () => {
    const { gateway } = await startWorld();
    const listening = gateway.listen();
    await gateway.close();
    await expect(fetch(`${await listening}/healthz`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('does not listen again', async () => {
    const { gateway } = await startWorld();
    await gateway.close();
    await expect(gateway.listen()).rejects.toThrow('The gateway is shut down.');
  });
});

describe('a base path', () => {
  it('is where everything is served', async () => {
    const { gateway } = await startWorld({}, { BASE_PATH: '/docs-graph/' });
    const url = await gateway.listen();
    expect(url).toMatch(/:\d+\/docs-graph$/);
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };
    expect(await (await fetch(`${url}/graphql`, init)).json()).toEqual(acme);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const page = await fetch(url);
    expect(page.url).toBe(`${url}/`);
    expect(await page.text()).toContain('"endpoint":"graphql"');
    const { origin } = new URL(url);
    for (const path of ['/graphql', '/healthz', '/', '/docs-graphs/graphql', '/docs-graph/graphqls']) {
      expect((await fetch(origin + path, init)).status, path).toBe(404);
    }
  });
});

describe('a path of GraphQL', () => {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ query }) };

  it('is where GraphQL is served, and where the explorer finds it', async () => {
    const { gateway } = await startWorld({}, { BASE_PATH: '/docs', GRAPHQL_PATH: '/api/v2/query' });
    const url = await gateway.listen();
    expect(await (await fetch(`${url}/api/v2/query`, init)).json()).toEqual(acme);
    const byGet = await fetch(`${url}/api/v2/query?query=${encodeURIComponent(query)}`);
    expect(await byGet.json()).toEqual(acme);
    const page = await fetch(`${url}/api/v2/query`, { headers: { accept: 'text/html' } });
    expect(page.url).toBe(`${url}/`);
    expect(await page.text()).toContain('"endpoint":"api/v2/query"');
    for (const path of ['/graphql', '/api/v2', '/api/v2/query/', '/api/v2/queries'])
      expect((await fetch(url + path, init)).status, path).toBe(404);
    expect((await fetch(`${url}/schema.graphql`)).status).toBe(200);
  });

  it.each(['graphql', '/', '/graphql/', '/a b', '/healthz', '/cache/graphql', '/schema.strict.graphql', '/../x?'])(
    'may not be %s',
    (path) => {
      expect(() => readSettings({ GRAPHQL_PATH: path })).toThrow(/^GRAPHQL_PATH must/);
    },
  );
});
