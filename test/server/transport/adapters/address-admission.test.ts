import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { Hono } from 'hono';
import { Client } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { createGateway, type Gateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { type EmbeddingServer, embeddings } from '../../../support/gateways/embedding-servers.ts';
import { HeldUpstream } from '../../../support/upstreams/held-upstream.ts';

const init = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ query: '{ organizations(first: 1) { nodes { title } } }' }),
} as const;
const noOrganizations = { data: { organizations: { nodes: [] } } };

/** Calls a function with a gateway whose addresses may each have one request, and the service below it. */
async function withGateway(
  test: (gateway: Gateway, upstream: HeldUpstream) => Promise<void>,
  environment: Record<string, string> = {},
): Promise<void> {
  const upstream = new HeldUpstream();
  // Equal requests in flight would share one call.
  const sharing = { SHARE_CALLS: 'false', SHARE_OPERATIONS: 'false' };
  const settings = readSettings({ PORT: '0', MAX_ADDRESS_REQUESTS: '1', ...sharing, ...environment });
  const gateway = await createGateway({ upstreamUrl: await upstream.open(), settings });
  try {
    await test(gateway, upstream);
  } finally {
    await gateway.close();
    await upstream.close();
  }
}

const respond = async (upstream: HeldUpstream, number: number) =>
  (await upstream.call(number)).respond({ items: [], count: 0 });

const json = async (response: Promise<Response>) => (await response).json();

/** Those that read bodies in ways of their own: each of their tests waits for five seconds. */
const readers = ['its own server', 'Express 5 after its body parser', 'Fastify', 'a route handler'];

describe.concurrent.each(Object.entries(embeddings))(
  'behind %s, a request whose address has as many as it may',
  (name, embed) => {
    const withServer = (test: (server: EmbeddingServer, upstream: HeldUpstream) => Promise<void>) =>
      withGateway(async (gateway, upstream) => {
        const server = await embed(gateway);
        try {
          await test(server, upstream);
        } finally {
          await server.close();
        }
      });

    if (readers.includes(name))
      it('gets status 503 with Retry-After after some time', async () => {
        await withServer(async (server, upstream) => {
          const first = server.send(init);
          await upstream.call(0);
          const second = await server.send(init);
          expect([second.status, second.headers.get('retry-after')]).toEqual([503, '1']);
          expect(await second.text()).toContain('Too many requests of this address');
          await respond(upstream, 0);
          expect(await json(first)).toEqual(noOrganizations);
        });
      });

    it('waits until the other has its response', async () => {
      await withServer(async (server, upstream) => {
        const first = server.send(init);
        await upstream.call(0);
        const second = server.send(init);
        await setTimeout(100);
        expect(upstream.calls).toHaveLength(1);
        await respond(upstream, 0);
        expect(await json(first)).toEqual(noOrganizations);
        await respond(upstream, 1);
        expect(await json(second)).toEqual(noOrganizations);
      });
    });
  },
);

describe('the second argument of fetch', () => {
  const request = (signal?: AbortSignal) =>
    new Request('https://app.example/graphql', { ...init, signal: signal ?? null });

  it('tells addresses apart', async () => {
    await withGateway(async (gateway, upstream) => {
      const responses = ['192.0.2.1', '192.0.2.2'].map((address) => gateway.fetch(request(), { address }));
      await upstream.call(1);
      await Promise.all([respond(upstream, 0), respond(upstream, 1)]);
      for (const response of responses) expect(await json(response)).toEqual(noOrganizations);
    });
  });

  it('tells clients behind a trusted proxy apart', async () => {
    const test = async (gateway: Gateway, upstream: HeldUpstream) => {
      const responses = ['192.0.2.1', '192.0.2.2'].map((client) => {
        const headers = { ...init.headers, 'x-forwarded-for': client };
        return gateway.fetch(new Request('https://app.example/graphql', { ...init, headers }), { address: '10.0.0.1' });
      });
      await upstream.call(1);
      await Promise.all([respond(upstream, 0), respond(upstream, 1)]);
      for (const response of responses) expect(await json(response)).toEqual(noOrganizations);
    };
    await withGateway(test, { TRUSTED_PROXIES: '1' });
  });

  it('may be what Hono knows of the connection', async () => {
    await withGateway(async (gateway, upstream) => {
      const app = new Hono().all('/graphql', (context) =>
        gateway.fetch(context.req.raw, { address: getConnInfo(context).remote.address }),
      );
      // The tests of one process share its Request and Response.
      const options = { fetch: app.fetch, hostname: '127.0.0.1', port: 0, overrideGlobalObjects: false };
      const server = serve(options);
      await once(server, 'listening');
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const clients = ['127.0.0.1', '127.0.0.2'].map((localAddress) => new Client(origin, { localAddress }));
      const responses = clients.map((client) => client.request({ ...init, path: '/graphql' }));
      await upstream.call(1);
      await Promise.all([respond(upstream, 0), respond(upstream, 1)]);
      for (const response of responses) expect(await (await response).body.json()).toEqual(noOrganizations);
      await Promise.all(clients.map((client) => client.close()));
      server.close();
    });
  });

  it('may be what a server passes', async () => {
    await withGateway(async (gateway, upstream) => {
      const response = gateway.fetch(request(), { address: () => {} } as object);
      await respond(upstream, 0);
      expect(await json(response)).toEqual(noOrganizations);
    });
  });

  it('leaves no listener on the signal of a request that waited in vain', async () => {
    await withGateway(async (gateway, upstream) => {
      const info = { address: '192.0.2.1' };
      const first = gateway.fetch(request(), info);
      await upstream.call(0);
      const second = request();
      const [added, removed] = [
        vi.spyOn(second.signal, 'addEventListener'),
        vi.spyOn(second.signal, 'removeEventListener'),
      ];
      expect((await gateway.fetch(second, info)).status).toBe(503);
      expect(added.mock.calls.length).toBeGreaterThan(0);
      expect(new Set(removed.mock.calls.map(([, listener]) => listener))).toEqual(
        new Set(added.mock.calls.map(([, listener]) => listener)),
      );
      await respond(upstream, 0);
      await first;
    });
  }, 30_000);

  it('makes room when a request that waits is aborted', async () => {
    await withGateway(async (gateway, upstream) => {
      const info = { address: '192.0.2.1' };
      const first = gateway.fetch(request(), info);
      await upstream.call(0);
      const abort = new AbortController();
      const aborted = gateway.fetch(request(abort.signal), info);
      const third = gateway.fetch(request(), info);
      abort.abort();
      await aborted;
      await respond(upstream, 0);
      expect(await json(first)).toEqual(noOrganizations);
      await respond(upstream, 1);
      expect(await json(third)).toEqual(noOrganizations);
    });
  });
});
