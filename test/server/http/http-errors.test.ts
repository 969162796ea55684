import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headOf, postOf } from '../../support/clients/raw-connection.ts';
import { exchange, type Part } from '../../support/clients/raw-socket.ts';
import { query } from '../../support/gateways/embedded-gateway.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';

let gateway: TestGateway;
/** One that soon gives up clients that send nothing. */
let hasty: TestGateway;

beforeAll(async () => {
  // No call reaches a service.
  const start = (settings = {}) => startGateway('http://127.0.0.1:9', { MAX_BODY_BYTES: '2048', ...settings });
  [gateway, hasty] = await Promise.all([start(), start({ CLIENT_TIMEOUT: '300' })]);
});

afterAll(() => Promise.all([gateway.close(), hasty.close()]));

const gatewayFor = (status: string) => (status.includes('408') ? hasty : gateway);

interface Response {
  status: string;
  headers: Record<string, string>;
  body: string;
  isClosed: boolean;
}

/** Sends bytes, and reads the one response to them, whose end the server makes known by its length. */
async function send(parts: readonly Part[], { url } = gateway): Promise<Response> {
  const { text, isClosed } = await exchange(url, parts);
  const end = text.indexOf('\r\n\r\n');
  const [status = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status, headers, body: text.slice(end + 4), isClosed };
}

const get = (path: string, headers = '') =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n`;
const closing = { connection: 'close' };

/** The bytes, the status line, and the error in the response. */
const rows: [string, readonly Part[], string, { message: string; extensions: object }][] = [
  [
    'an unknown address, which may hold a secret',
    [get('/secret')],
    'HTTP/1.1 404 Not Found',
    {
      message: 'Nothing is served at this address. GraphQL is at /graphql.',
      extensions: { code: 'BAD_REQUEST' },
    },
  ],
  [
    'a malformed address',
    [get('/%secret')],
    'HTTP/1.1 400 Bad Request',
    { message: 'The address is malformed, or too long.', extensions: { code: 'BAD_REQUEST' } },
  ],
  [
    'a method',
    [postOf('{ secret }', closing).replace('POST', 'DELETE')],
    'HTTP/1.1 405 Method Not Allowed',
    {
      message: 'GraphQL accepts GET for queries, and POST for queries and mutations.',
      extensions: { code: 'BAD_REQUEST' },
    },
  ],
  [
    'a type of responses',
    [postOf('{ secret }', { ...closing, accept: 'text/secret' })],
    'HTTP/1.1 406 Not Acceptable',
    {
      message: 'Responses are of type application/graphql-response+json or application/json. Accept one of them.',
      extensions: { code: 'BAD_REQUEST' },
    },
  ],
  [
    'a large body',
    [headOf({ 'content-length': '4096' })],
    'HTTP/1.1 413 Payload Too Large',
    { message: 'Request body is too large', extensions: { code: 'BAD_REQUEST' } },
  ],
  [
    'a long address',
    [get(`/graphql?query=${'secret'.repeat(5000)}`)],
    'HTTP/1.1 414 URI Too Long',
    { message: 'The address is too long. Send the request as POST.', extensions: { code: 'BAD_REQUEST' } },
  ],
  [
    'long headers',
    [get('/graphql', `x: ${'secret'.repeat(5000)}\r\n`)],
    'HTTP/1.1 431 Request Header Fields Too Large',
    { message: 'The headers are too large.', extensions: { code: 'BAD_REQUEST' } },
  ],
  [
    'bytes that are not HTTP',
    ['\u0016\u0003\u0001secret\r\n\r\n'],
    'HTTP/1.1 400 Bad Request',
    { message: 'The request is not HTTP.', extensions: { code: 'BAD_REQUEST' } },
  ],
  [
    'a request that does not arrive in time',
    [headOf({ 'content-length': '100' })],
    'HTTP/1.1 408 Request Timeout',
    { message: 'The request did not arrive in time.', extensions: { code: 'BAD_REQUEST' } },
  ],
];

describe.concurrent('the response to a rejected request', () => {
  it.each(rows)('is JSON in the form of GraphQL, with its length, and closes: %s', async (_, parts, status, error) => {
    const response = await send(parts, gatewayFor(status));
    expect(response.status).toBe(status);
    expect(JSON.parse(response.body)).toEqual({ errors: [error] });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(response.body)),
      'cache-control': 'no-store',
      'x-request-id': expect.stringMatching(/^[\w-]+$/),
      connection: 'close',
    });
    expect(response.isClosed).toBe(true);
  });

  it('repeats nothing of the request', async () => {
    for (const [, parts, status] of rows) expect((await send(parts, gatewayFor(status))).body).not.toContain('secret');
  });

  it('names the methods that are allowed', async () => {
    const { headers } = await send([postOf(query, closing).replace('POST', 'PUT')]);
    expect(headers.allow).toBe('GET, POST');
  });

  it('has the request id that the client sent', async () => {
    expect((await send([get('/secret', 'x-request-id: mine\r\n')])).headers['x-request-id']).toBe('mine');
  });

  it('leaves the connection to further requests where the whole request was read', async () => {
    const notFound = get('/secret').replace('connection: close\r\n', '');
    const { statuses } = await exchange(gateway.url, [notFound, 50, get('/healthz')]);
    expect(statuses).toEqual([404, 200]);
  });

  it('is none to a connection on which nothing was sent', async () => {
    const { text, isClosed } = await exchange(hasty.url, []);
    expect({ text, isClosed }).toEqual({ text: '', isClosed: true });
  });
});
