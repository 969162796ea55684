import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { connectRaw, postOf } from '../../../support/clients/raw-connection.ts';
import { embeddedGateways } from '../../../support/gateways/embedded-gateway.ts';
import { embeddings, mountedAt } from '../../../support/gateways/embedding-servers.ts';

const create = embeddedGateways();
const query = '{ organization(id: "a") { title } }';
const settings = { UPSTREAM_TOKEN: 'token-of-the-settings' };

/** Posts a query whose `Authorization` is the last of so many headers. */
async function post(origin: string, path: string, headers: number): Promise<string> {
  const { socket, closed } = await connectRaw(origin);
  const plain = postOf(query, { host: '127.0.0.1', connection: 'close' }).replace('/graphql', path);
  const lines = plain.split('\r\n').filter((line) => !line.startsWith('authorization'));
  const end = lines.indexOf('');
  lines.splice(end, 0, ...new Array(headers - end).fill('a:'), 'authorization: Bearer own');
  socket.write(lines.join('\r\n'));
  return await closed;
}

const servers = ['its own server', 'node:http', 'Express 5', 'Express 5 after its body parser', 'Fastify'] as const;

describe.each(servers)('a request with many headers (%s)', (name) => {
  const path = name === 'its own server' ? '/graphql' : mountedAt;

  it.each([
    [999, '200 OK', ['Bearer own']],
    [1000, '431 Request Header Fields Too Large', []],
    [2500, '431 Request Header Fields Too Large', []],
  ])('is answered with all of them, or not at all: %i', async (headers, status, sent) => {
    const { gateway, upstream, log } = await create({}, settings);
    const server = await embeddings[name]?.(gateway);
    const received = await post(server?.origin ?? '', path, headers);
    expect(received).toMatch(`HTTP/1.1 ${status}`);
    expect(upstream.arrived.map((call) => call.headers.authorization)).toEqual(sent);
    // Later versions of Node reject the largest number themselves.
    if (headers === 1000) {
      expect(received).toContain('The request needs fewer than 1000 headers.');
      expect(log.map((line) => JSON.parse(line))).toContainEqual(
        expect.objectContaining({ msg: 'request rejected', status: 431, reason: 'TOO_MANY_HEADERS' }),
      );
    }
    await server?.close();
  });
});

it.each(servers)('a request with two Authorization headers is rejected by %s', async (name) => {
  const { gateway, upstream } = await create();
  const server = await embeddings[name]?.(gateway);
  const { socket, closed } = await connectRaw(server?.origin ?? '');
  const one = postOf(query, { host: '127.0.0.1', connection: 'close', authorization: 'Bearer one' });
  const path = name === 'its own server' ? '/graphql' : mountedAt;
  socket.write(one.replace('/graphql', path).replace('\r\n\r\n', '\r\nAuthorization: Bearer two\r\n\r\n'));
  expect(await closed).toMatch(/^HTTP\/1\.1 400 .*A request has at most one \\"Authorization\\" header\./s);
  expect(upstream.arrived).toEqual([]);
  await server?.close();
});

it('respects the number of headers that an embedder’s server keeps', async () => {
  const { gateway, upstream } = await create({}, settings);
  const server = createServer(gateway.handler).listen(0, '127.0.0.1');
  server.maxHeadersCount = 20;
  await once(server, 'listening');
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await post(origin(), '/graphql', 19)).toMatch('HTTP/1.1 200');
  expect(await post(origin(), '/graphql', 20)).toMatch('HTTP/1.1 431');
  expect(upstream.arrived.map((call) => call.headers.authorization)).toEqual(['Bearer own']);
  server.close();
});
