import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { globalIdOf } from '../support/execution/expectations.ts';
import type { Environment } from '../support/processes/gateway-process.ts';
import { GatewayProcess } from '../support/processes/gateway-process.ts';
import { healthy, message, record, status, TcpUpstream } from '../support/upstreams/tcp-upstream.ts';

let upstream: TcpUpstream;
let gateway: GatewayProcess;

beforeEach(async () => {
  upstream = new TcpUpstream(healthy);
  await upstream.open();
});

afterEach(async () => {
  await gateway?.kill();
  await upstream.close();
});

async function start(settings: Environment = {}): Promise<void> {
  gateway = await GatewayProcess.start({ UPSTREAM_URL: upstream.url, UPSTREAM_TIMEOUT: '1000', ...settings });
}

const read = (i: number) => `{ organization(id: "o${i}") { title } }`;
const write = (i: number) =>
  `mutation { updateChangeRequest(input: { id: "${globalIdOf('ChangeRequest', 's', `w${i}`)}", subject: "x" }) { userErrors { code } } }`;

/** The code of the first error; undefined if there is none. */
async function post(query: string, token = 'client'): Promise<string | undefined> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { errors?: { extensions: { code: string } }[] };
  return errors?.[0]?.extensions.code;
}

const range = (length: number) => Array.from({ length }, (_, i) => i);
/** The codes of all requests that failed. */
const failures = async (requests: Promise<string | undefined>[]) => (await Promise.all(requests)).filter(Boolean);

/** How often each write arrived. */
const countsOfWrites = () => upstream.requests.filter(({ method }) => method !== 'GET').map(({ url }) => url);

describe('a service that closes idle connections', () => {
  it('fails none of 200 reads', async () => {
    await start();
    upstream.reply = (exchange) => {
      healthy(exchange);
      setTimeout(() => exchange.socket.destroy(), 5);
    };
    const codes: (string | undefined)[] = [];
    for (const i of range(200)) {
      codes.push(await post(read(i)));
      await delay(4);
    }
    expect(codes.filter(Boolean)).toEqual([]);
  });

  it('fails none of 30 reads on ten dead connections', async () => {
    await start();
    expect(await failures(range(10).map((i) => post(read(i))))).toEqual([]);
    // The connections are open, but whoever sends something on them gets a reset.
    const dead = new Set(upstream.sockets);
    upstream.reply = (exchange) => (dead.has(exchange.socket) ? exchange.socket.resetAndDestroy() : healthy(exchange));
    expect(await failures(range(30).map((i) => post(read(i))))).toEqual([]);
  });

  it('gets each of 50 writes once', async () => {
    await start();
    upstream.reply = (exchange) => {
      healthy(exchange);
      setTimeout(() => exchange.socket.destroy(), 5);
    };
    for (const i of range(50)) {
      expect(await post(write(i))).toBeUndefined();
      await delay(4);
    }
    expect(countsOfWrites()).toHaveLength(50);
    expect(new Set(countsOfWrites()).size).toBe(50);
  });

  it('after each request sees at most three connections for each of 76 reads', async () => {
    await start();
    upstream.reply = ({ socket }) => void socket.end(message(200, record));
    expect(await failures(range(76).map((i) => post(read(i))))).toEqual([]);
    expect(upstream.connections).toBeLessThanOrEqual(76 * 3);
  });
});

describe('a stall of the gateway for 1.8 s', () => {
  it('fails no read whose answer had come', async () => {
    await start();
    expect(await post(read(0))).toBeUndefined();
    // The answers come while the gateway stands still.
    upstream.reply = (exchange) => void setTimeout(healthy, 300, exchange);
    const reads = failures(range(20).map((i) => post(read(i + 1))));
    await delay(150);
    await gateway.stall(1_800);
    expect(await reads).toEqual([]);
  });

  it('sends no write twice, and knows the outcome of those whose answer had come', async () => {
    await start();
    upstream.reply = (exchange) => void setTimeout(healthy, 300, exchange);
    const writes = failures(range(10).map((i) => post(write(i))));
    await delay(150);
    await gateway.stall(1_800);
    expect(await writes).toEqual([]);
    expect(countsOfWrites()).toHaveLength(10);
  });
});

