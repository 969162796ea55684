import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { connectRaw, postOf } from '../../../support/clients/raw-connection.ts';
import { HeldUpstream } from '../../../support/upstreams/held-upstream.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function start(environment: Record<string, string> = {}) {
  const upstream = new HeldUpstream();
  const settings = readSettings({
    PORT: '0',
    SHUTDOWN_TIMEOUT: '400',
    SHARE_OPERATIONS: 'false',
    SHARE_CALLS: 'false',
    ...environment,
  });
  const gateway = await createGateway({ upstreamUrl: await upstream.open(), settings });
  closers.push(
    () => gateway.close(),
    () => upstream.close(),
  );
  return { upstream, gateway };
}

const read = (id: string) => `{ organization(id: "${id}") { title } }`;

type EmbedSlowly = (gateway: Gateway, before: () => Promise<void>) => Promise<string>;

/** Servers that do something before the gateway gets the request, and have a client that leaves meanwhile. */
const slowServers: Readonly<Record<string, EmbedSlowly>> = {
  'node:http': async (gateway, before) => {
    const server = createServer((request, response) => {
      before().then(() => gateway.handler(request, response));
    });
    return listen(server);
  },
  Fastify: async (gateway, before) => {
    const app = fastify();
    app.addHook('onRequest', before);
    await app.register(gateway.plugin);
    closers.unshift(() => app.close());
    return app.listen({ host: '127.0.0.1', port: 0 });
  },
};

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.unshift(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Sends a request to a server whose client leaves before the gateway gets it. Resolves to the server's address. */
async function leaveBefore(gateway: Gateway, embed: EmbedSlowly, message = postOf(read('a'))): Promise<string> {
  let left = () => {};
  const clientLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  let arrived = () => {};
  const requestArrived = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const url = await embed(gateway, () => {
    arrived();
    return clientLeft;
  });
  const { socket, closed } = await connectRaw(url);
  socket.write(message);
  await requestArrived;
  socket.destroy();
  await closed;
  // The server notices in another turn than the client.
  await setTimeout(50);
  left();
  await setTimeout(50);
  return url;
}

describe("a client that goes away has its request's calls aborted", () => {
  it('if it only closes its half of the connection', async () => {
    const { upstream, gateway } = await start();
    const { socket } = await connectRaw(await gateway.listen());
    socket.write(postOf(read('a')));
    const call = await upstream.call(0);
    socket.end();
    await call.cancelled;
  });

  it('if its request waits behind another one on the same connection', async () => {
    const { upstream, gateway } = await start();
    const { socket } = await connectRaw(await gateway.listen());
    socket.write(['a', 'b', 'c'].map((id) => postOf(read(id))).join(''));
    const calls = await Promise.all([0, 1, 2].map((number) => upstream.call(number)));
    socket.destroy();
    await Promise.all(calls.map(({ cancelled }) => cancelled));
  });

  it('if an earlier response on the same connection was complete', async () => {
    const { upstream, gateway } = await start();
    const { socket, receives } = await connectRaw(await gateway.listen());
    socket.write(postOf(read('a')) + postOf(read('b')));
    const [first, second] = await Promise.all([upstream.call(0), upstream.call(1)]);
    const [a, b] = first.url.endsWith('/a') ? [first, second] : [second, first];
    a.respond({ id: 'a', title: 'first' });
    await receives('first');
    socket.destroy();
    await b.cancelled;
  });

  it.each(Object.entries(slowServers))('if it left before the gateway got the request from %s', async (_, embed) => {
    const { upstream, gateway } = await start();
    await leaveBefore(gateway, embed);
    expect(upstream.calls.filter(({ isHeld }) => isHeld)).toEqual([]);
  });

  it('and is not sent, if its body was incomplete', async () => {
    const { upstream, gateway } = await start();
    const { socket, closed } = await connectRaw(await gateway.listen());
    socket.write(postOf(read('a')).slice(0, -1));
    await setTimeout(20);
    socket.destroy();
    await closed;
    await gateway.close();
    expect(upstream.calls).toEqual([]);
  });

  it('if the signal of its Request was aborted before the gateway got it', async () => {
    const { upstream, gateway } = await start();
    const controller = new AbortController();
    const request = new Request('https://app.example/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
      body: JSON.stringify({ query: read('a') }),
      signal: controller.signal,
    });
    const response = gateway.fetch(request);
    controller.abort();
    await response;
    expect(upstream.calls).toEqual([]);
  });
});

