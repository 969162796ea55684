import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import type { Gateway } from '../../src/server/gateway.ts';
import { acme, embeddedGateways, query } from '../support/embedded-gateway.ts';
import { connectRaw, headOf, postOf } from '../support/raw-connection.ts';

/** More than the buffers of a connection hold. */
const body = Buffer.alloc(32_000_000, 32);

const create = embeddedGateways();
const closers: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Sends a whole request, and then reads the response to the end of the connection. */
async function sendBeforeReading(origin: string, parts: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  // Without a listener for data, nothing is read. What is not sent is an error of the promise.
  socket.on('error', () => {});
  for (const part of parts.slice(0, -1)) socket.write(part);
  await new Promise<void>((resolve, reject) => {
    socket.write(parts.at(-1) ?? '', (error) => (error ? reject(error) : resolve()));
  });
  return text(socket);
}

const declared = { 'content-length': String(body.length), connection: 'close' };
const chunked = { 'transfer-encoding': 'chunked', connection: 'close' };
const chunkedBody = [`${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'];

function outcome(response: string): unknown {
  const [head = '', json = ''] = response.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^content-length: ${json.length}$`, 'im'));
  const { errors } = JSON.parse(json) as { errors: { extensions: { code: string } }[] };
  return [head.slice(9, 12), ...errors.map(({ extensions }) => extensions.code)];
}

describe('a client that sends a whole body, and then reads the response', () => {
  it.each([
    ['to a body of known length that is too large', '413', [headOf(declared), body]],
    ['to a body of unknown length that is too large', '413', [headOf(chunked), ...chunkedBody]],
    ['to a method without a body', '405', [headOf(declared).replace('POST', 'PUT'), body]],
    ['to an address where nothing is', '413', [headOf(declared, '/nothing'), body]],
    ['to a host that is no name', '400', [headOf({ ...declared, host: '?' }), body]],
  ])('gets that %s', async (_, status, parts) => {
    const { gateway } = await create();
    expect(outcome(await sendBeforeReading(await gateway.listen(), parts))).toEqual([status, 'BAD_REQUEST']);
  });

  it.each<[string, (gateway: Gateway) => Promise<string>]>([
    ['node:http', listenWithNode],
    ['Fastify', listenWithFastify],
  ])('gets that of a gateway in a server of %s', async (_, listen) => {
    const { gateway } = await create();
    const origin = await listen(gateway);
    expect(outcome(await sendBeforeReading(origin, [headOf(declared), body]))).toEqual(['413', 'BAD_REQUEST']);
  });
});

describe('a client that has the response to a body that is not read', () => {
  const part = `1000\r\n${' '.repeat(4096)}\r\n`;

  it.each<[string, string | undefined]>([
    ['leaves', undefined],
    ['goes on with something that is not HTTP', 'xyz\r\n'],
  ])('and %s gets no other one, and leaves no other line', async (_, rest) => {
    const { gateway, log } = await create({}, { MAX_BODY_BYTES: '2048' });
    const { socket, received, closed } = await connectRaw(await gateway.listen());
    socket.write(headOf({ 'transfer-encoding': 'chunked' }) + part);
    while (!received().includes('\r\n\r\n{')) await new Promise((resolve) => setTimeout(resolve, 5));
    if (rest === undefined) socket.end();
    else socket.write(rest);
    expect((await closed).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 413']);
    const lines = log.map((line) => JSON.parse(line) as { msg: string; reason?: string });
    expect(lines.filter(({ msg }) => msg === 'request rejected').map(({ reason }) => reason)).toEqual([
      'BODY_TOO_LARGE',
    ]);
  });

  it('may send other requests on the same connection, after the whole body', async () => {
    const { gateway } = await create();
    const { socket, received, closed } = await connectRaw(await gateway.listen());
    const until = async (text: string) => {
      while (!received().includes(text)) await new Promise((resolve) => setTimeout(resolve, 5));
    };
    const put = headOf({ 'content-length': '10' }).replace('POST', 'PUT');
    socket.write(`${put}12345`);
    await until('}]}');
    socket.write(`67890${postOf(query)}`);
    await until(JSON.stringify(acme));
    socket.write('not HTTP');
    expect((await closed).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

async function listenWithNode(gateway: Gateway): Promise<string> {
  const server = createServer(gateway.handler).listen(0, '127.0.0.1');
  closers.push(() => server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function listenWithFastify(gateway: Gateway): Promise<string> {
  const app = fastify();
  closers.push(() => app.close());
  await app.register(gateway.plugin);
  return app.listen({ host: '127.0.0.1', port: 0 });
}