describe('a service that is down', () => {
  const settings = { CIRCUIT_BREAKER: '5', UPSTREAM_RETRIES: '0' };

  it('is not called any more after CIRCUIT_BREAKER failures, is probed, and is used again when it is back', async () => {
    await start(settings);
    upstream.reply = status(503);
    for (const i of range(20)) expect(await post(read(i))).toBe('UPSTREAM_UNAVAILABLE');
    const calls = upstream.requests.length;
    expect(calls).toBeLessThan(15);
    const startedAt = performance.now();
    for (const i of range(20)) expect(await post(read(i))).toBe('UPSTREAM_UNAVAILABLE');
    // Far less than UPSTREAM_TIMEOUT: they wait for no call.
    expect((performance.now() - startedAt) / 20).toBeLessThan(250);
    expect(await post(write(1))).toBe('UPSTREAM_UNAVAILABLE');
    upstream.reply = healthy;
    let code: string | undefined = 'none';
    for (let waited = 0; code !== undefined && waited < 20_000; waited += 250) {
      await delay(250);
      code = await post(read(waited));
    }
    expect(code).toBeUndefined();
    for (const i of range(10)) expect(await post(read(i))).toBeUndefined();
  });

  it('makes the gateway not ready with READINESS_CHECKS_SERVICE, and ready again when it is back', async () => {
    await start({ ...settings, READINESS_CHECKS_SERVICE: 'true' });
    const ready = async () => (await fetch(`${gateway.url}/readyz`)).status;
    expect(await ready()).toBe(200);
    upstream.reply = status(503);
    for (const i of range(10)) await post(read(i));
    for (let waited = 0; (await ready()) === 200 && waited < 5_000; waited += 100) await delay(100);
    expect(await ready()).toBe(503);
    upstream.reply = healthy;
    for (let waited = 0; (await ready()) !== 200 && waited < 20_000; waited += 100) await delay(100);
    expect(await ready()).toBe(200);
  });

  it('is not declared down by errors of single requests', async () => {
    await start(settings);
    upstream.reply = (exchange) => (exchange.url.includes('/o7') ? status(404)(exchange) : healthy(exchange));
    for (const _ of range(20)) expect(await post(read(7))).toBe('NOT_FOUND');
    expect(await post(read(1))).toBeUndefined();
  });

  it('costs at most a fifth more calls in retries', async () => {
    await start({ CIRCUIT_BREAKER: '0', UPSTREAM_RETRIES: '2' });
    upstream.reply = healthy;
    for (const i of range(100)) await post(read(i));
    upstream.requests.length = 0;
    upstream.reply = status(503);
    await Promise.all(range(300).map((i) => post(read(i))));
    // The budget of the 100 calls before, and a minimum for quiet times.
    expect(upstream.requests.length).toBeLessThan(300 * 1.2 + 100);
  });
});

describe('a service that hangs', () => {
  it('is given REQUEST_TIMEOUT in all: the response holds what is complete', async () => {
    await start({ UPSTREAM_TIMEOUT: '60000', REQUEST_TIMEOUT: '1500' });
    upstream.reply = (exchange) => (exchange.url.endsWith('/o1') ? healthy(exchange) : undefined);
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer client' },
      body: JSON.stringify({ query: '{ a: organization(id: "o1") { title } b: space(id: "s2") { title } }' }),
    });
    const { data, errors } = (await response.json()) as {
      data: { a: unknown; b: unknown };
      errors: { extensions: { code: string } }[];
    };
    expect(data).toEqual({ a: { title: 'Halcyon' }, b: null });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_TIMEOUT']);
  });

  it('lets calls wait for a connection longer than UPSTREAM_TIMEOUT', async () => {
    await start({ UPSTREAM_TIMEOUT: '600', UPSTREAM_CONNECTIONS: '1', SHARE_CALLS: 'false' });
    upstream.reply = (exchange) => void setTimeout(healthy, 100, exchange);
    expect(await failures(range(20).map((i) => post(read(i))))).toEqual([]);
  });

  it('opens no connection for calls whose client has left', async () => {
    await start({ UPSTREAM_CONNECTIONS: '2' });
    upstream.reply = () => {};
    const controller = new AbortController();
    const aliases = range(100).map((i) => `a${i}: space(id: "s${i}") { title }`);
    const left = fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: 'Bearer client' },
      body: JSON.stringify({ query: `{ ${aliases.join(' ')} }` }),
    }).catch(() => undefined);
    await delay(300);
    controller.abort();
    await left;
    await delay(500);
    expect(upstream.connections).toBeLessThanOrEqual(4);
  });
});
