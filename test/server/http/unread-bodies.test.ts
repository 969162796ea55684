import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { connectRaw, headOf, postOf } from '../../support/clients/raw-connection.ts';
import { acme, embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { embeddings, mountedAt } from '../../support/gateways/embedding-servers.ts';

/** More than the buffers of a connection hold, and so little that a busy machine sends it in the second in which it is read. */
const body = Buffer.alloc(12_000_000, 32);

const create = embeddedGateways();

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
    ['to an address where nothing is', '404', [headOf(declared, '/nothing'), body]],
    ['to a host that is no name', '400', [headOf({ ...declared, host: '?' }), body]],
  ])('gets that %s', async (_, status, parts) => {
    const { gateway } = await create();
    expect(outcome(await sendBeforeReading(await gateway.listen(), parts))).toEqual([status, 'BAD_REQUEST']);
  });

  it.each(['node:http', 'Express 5', 'Fastify'])('gets that of a gateway embedded in %s', async (name) => {
    const { gateway } = await create();
    const server = await embeddings[name]?.(gateway);
    try {
      const parts = [headOf(declared, mountedAt), body];
      expect(outcome(await sendBeforeReading(server?.origin ?? '', parts))).toEqual(['413', 'BAD_REQUEST']);
    } finally {
      await server?.close();
    }
  });
});

describe('a request for an address where nothing is', () => {
  it.each(['/nothing', '/healthz', '/cache/invalidate', '/assets/x'])(
    'is answered before its body has arrived: %s',
    async (path) => {
      const { gateway } = await create();
      const { socket, receives, closed } = await connectRaw(await gateway.listen());
      socket.write(`${headOf({ 'content-length': '1000' }, path)}{`);
      await receives('\r\n\r\n{');
      socket.end(' '.repeat(999));
      expect(await closed).toMatch(/^HTTP\/1.1 404 [\s\S]*\r\nconnection: close\r\n/i);
    },
  );

  it('keeps its connection where it has no body', async () => {
    const { gateway } = await create();
    const { socket, received, receives, closed } = await connectRaw(await gateway.listen());
    const head = headOf({ 'content-length': '0' }, '/nothing');
    socket.write(head + head.replace('/nothing', '/healthz').replace('POST', 'GET'));
    await receives('{"status":"up"}');
    expect(received()).not.toMatch(/connection: close/i);
    socket.destroy();
    await closed;
  });
});

describe('a client that has the response to a body that is not read', () => {
  const part = `1000\r\n${' '.repeat(4096)}\r\n`;

  it.each<[string, string | undefined]>([
    ['leaves', undefined],
    ['goes on with something that is not HTTP', 'xyz\r\n'],
  ])('and %s gets no other one, and leaves no other line', async (_, rest) => {
    const { gateway, log } = await create({}, { MAX_BODY_BYTES: '2048' });
    const { socket, receives, closed } = await connectRaw(await gateway.listen());
    socket.write(headOf({ 'transfer-encoding': 'chunked' }) + part);
    await receives('\r\n\r\n{');
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
    const { socket, receives, closed } = await connectRaw(await gateway.listen());
    const put = headOf({ 'content-length': '10' }).replace('POST', 'PUT');
    socket.write(`${put}12345`);
    await receives('}]}');
    socket.write(`67890${postOf(query)}`);
    await receives(JSON.stringify(acme));
    socket.write('not HTTP');
    expect((await closed).match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 405', 'HTTP/1.1 200', 'HTTP/1.1 400']);
  });
});
