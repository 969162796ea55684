import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectRaw, headOf } from '../../support/clients/raw-connection.ts';
import { sendRaw } from '../../support/clients/raw-request.ts';
import { startGateway, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld({}, { EXECUTOR: 'compiled' });
});

afterAll(() => world.close());

const post = (body: object) => ({ body: JSON.stringify(body) });

describe('a body that is rejected', () => {
  const request = { query: 'query Known($first: Int) { __typename }', variables: { first: 1 } };

  it.each([
    ['is truncated', JSON.stringify(request).slice(0, -3)],
    ['is no object', '[]'],
    ['is null', 'null'],
    ['has a __proto__', JSON.stringify(request).replace('"first"', '"__proto__":{"x":1},"first"')],
    ['has an escaped __proto__', JSON.stringify(request).replace('"first"', '"\\u005f_proto__":{"x":1},"first"')],
    [
      'has a constructor.prototype',
      JSON.stringify(request).replace('"first"', '"constructor":{"prototype":{}},"first"'),
    ],
  ])('as it %s gets status 400', async (_, body) => {
    const refused = await sendRaw(world.url, { body });
    expect(refused.status).toBe(400);
    expect(await sendRaw(world.url, { body })).toEqual(refused);
    expect('x' in {}).toBe(false);
  });

  it('is not one with escaped letters', async () => {
    const body = JSON.stringify(request).replace('Known', '\\u004bnown');
    expect((await sendRaw(world.url, { body })).status).toBe(200);
  });

  it('has one byte more than allowed', async () => {
    const small = await startGateway('http://127.0.0.1:1', { EXECUTOR: 'compiled', MAX_BODY_BYTES: '2048' });
    const padded = (length: number) =>
      JSON.stringify({ query: '{ __typename }', pad: '' }).replace(':""', `:"${'x'.repeat(length - 35)}"`);
    expect(padded(2048)).toHaveLength(2048);
    const execute = (length: number) => sendRaw(small.url, { body: padded(length) });
    expect([await execute(2048), await execute(2048)].map(({ status }) => status)).toEqual([200, 200]);
    expect((await execute(2049)).status).toBe(413);
    await small.close();
  });
});

describe('a body', () => {
  it.each([
    ['cached', '{ __typename }'],
    ['new', '{ __typename } # new'],
  ])('in pieces is read where its operation is %s', async (_, query) => {
    await sendRaw(world.url, post({ query: '{ __typename }' }));
    const body = JSON.stringify({ query });
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    const result = text(socket);
    const { host } = new URL(world.url);
    const head = `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\nconnection: close`;
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n`);
    for (const letter of body) {
      await new Promise((resolve) => setImmediate(resolve));
      socket.write(letter);
    }
    expect(await result).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*\{"data":\{"__typename":"Query"\}\}\n$/);
  });

  it('that is truncated harms no other request', async () => {
    await sendRaw(world.url, post({ query: '{ __typename }' }));
    const { host, port } = new URL(world.url);
    const socket = connect(Number(port), '127.0.0.1');
    const result = text(socket);
    const head = `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json`;
    socket.end(`${head}\r\ncontent-length: 100\r\n\r\n{"query":"{ __typename }"}`);
    expect(await result).not.toContain('200 OK');
    expect(await sendRaw(world.url, post({ query: '{ __typename }' }))).toMatchObject({ status: 200 });
  });

  it('may be followed by others on its connection', async () => {
    await sendRaw(world.url, post({ query: '{ __typename }' }));
    const { host, port } = new URL(world.url);
    const socket = connect(Number(port), '127.0.0.1');
    const result = text(socket);
    const request = (query: string, connection: string) => {
      const body = JSON.stringify({ query });
      const head = `POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json`;
      return `${head}\r\nconnection: ${connection}\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
    };
    const queries = ['{ __typename }', '{ a: __typename } # new', '{ __typename }'];
    socket.write(queries.map((query, i) => request(query, i === 2 ? 'close' : 'keep-alive')).join(''));
    expect((await result).match(/\{"data".*/g)).toEqual([
      '{"data":{"__typename":"Query"}}',
      '{"data":{"a":"Query"}}',
      '{"data":{"__typename":"Query"}}',
    ]);
  });
});

describe('a client that waits for 100 Continue', () => {
  const expecting = { expect: '100-continue', host: 'localhost' };
  const body = '{"query":"{ __typename }"}';

  it.each([
    ['GraphQL', '/graphql', body, '{"data":'],
    ['another route', '/convert', '{"rest":"GET /v1/orgs"}', '"operation":'],
  ])('gets it before its body is read: %s', async (_, path, sent, expected) => {
    const { socket, received } = await connectRaw(world.url);
    for (let time = 0; time < 2; time++) {
      socket.write(headOf({ ...expecting, 'content-length': String(sent.length) }, path));
      await vi.waitUntil(() => received().endsWith('HTTP/1.1 100 Continue\r\n\r\n'));
      socket.write(sent);
      await vi.waitUntil(() => received().split(expected).length === time + 2);
    }
    socket.destroy();
  });

  it.each([
    ['a body that is too large', '/graphql', 413, '5000000'],
    ['an address where nothing is', '/nothing', 404, '100'],
  ])('does not get it for %s', async (_, path, status, length) => {
    const { socket, receives, closed } = await connectRaw(world.url);
    socket.write(headOf({ ...expecting, 'content-length': length }, path));
    await receives('\r\n\r\n{');
    socket.end();
    expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`]);
  });
});