it('the mutation of a client that goes away goes on once it was sent, and later ones are not sent', async () => {
  const { upstream, gateway } = await start();
  const { socket } = await connectRaw(await gateway.listen());
  const deletions = ['a', 'b'].map((id) => `${id}: deleteSpace(input: { id: "${id}" }) { clientMutationId }`);
  socket.write(postOf(`mutation { ${deletions.join(' ')} }`));
  const write = await upstream.call(0);
  socket.write(postOf(read('a')));
  const { cancelled } = await upstream.call(1);
  socket.destroy();
  await cancelled;
  await gateway.execute({ query: read('marker-a') });
  expect(write.isHeld).toBe(true);
  write.respond(undefined, 204);
  await gateway.close();
  expect(upstream.calls.filter(({ method }) => method === 'DELETE')).toEqual([write]);
});

describe('a response that waits behind another one', () => {
  it('keeps the place of its request until it is sent', async () => {
    const { upstream, gateway } = await start({ MAX_ADDRESS_REQUESTS: '2' });
    const url = await gateway.listen();
    const [pipelining, other] = [await connectRaw(url), await connectRaw(url)];
    pipelining.socket.write(postOf(read('a')) + postOf(read('b')));
    const calls = [await upstream.call(0), await upstream.call(1)];
    calls.find((call) => call.url.endsWith('/b'))?.respond({ id: 'b', title: 'second' });
    await setTimeout(100);
    other.socket.write(postOf(read('c')));
    await setTimeout(100);
    expect(upstream.calls).toHaveLength(2);
    calls.find((call) => call.url.endsWith('/a'))?.respond({ id: 'a', title: 'first' });
    (await upstream.call(2)).respond({ id: 'c', title: 'third' });
    await Promise.all([pipelining.receives('second'), other.receives('third')]);
    for (const { socket } of [pipelining, other]) socket.destroy();
  });
});

describe('a client that goes away leaves to others', () => {
  /** As a trusted proxy tells it. */
  const clientAddress = '192.0.2.1';
  const send = (url: string, query: string) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': clientAddress },
      body: JSON.stringify({ query }),
    });

  /** Sends a request, which the service answers. */
  const expectAnswer = async (url: string, upstream: HeldUpstream, query = read('z')) => {
    const before = upstream.calls.length;
    const response = send(url, query);
    (await upstream.call(before)).respond({ id: 'z', title: 'last' });
    expect(await (await response).json()).toEqual({ data: { organization: { title: 'last' } } });
  };

  const oneOfAnAddress = { MAX_ADDRESS_REQUESTS: '1' };
  const servers: Readonly<Record<string, (gateway: Gateway) => Promise<string>>> = {
    'its own server': (gateway) => gateway.listen(),
    Fastify: (gateway) => (slowServers.Fastify as EmbedSlowly)(gateway, async () => {}),
  };

  it.each(Object.entries(servers))('the place that its pipelined requests waited for, with %s', async (_, embed) => {
    const { upstream, gateway } = await start(oneOfAnAddress);
    const url = await embed(gateway);
    const first = send(url, read('a'));
    await upstream.call(0);
    const { socket, closed } = await connectRaw(url);
    socket.write(['b', 'c', 'd'].map((id) => postOf(read(id))).join(''));
    await setTimeout(50);
    socket.destroy();
    await closed;
    await setTimeout(50);
    upstream.calls[0]?.respond({ id: 'a', title: 'first' });
    await first;
    await expectAnswer(url, upstream);
  });

  it.each(Object.entries(slowServers))(
    'the place of its request, if it left before %s passed that on',
    async (_, embed) => {
      const { upstream, gateway } = await start({ ...oneOfAnAddress, TRUSTED_PROXIES: '1' });
      const message = postOf(read('a'), { 'x-forwarded-for': clientAddress }).slice(0, -1);
      await expectAnswer(await leaveBefore(gateway, embed, message), upstream);
    },
  );

  it('the memory of a response that waited behind another one', async () => {
    const { upstream, gateway } = await start({ MAX_WORK_BYTES: '1000000' });
    const url = await gateway.listen();
    const { socket, closed } = await connectRaw(url);
    socket.write(postOf(read('a')) + postOf(read('b')));
    await upstream.call(1);
    upstream.calls.find(({ url: path }) => path.endsWith('/b'))?.respond({ id: 'b', title: 'b'.repeat(900_000) });
    await setTimeout(100);
    socket.destroy();
    await closed;
    const titles = ['c', 'd'].map((id) => `${id}: organization(id: "${id}") { title }`);
    const large = send(url, `{ ${titles.join(' ')} }`);
    for (const i of [2, 3]) (await upstream.call(i)).respond({ title: 'x'.repeat(200_000) });
    const { data, errors } = (await (await large).json()) as { data: Record<string, { title: string }>; errors?: [] };
    expect(errors).toBeUndefined();
    expect(Object.values(data).map(({ title }) => title.length)).toEqual([200_000, 200_000]);
  });
});
