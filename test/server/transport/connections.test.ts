import diagnostics from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { connectRaw, headOf, postOf } from '../../support/clients/raw-connection.ts';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { json } from '../../support/upstreams/fault-upstream.ts';

const create = embeddedGateways();
const timers: NodeJS.Timeout[] = [];

afterEach(() => {
  for (const timer of timers.splice(0)) clearInterval(timer);
});

/** A listening gateway that gives clients little time. */
async function listening(environment: Record<string, string> = {}) {
  const world = await create({}, { CLIENT_TIMEOUT: '200', ...environment });
  const url = await world.gateway.listen();
  const rejections = () =>
    world.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request rejected') as { reason: string }[];
  return { ...world, url, rejections };
}

/** Sends a text in short intervals, until the connection is closed. */
function drip(socket: { writable: boolean; write(text: string): unknown }, text: string): void {
  timers.push(setInterval(() => socket.writable && socket.write(text), 10));
}

/** The response of this process's servers to the next GraphQL request, when its handler is called. */
function responseStarted(): Promise<ServerResponse> {
  return new Promise((resolve) => {
    const listener = (message: unknown) => {
      const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
      if (request.url !== '/graphql') return;
      diagnostics.unsubscribe('http.server.request.start', listener);
      resolve(response);
    };
    diagnostics.subscribe('http.server.request.start', listener);
  });
}

const status = (response: string) => Number(response.split(' ')[1]);
const bodyOf = (response: string) => JSON.parse(response.split('\r\n\r\n')[1] as string);
const rejected = (code = 'BAD_REQUEST') => ({ errors: [{ message: expect.any(String), extensions: { code } }] });

describe('a client that sends slowly', () => {
  it.each([
    ['its headers', 'POST /graphql HTTP/1.1\r\n', 'x: y\r\n'],
    ['the headers of another route', 'GET /healthz HTTP/1.1\r\n', 'x: y\r\n'],
    ['its body', headOf({ 'content-length': '100000' }), ' '],
    ['a body of unknown length', headOf({ 'transfer-encoding': 'chunked' }), '1\r\n \r\n'],
    ['the body of another route', headOf({ 'content-length': '100000' }, '/convert'), ' '],
  ])('%s is disconnected, and may not go on', async (_, head, part) => {
    const { url, upstream, rejections } = await listening();
    const { socket, closed } = await connectRaw(url);
    socket.write(head);
    drip(socket, part);
    const response = await closed;
    expect([0, 408]).toContain(response === '' ? 0 : status(response));
    expect(rejections().map(({ reason }) => reason)).toContain('ERR_HTTP_REQUEST_TIMEOUT');
    expect(upstream.arrived).toEqual([]);
  });

  it('and then waits gets status 408, and its request is not executed', async () => {
    const { url, upstream } = await listening();
    const { socket, closed } = await connectRaw(url);
    const post = postOf(query);
    socket.write(post.slice(0, -1));
    const response = await closed;
    expect(status(response)).toBe(408);
    expect(bodyOf(response)).toEqual(rejected());
    expect(upstream.arrived).toEqual([]);
  });
});

describe('a client that sends nothing', () => {
  it('is disconnected without a response and without a log line', async () => {
    const { url, rejections } = await listening();
    const { closed } = await connectRaw(url);
    expect(await closed).toBe('');
    expect(rejections()).toEqual([]);
  });

  it('does not keep a gateway from closing', async () => {
    const { gateway, url } = await listening({ CLIENT_TIMEOUT: '600000', SHUTDOWN_TIMEOUT: '600000' });
    const { closed } = await connectRaw(url);
    await gateway.close();
    expect(await closed).toBe('');
  });
});

describe('a client that sends a body that is too large', () => {
  it.each([
    ['declared', { 'content-length': '100000000' }, ' '.repeat(1000)],
    ['undeclared', { 'transfer-encoding': 'chunked' }, `3e8\r\n${' '.repeat(1000)}\r\n`],
  ])('%s is disconnected after the response, even if it goes on', async (_, headers, part) => {
    const { url } = await listening({ CLIENT_TIMEOUT: '600000', MAX_BODY_BYTES: '2048' });
    const { socket, closed } = await connectRaw(url);
    socket.write(headOf(headers));
    drip(socket, part);
    const response = await closed;
    expect(status(response)).toBe(413);
    expect(bodyOf(response)).toEqual(rejected());
  });
});

describe('a response', () => {
  it('that its client does not read is dropped with the connection', async () => {
    const { url, upstream } = await listening();
    upstream.reply(json({ object: 'organization', id: 'a', title: 'x'.repeat(4_000_000) }));
    const aliases = Array.from({ length: 7 }, (_, i) => `a${i}: title`).join(' ');
    const response = responseStarted();
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    // Without a listener for data, nothing is read.
    socket.write(postOf(`{ organization(id: "a") { ${aliases} } }`));
    const served = await response;
    await once(served, 'close');
    socket.on('error', () => {}).resume();
    if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
    expect(socket.bytesRead).toBeLessThan(28_000_000);
  });

  it('may take longer than the client timeout to compute', async () => {
    const { url, upstream } = await listening({ CLIENT_TIMEOUT: '100' });
    upstream.reply((response, request) => {
      setTimeout(() => json({ object: 'organization', id: 'a', title: 'Acme' })(response, request), 450);
    });
    const { socket, received, receives } = await connectRaw(url);
    socket.write(postOf(query));
    await receives('}}}');
    expect(bodyOf(received())).toEqual(acme);
    socket.destroy();
  });
});

describe('a connection beyond MAX_CONNECTIONS', () => {
  it('gets status 503 in the form of GraphQL, until another one is closed', async () => {
    const { url, rejections } = await listening({ CLIENT_TIMEOUT: '600000', MAX_CONNECTIONS: '2' });
    const [first] = await Promise.all([connectRaw(url), connectRaw(url)]);
    const third = await connectRaw(url);
    const response = await third.closed;
    expect(status(response)).toBe(503);
    expect(response.toLowerCase()).toContain('\r\nretry-after: 1\r\n');
    expect(bodyOf(response)).toEqual(rejected('SERVICE_UNAVAILABLE'));
    expect(rejections()).toEqual([expect.objectContaining({ status: 503, reason: 'TOO_MANY_CONNECTIONS' })]);

    first?.socket.destroy();
    let answer = '';
    while (!answer.includes('}}}')) {
      const next = await connectRaw(url);
      next.socket.end();
      const one = await connectRaw(url);
      one.socket.write(postOf(query, { connection: 'close' }));
      answer = await one.closed;
    }
    expect(bodyOf(answer)).toEqual(acme);
  });
});
