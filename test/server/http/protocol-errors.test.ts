import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectRaw, headOf, postOf } from '../../support/clients/raw-connection.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { HeldUpstream } from '../../support/upstreams/held-upstream.ts';

const query = '{ organizations(first: 2) { nodes { title } } }';
const events = 'text/event-stream, application/graphql-response+json;q=0.9';

let upstream: HeldUpstream;
let gateway: TestGateway;
beforeEach(async () => {
  upstream = new HeldUpstream();
  gateway = await startGateway(await upstream.open(), { CLIENT_TIMEOUT: '500' });
});
afterEach(async () => {
  await gateway.close();
  await upstream.close();
});

const startLines = (text: string) => text.match(/HTTP\/1\.1 \d+/g);

describe('a response that has begun', () => {
  it.each([
    ['something that is not HTTP', 'xyz\r\n\r\n'],
    ['a request that does not arrive in time', 'GET /healthz HTTP/1.1\r\n'],
  ])('with events ends with its connection after %s', async (_, bytes) => {
    const { socket, receives, closed } = await connectRaw(gateway.url);
    const body = JSON.stringify({ query, extensions: { explain: true } });
    socket.write(headOf({ accept: events, 'content-length': String(body.length) }) + body);
    const call = await upstream.call(0);
    await receives('event: progress');
    socket.write(bytes);
    expect(startLines(await closed)).toEqual(['HTTP/1.1 200']);
    await call.cancelled;
  });

  it('and is sent in pieces ends with its connection after something that is not HTTP', async () => {
    const { socket, receives, closed } = await connectRaw(gateway.url);
    const aliases = Array.from({ length: 7 }, (_, i) => `a${i}: title`).join(' ');
    socket.write(postOf(`{ organization(id: "a") { ${aliases} } }`));
    const call = await upstream.call(0);
    call.respond({ object: 'organization', id: 'a', title: 'x'.repeat(4_000_000) });
    await receives('\r\n\r\n{');
    socket.pause().write('xyz\r\n\r\n');
    await pause(100);
    socket.resume();
    expect(startLines(await closed)).toEqual(['HTTP/1.1 200']);
  });

  it('and has ended leaves the connection to an error', async () => {
    const { socket, receives, closed } = await connectRaw(gateway.url);
    socket.write(postOf('{ __typename }'));
    await receives('}}');
    socket.write('xyz\r\n\r\n');
    expect(startLines(await closed)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});

describe('a response that is still to come', () => {
  /** A connection with a request whose REST call is held. */
  async function waitingClient(headers: Record<string, string> = {}) {
    const connection = await connectRaw(gateway.url);
    connection.socket.write(postOf(query, headers));
    const call = await upstream.call(0);
    return { ...connection, call, respond: () => call.respond({ items: [{ id: 'a', title: 'A' }], count: 1 }) };
  }

  it('is sent before the error of what follows its request', async () => {
    const { socket, respond, closed } = await waitingClient();
    for (const bytes of ['\0', 'xyz\r\n\r\n', 'xyz\r\n\r\n']) {
      socket.write(bytes);
      await nextRequest();
    }
    respond();
    const text = await closed;
    expect(startLines(text)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
    expect(text).toContain('"title":"A"');
    expect(gateway.log.filter((line) => line.includes('HPE_INVALID_METHOD'))).toHaveLength(1);
  });

  it('and those of the requests after it are', async () => {
    const { socket, respond, closed } = await waitingClient();
    socket.write(`GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\nxyz\r\n\r\n`);
    await nextRequest();
    respond();
    expect(startLines(await closed)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });

  it('is the last one, where the client has said so', async () => {
    const { socket, respond, closed } = await waitingClient({ connection: 'close' });
    socket.write('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n');
    await nextRequest();
    respond();
    expect(startLines(await closed)).toEqual(['HTTP/1.1 200']);
  });

  it.each([
    ['its client disconnects within another request', (socket: Socket) => socket.end('GET /')],
    ['another request does not arrive in time', (socket: Socket) => socket.write('GET /')],
  ])('is dropped with its connection where %s', async (_, act) => {
    const { socket, call, closed } = await waitingClient();
    act(socket);
    expect(await closed).toBe('');
    await call.cancelled;
  });
});

/** Resolves when the gateway has read what was sent to it before. */
const nextRequest = async () => (await fetch(`${gateway.url}/healthz`)).text();
