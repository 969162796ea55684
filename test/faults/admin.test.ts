import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { request } from 'undici';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { packageVersion } from '../../src/server/runtime/package-root.ts';
import { settings } from '../../src/server/settings/settings.ts';
import { builtCommand, killRemaining, stop, until, urlIn } from '../support/processes/command.ts';
import { parseMetrics, sumOf } from '../support/services/metrics.ts';

const command = builtCommand();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docgraph-admin-'));
});
afterAll(async () => {
  killRemaining();
  await rm(folder, { recursive: true });
});

/** Starts a gateway with ADMIN_PORT; resolves to what sends requests to it. */
async function start(environment: Record<string, string> = {}) {
  const gateway = await command.serve({ ADMIN_PORT: '0', ...environment });
  const base = urlIn(gateway.lines, 'Admin').replace(/\/status$/, '');
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await request(base + path, {
      method: method as 'GET',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.body.text();
    const isJson = response.headers['content-type']?.includes('json');
    return { status: response.statusCode, body: isJson ? JSON.parse(text) : text };
  };
  const query = async (text: string) => {
    const { body } = await request(urlIn(gateway.lines, 'GraphQL'), {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${sandboxTokens.admin}` },
      body: JSON.stringify({ query: text }),
    });
    return (await body.json()) as { data?: unknown; errors?: unknown[] };
  };
  return { gateway, send, query };
}

/** A gateway for the tests of a group, which do not change what the others see. */
function sharedGateway(environment: Record<string, string>) {
  let shared: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    shared = await start(environment);
    return () => stop(shared.gateway);
  });
  return () => shared;
}

/** A gateway for one test. */
async function ownGateway(environment: Record<string, string>) {
  const own = await start(environment);
  onTestFinished(() => stop(own.gateway));
  return own;
}

const isListed = { organizations: { totalCount: expect.any(Number) } };

describe('ADMIN_PORT', () => {
  const sockets: Socket[] = [];
  const shared = sharedGateway({
    UPSTREAM_TOKEN: 'secret-1',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=secret-2',
    LOG_LEVEL: 'warn',
    MAX_CONNECTIONS: '2',
    METRICS_PORT: '0',
    BASE_PATH: '/docs',
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
  });

  it('tells the status with each setting and its source, and no secret', async () => {
    const { gateway, send } = shared();
    const { status, body } = await send('GET', '/status');
    expect(status).toBe(200);
    expect(body).toEqual({
      version: packageVersion(),
      node: process.version,
      pid: gateway.child.pid,
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      logLevel: 'warn',
      trustedDocuments: null,
      circuitBreaker: { openProcesses: 0, timesOpened: 0 },
      connections: { reads: { used: 0, max: 96, queued: 0 }, writes: { used: 0, max: 24, queued: 0 } },
      cache: null,
      upstreamAddresses: {},
      contractDrift: [],
      settings: expect.anything(),
    });
    expect(Object.keys(body.settings)).toEqual(Object.values(settings).map(({ name }) => name));
    expect(body.settings).toMatchObject({
      LOG_LEVEL: { value: 'warn', source: 'environment' },
      MAX_CALLS: { value: 1000, source: 'default' },
      MAX_WORK_BYTES: { value: expect.any(Number), source: 'process' },
      UPSTREAM_TOKEN: { value: '(secret)', source: 'environment' },
      OTEL_EXPORTER_OTLP_ENDPOINT: { value: 'http://127.0.0.1:1/', source: 'environment' },
      OTEL_EXPORTER_OTLP_HEADERS: { value: '(secret)', source: 'environment' },
      REDIS_URL: { value: null, source: 'default' },
    });
    expect(JSON.stringify(body)).not.toMatch(/secret-\d/);
  });

  it('serves health and metrics where the gateway accepts no more connections', async () => {
    const { gateway, send, query } = shared();
    const { hostname, port } = new URL(urlIn(gateway.lines, 'GraphQL'));
    for (let i = 0; i < 2; i++) {
      const socket = connect(Number(port), hostname);
      sockets.push(socket);
      await new Promise((resolve) => socket.once('connect', resolve));
    }
    const { errors } = await query('{ organizations { totalCount } }');
    expect(errors).toMatchObject([{ extensions: { code: 'SERVICE_UNAVAILABLE' } }]);
    expect(await send('GET', '/healthz')).toEqual({ status: 200, body: { status: 'up' } });
    expect(await send('GET', '/readyz')).toEqual({ status: 200, body: { status: 'ready' } });
    const { status, body } = await send('GET', '/metrics');
    expect(status).toBe(200);
    expect(body).toContain('docgraph_build_info{');
    const metrics = urlIn(gateway.lines, 'Metrics');
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await request(new URL(path, metrics))).statusCode).toBe(200);
    }
  });
});

describe.each(['1', '2'])('ADMIN_PORT with %s processes', (WORKERS) => {
  // The first test needs a cache that is empty.
  const shared = sharedGateway({ WORKERS, CACHE: 'memory', CACHE_TTL: '600000' });

  it('invalidates the cache', async () => {
    const { send, query } = shared();
    const misses = async () => {
      const { body } = await send('GET', '/metrics');
      return sumOf(parseMetrics(body), 'docgraph_cache_misses_total');
    };
    /** Reads again and again; resolves to how many reads the cache did not answer. */
    const read = async (times: number) => {
      const before = await misses();
      for (let i = 0; i < times; i++) expect((await query('{ organizations { totalCount } }')).data).toEqual(isListed);
      return (await misses()) - before;
    };
    // Each worker has a cache of its own, and the platform distributes connections.
    const filled = await read(20);
    expect(filled).toBeGreaterThanOrEqual(1);
    expect(filled).toBeLessThanOrEqual(Number(WORKERS));
    const record = { records: [{ type: 'Space', id: 'x' }] };
    expect((await send('POST', '/cache/invalidate', { records: [{ type: 'Nothing', id: 'x' }] })).body).toEqual({
      errors: [
        { message: 'Cannot invalidate a Nothing: no record has that type.', extensions: { code: 'UNKNOWN_TYPE' } },
      ],
    });
    expect((await send('POST', '/cache/invalidate', { all: true })).status).toBe(204);
    expect(await read(1)).toBe(1);
    expect((await send('POST', '/cache/invalidate', record)).status).toBe(204);
  });

  it('changes the log level at run time', async () => {
    const { gateway, send, query } = shared();
    const logged = () =>
      gateway
        .log()
        .flatMap(({ msg, operation }) => (msg === 'operation' && typeof operation === 'string' ? [operation] : []));
    await query('query First { organizations { totalCount } }');
    await until(() => logged().includes('First'));
    expect((await send('PUT', '/log-level', { level: 'error' })).status).toBe(204);
    expect((await send('GET', '/status')).body.logLevel).toBe('error');
    await query('query Second { organizations { totalCount } }');
    expect((await send('PUT', '/log-level', { level: 'info' })).status).toBe(204);
    await query('query Third { organizations { title: totalCount } }');
    await until(() => logged().includes('Third'));
    expect(logged()).toEqual(['First', 'Third']);
    // The property `level` of a line is its own.
    expect(gateway.log()).toContainEqual(
      expect.objectContaining({ level: 40, logLevel: 'error', msg: 'log level changed' }),
    );
  });

  it.each(['application/x-www-form-urlencoded', 'text/html'])('takes JSON of the type %s', async (type) => {
    const { send } = shared();
    const headers = { 'content-type': type };
    expect((await send('PUT', '/log-level', '{"level": "error"}', headers)).status).toBe(204);
    expect((await send('POST', '/cache/invalidate', '{"all": true}', headers)).status).toBe(204);
    expect((await send('POST', '/reload', '', headers)).status).toBe(409);
  });

  it('rejects what it does not know, and what a page in a browser sends', async () => {
    const { send } = shared();
    const rejected: [status: number, code: string, ...Parameters<typeof send>][] = [
      [404, 'NOT_FOUND', 'GET', '/graphql'],
      [404, 'NOT_FOUND', 'GET', '/reload'],
      [400, 'BAD_ADDRESS', 'GET', '/%E0%A4%A'],
      [409, 'NOTHING_TO_RELOAD', 'POST', '/reload'],
      [400, 'BAD_REQUEST', 'PUT', '/log-level', { level: 'loud' }],
      [400, 'BAD_REQUEST', 'PUT', '/log-level', '{'],
      [400, 'BAD_REQUEST', 'POST', '/cache/invalidate', {}],
      [400, 'BAD_REQUEST', 'POST', '/cache/invalidate', { all: true, records: [] }],
      [400, 'BAD_REQUEST', 'POST', '/cache/invalidate', { records: [{ type: 'Space' }] }],
      [400, 'BAD_REQUEST', 'POST', '/cache/invalidate', 'all', { 'content-type': 'text/html' }],
      [413, 'BAD_REQUEST', 'PUT', '/log-level', { level: 'x'.repeat(70_000) }],
      [421, 'UNKNOWN_HOST', 'GET', '/status', undefined, { host: 'rebound.example' }],
      [403, 'CROSS_ORIGIN', 'POST', '/reload', undefined, { origin: 'https://site.example' }],
      [403, 'CROSS_ORIGIN', 'POST', '/reload', undefined, { 'sec-fetch-site': 'cross-site' }],
    ];
    const { body: misdirected } = await send('GET', '/status', undefined, { host: 'rebound.example' });
    expect(misdirected.errors[0].message).toMatch(/Use a loopback name or the address of this port\.$/);
    for (const [expected, code, ...given] of rejected) {
      const { status, body } = await send(...given);
      expect({ given, status }).toEqual({ given, status: expected });
      expect(body.errors).toEqual([{ message: expect.any(String), extensions: { code } }]);
    }
  });

  it('tells of the circuit breaker, queues and caches', async () => {
    const down = { UPSTREAM_URL: 'http://127.0.0.1:9', CIRCUIT_BREAKER: '1', UPSTREAM_RETRIES: '0' };
    const { send, query } = await ownGateway({ ...down, WORKERS, CACHE: 'memory' });
    await query('{ organizations { totalCount } }');
    // The circuit breaker opens when a probe has failed, too.
    const status = async () => (await send('GET', '/status')).body;
    await expect.poll(status).toMatchObject({
      circuitBreaker: { openProcesses: 1, timesOpened: 1 },
      connections: { reads: { used: 0, max: 96 * Number(WORKERS), queued: 0 } },
      cache: { entries: 0, bytes: 0, hits: 0, misses: 1 },
    });
  });

  it('reloads trusted documents', async () => {
    const file = join(folder, `manifest-${WORKERS}.json`);
    await writeFile(file, JSON.stringify({ one: '{ organizations { totalCount } }' }));
    const { gateway, send, query } = await ownGateway({
      WORKERS,
      TRUSTED_DOCUMENTS: 'enforce',
      TRUSTED_DOCUMENTS_PATH: file,
      TRUSTED_DOCUMENTS_WATCH: '0',
    });
    const before = (await send('GET', '/status')).body.trustedDocuments;
    expect(before).toEqual({
      documents: 1,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      loadedAt: expect.any(String),
    });
    const added = '{ organizations { nodes { id } } }';
    expect((await query(added)).errors).toHaveLength(1);
    await writeFile(file, JSON.stringify({ one: '{ organizations { totalCount } }', two: added }));
    expect((await send('POST', '/reload')).status).toBe(204);
    await until(
      () => gateway.log().filter(({ msg }) => msg === 'trusted documents loaded').length === 2 * Number(WORKERS),
    );
    expect((await query(added)).errors).toBeUndefined();
    const after = (await send('GET', '/status')).body.trustedDocuments;
    expect(after.documents).toBe(2);
    expect(after.sha256).not.toBe(before.sha256);
    await writeFile(file, '[');
    const { status, body } = await send('POST', '/reload');
    expect(status).toBe(422);
    expect(body.errors[0].message).toContain(file);
    expect((await send('GET', '/status')).body.trustedDocuments).toEqual(after);
    expect((await query(added)).errors).toBeUndefined();
  });

  it('in use is one clear line', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? `${address?.port}` : '';
    const { code, lines } = await command.failure(['serve'], { ADMIN_PORT: port, WORKERS, LOG_LEVEL: 'silent' });
    server.close();
    expect({ code, lines }).toEqual({
      code: 3,
      lines: ['The port is taken. Set ADMIN_PORT to another one, or to 0 for any free one.'],
    });
  });
});
