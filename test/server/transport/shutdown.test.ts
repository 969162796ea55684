import { Server } from 'node:net';
import { Client } from 'undici';
import { describe, expect, it, vi } from 'vitest';
import { connectRaw, postOf } from '../../support/clients/raw-connection.ts';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { embeddings } from '../../support/gateways/embedding-servers.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';

const create = embeddedGateways();

async function listening(environment: Record<string, string> = {}) {
  const world = await create({}, environment);
  return { ...world, url: await world.gateway.listen() };
}

/** Resolves as soon as a server stops listening: a moment later, it may close idle connections. */
function stopsListening(): Promise<void> {
  const { close } = Server.prototype;
  return new Promise((resolve) => {
    const spy = vi.spyOn(Server.prototype, 'close').mockImplementation(function (this: Server, ...args) {
      spy.mockRestore();
      resolve();
      return close.apply(this, args);
    });
  });
}

/** Resolves when a server refuses connections. */
async function refused(url: string): Promise<void> {
  const isRefused = () =>
    fetch(url, { headers: { connection: 'close' } }).then(
      () => false,
      ({ cause }) => cause.code === 'ECONNREFUSED',
    );
  while (!(await isRefused()));
}

const patient = { SHUTDOWN_TIMEOUT: '8000' };
const post = {
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
  body: JSON.stringify({ query }),
};
const bodies = (received: string) =>
  received
    .split('HTTP/1.1 200 OK\r\n')
    .slice(1)
    .map((response) => JSON.parse(response.split('\r\n\r\n')[1] as string));
const closes = (received: string) => [...received.matchAll(/^connection: close\r$/gim)].length;

describe('a gateway whose shutdown is announced', () => {
  it.each([
    ['GraphQL', '/graphql', post, 200],
    ['the SDL', '/schema.graphql', {}, 200],
    ['health', '/healthz', {}, 200],
    ['the explorer', '/', {}, 200],
    ['a redirect', '/graphql', { headers: { accept: 'text/html' } }, 303],
    ['an unknown address', '/missing', {}, 404],
  ])('closes connections by the response: %s', async (_, path, init, status) => {
    const { gateway, url } = await listening();
    // It has one connection.
    const client = new Client(url);
    const send = async () => {
      const { statusCode, headers, body } = await client.request({ method: 'GET', path, ...init });
      await body.text();
      return [statusCode, headers.connection];
    };
    const before = await send();
    gateway.announceShutdown();
    expect([before, await send()]).toEqual([
      [status, 'keep-alive'],
      [status, 'close'],
    ]);
    await client.close();
  });

  it('keeps connections that are opened after that, until the port is closed', async () => {
    const { gateway, url } = await listening(patient);
    gateway.announceShutdown();
    const { socket, closed, receives, received } = await connectRaw(url);
    socket.write(postOf(query));
    await receives('}}}');
    expect(closes(received())).toBe(0);
    const stopped = stopsListening();
    const closing = gateway.close();
    await stopped;
    socket.write(postOf(query));
    await refused(url);
    const all = await closed;
    expect(bodies(all)).toEqual([acme, acme]);
    expect(closes(all)).toBe(1);
    await closing;
  });

  it.each(['node:http', 'Express 5', 'Fastify'])('closes connections of an embedding server: %s', async (name) => {
    const { gateway } = await create();
    const server = await embeddings[name]?.(gateway);
    const before = await server?.send(post);
    gateway.announceShutdown();
    const after = await server?.send(post);
    expect([await before?.json(), await after?.json()]).toEqual([acme, acme]);
    expect([before, after].map((response) => response?.headers.get('connection'))).toEqual(['keep-alive', 'close']);
    await server?.close();
  });

  it('closes the connection of a request that it was executing', async () => {
    const { gateway, url, upstream } = await listening();
    upstream.reply((response, request) => {
      gateway.announceShutdown();
      json({ object: 'organization', id: 'a', title: 'Acme' })(response, request);
    });
    const { socket, closed } = await connectRaw(url);
    socket.write(postOf(query));
    const received = await closed;
    expect(bodies(received)).toEqual([acme]);
    expect(closes(received)).toBe(1);
  });
});

