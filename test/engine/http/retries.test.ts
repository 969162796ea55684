import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RetryPolicy } from '../../../src/engine/http/retry-policy.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import {
  cut,
  type FaultUpstream,
  inTurn,
  json,
  type Reply,
  startFaultUpstream,
} from '../../support/upstreams/fault-upstream.ts';

const query = '{ organization(id: "o1") { title } }';
const good = json({ id: 'o1', title: 'Halcyon' });
const found = { organization: { title: 'Halcyon' } };

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { REQUEST_TIMEOUT: '5000' });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

describe('a read', () => {
  it.each([
    ['502', json({}, 502)],
    ['503', json({}, 503)],
    ['504', json({}, 504)],
    ['503 that says when to try again', json({}, 503, { 'retry-after': '0' })],
    ['429 that says when to try again', json({}, 429, { 'retry-after': '0' })],
    ['429 with a date that has passed', json({}, 429, { 'retry-after': 'Sat, 01 Jan 2000 00:00:00 GMT' })],
    ['connection that closes', cut],
  ])('is sent again after %s', async (_, fault) => {
    upstream.reply(inTurn(fault, good));
    expect(await gateway.execute(query)).toMatchObject({ data: found, errors: undefined });
    expect(upstream.arrived).toHaveLength(2);
  });

  it('counts only the response that it gets as memory of its request', async () => {
    const title = 'Halcyon'.padEnd(50_000);
    const breaksOff: Reply = (response) => {
      response
        .writeHead(200, { 'content-length': 100_000 })
        .write('x'.repeat(40_000), () => response.socket?.destroy());
    };
    const small = await startGateway(upstream.url, { MAX_REQUEST_UPSTREAM_BYTES: '65536', REQUEST_TIMEOUT: '5000' });
    onTestFinished(() => small.close());
    upstream.reply(inTurn(breaksOff, breaksOff, json({ id: 'o1', title })));
    expect(await small.execute(query)).toMatchObject({ data: { organization: { title } }, errors: undefined });
    expect(upstream.arrived).toHaveLength(3);
  });

  it.each([
    ['a status that does not pass', json({}, 500)],
    ['429 that does not say when to try again', json({}, 429)],
    ['429 that says to try again after the deadline', json({}, 429, { 'retry-after': '3600' })],
    ['503 that says to try again after the deadline', json({}, 503, { 'retry-after': '3600' })],
    ['404', json({}, 404)],
  ])('is not sent again after %s', async (_, fault) => {
    upstream.reply(inTurn(fault, good));
    expect((await gateway.execute(query)).data).toEqual({ organization: null });
    expect(upstream.arrived).toHaveLength(1);
  });
});

describe('a write', () => {
  it.each([
    ['502', json({}, 502)],
    ['503', json({}, 503)],
    ['429 that says when to try again', json({}, 429, { 'retry-after': '0' })],
    ['a connection that closes', cut],
  ])('is never sent again: %s', async (_, fault) => {
    upstream.reply(fault);
    const { errors } = await gateway.execute('mutation { deleteSpace(input: { id: "s1" }) { clientMutationId } }');
    expect(errors).toHaveLength(1);
    expect(upstream.arrived).toHaveLength(1);
  });
});

describe('connections that the service closed while they were idle', () => {
  let server: Server;
  let sockets: Set<Socket>;
  let strict: TestGateway | undefined;

  afterEach(async () => {
    await strict?.close();
    server.closeAllConnections();
    server.close();
  });

  it('fail no read', async () => {
    sockets = new Set();
    server = createServer((_, response) => response.end(JSON.stringify({ id: 'o1', title: 'Halcyon' })));
    server.on('connection', (socket) => {
      sockets.add(socket.on('close', () => sockets.delete(socket)));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    strict = await startGateway(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    const many = `{ ${Array.from({ length: 20 }, (_, i) => `a${i}: space(id: "s${i}") { title }`).join(' ')} }`;
    for (let round = 0; round < 4; round++) {
      const { errors } = await strict.execute(many);
      expect(errors).toBeUndefined();
      expect(sockets.size).toBeGreaterThan(5);
      // A reset reaches the gateway when it uses the connection again.
      for (const socket of sockets) socket.resetAndDestroy();
    }
  });
});

describe('the budget of retries', () => {
  it('is a share of the calls', () => {
    const policy = new RetryPolicy(2);
    const retriesOf = (attempts: number) =>
      Array.from({ length: attempts }, () => policy.delay(0, undefined, 60_000)).filter((ms) => ms !== undefined)
        .length;
    expect(retriesOf(100)).toBe(10);
    for (let i = 0; i < 100; i++) policy.onCall();
    expect(retriesOf(100)).toBe(20);
    for (let i = 0; i < 10_000; i++) policy.onCall();
    expect(retriesOf(1000)).toBe(100);
  });

  it('gives delays that grow, and end before the deadline', () => {
    const policy = new RetryPolicy(10);
    for (let retry = 0; retry < 5; retry++) {
      expect(policy.delay(retry, undefined, 60_000)).toBeLessThanOrEqual(50 * 2 ** retry);
    }
    expect(policy.delay(0, 2, 60_000)).toBeGreaterThanOrEqual(2000);
    expect(policy.delay(0, 2, 1999)).toBeUndefined();
    expect(policy.delay(10, undefined, 60_000)).toBeUndefined();
  });
});
