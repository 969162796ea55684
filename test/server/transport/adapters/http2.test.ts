import { connect, createServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import fastify from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Gateway } from '../../../../src/server/gateway.ts';
import { acme, embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';

const create = embeddedGateways();

/** Servers of applications that speak HTTP/2 without TLS. */
const servers: Readonly<Record<string, (gateway: Gateway) => Promise<string>>> = {
  'node:http2': async (gateway) => {
    // The types of Node know a request of HTTP/2 as another class.
    const server = createServer(gateway.handler as unknown as Parameters<typeof createServer>[1]);
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
  Fastify: async (gateway) => {
    const app = fastify({ http2: true });
    onTestFinished(() => app.close());
    await app.register(gateway.plugin);
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
};

async function send(origin: string, body: string) {
  const session = connect(origin);
  const accept = 'application/graphql-response+json';
  const stream = session.request({
    ':method': 'POST',
    ':path': '/graphql',
    'content-type': 'application/json',
    accept,
  });
  const head = new Promise<IncomingHttpHeaders>((resolve, reject) =>
    stream.once('response', resolve).once('error', reject),
  );
  stream.end(body);
  const { ':status': status, 'content-length': length } = await head;
  const received = await text(stream);
  session.close();
  return { status, isWhole: Buffer.byteLength(received) === Number(length), body: JSON.parse(received) };
}

describe.each(Object.entries(servers))('HTTP/2 of an application (%s)', (_, listen) => {
  afterEach(() => void vi.restoreAllMocks());

  it.each([
    ['a query', query, { status: 200, body: acme }],
    ['an error', '{ organization(id: "none") { title } }', { status: 294, body: { data: { organization: null } } }],
    [
      'a body that is too large',
      query.padEnd(100_000),
      { status: 413, body: { errors: [{ message: 'Request body is too large' }] } },
    ],
  ])(
    'gets the response to %s, before and during a shutdown, and Node warns of nothing',
    async (_name, sent, expected) => {
      const warn = vi.spyOn(process, 'emitWarning');
      const { gateway } = await create({}, { MAX_BODY_BYTES: '4096' });
      const origin = await listen(gateway);
      for (let time = 0; time < 2; time++) {
        expect(await send(origin, JSON.stringify({ query: sent }))).toMatchObject({ ...expected, isWhole: true });
        gateway.announceShutdown();
      }
      expect(warn).not.toHaveBeenCalled();
    },
  );
});