describe('a gateway that closes', () => {
  it('answers the next request on a kept-alive connection, after it has stopped listening', async () => {
    const { gateway, url } = await listening(patient);
    const { socket, closed, receives } = await connectRaw(url);
    socket.write(postOf(query));
    await receives('}}}');
    const stopped = stopsListening();
    const closing = gateway.close();
    await stopped;
    socket.write(postOf(query));
    await refused(url);
    const received = await closed;
    expect(bodies(received)).toEqual([acme, acme]);
    expect(closes(received)).toBe(1);
    await closing;
  });

  it('answers the first request on a connection, after it has stopped listening', async () => {
    const { gateway, url } = await listening(patient);
    const { socket, closed } = await connectRaw(url);
    const stopped = stopsListening();
    const closing = gateway.close();
    await stopped;
    socket.write(postOf(query));
    await refused(url);
    expect(bodies(await closed)).toEqual([acme]);
    await closing;
  });

  it('answers clients that have connected at that moment, accepted or not', async () => {
    const { gateway, url } = await listening({ SHUTDOWN_TIMEOUT: '10000' });
    const clients = await Promise.all(Array.from({ length: 30 }, () => connectRaw(url)));
    const closing = gateway.close();
    for (const { socket } of clients) socket.write(postOf(query));
    const texts = await Promise.all(clients.map(({ closed }) => closed));
    expect(texts.map(bodies)).toEqual(Array(30).fill([acme]));
    await closing;
  });

  it('closes idle connections in the end, in order', async () => {
    const { gateway, url } = await listening({ SHUTDOWN_TIMEOUT: '600000' });
    const { socket, closed, receives } = await connectRaw(url);
    let errors = 0;
    socket.on('error', () => errors++);
    socket.write(postOf(query));
    await receives('}}}');
    await gateway.close();
    expect(bodies(await closed)).toEqual([acme]);
    expect(errors).toBe(0);
  });

  it('closes idle connections within half of the grace period, whatever others do', async () => {
    const { gateway, url, upstream } = await listening({ SHUTDOWN_TIMEOUT: '1000' });
    const idle = await connectRaw(url);
    const busy = await connectRaw(url);
    upstream.reply(() => {});
    busy.socket.write(postOf(query));
    const order: string[] = [];
    void idle.closed.then(() => order.push('idle'));
    void busy.closed.then(() => order.push('busy'));
    await gateway.close();
    await Promise.all([idle.closed, busy.closed]);
    expect(order).toEqual(['idle', 'busy']);
  });

  it('answers requests that are in flight after the grace period, and logs them', async () => {
    const { gateway, url, upstream, log } = await listening({ SHUTDOWN_TIMEOUT: '300' });
    upstream.reply(() => {});
    const write = 'mutation { updateOrganization(input: { id: "a", title: "Acme" }) { userErrors { code } } }';
    const send = async (text: string) =>
      (await fetch(`${url}/graphql`, { ...post, body: JSON.stringify({ query: text }) })).json();
    const results = [send(query), send(write)];
    await expect.poll(() => upstream.arrived.length).toBe(2);
    await gateway.close();
    expect(gateway.hasAbortedRequests()).toBe(true);
    const message = expect.stringMatching(/^The request was not complete within \d+ ms\./);
    expect(await Promise.all(results)).toMatchObject([
      { data: { organization: null }, errors: [{ message, extensions: { code: 'UPSTREAM_TIMEOUT' } }] },
      { data: { updateOrganization: null }, errors: [{ message, extensions: { code: 'WRITE_OUTCOME_UNKNOWN' } }] },
    ]);
    const lines = log.map((line) => JSON.parse(line));
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 50,
        requests: 2,
        msg: 'the grace period has ended: requests in flight are aborted',
      }),
    );
    expect(lines.flatMap(({ outcome }) => outcome ?? []).sort()).toEqual(['service_fault', 'unknown_write']);
  });
});
