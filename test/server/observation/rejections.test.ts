import { readdir, readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Gateway } from '../../../src/server/gateway.ts';
import { connectRaw, headOf } from '../../support/clients/raw-connection.ts';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { freePort } from '../../support/processes/free-port.ts';

/** No call reaches a service: the requests are rejected before. */
const upstream = 'http://127.0.0.1:9';
const settings = {
  MAX_BODY_BYTES: '2048',
  UPSTREAM_TOKEN: 'secret-upstream',
  ALLOWED_HOSTS: 'gateway',
  CORS_ORIGINS: 'https://app.example',
  CACHE_INVALIDATION_SECRET: 'secret-of-operators',
  CACHE_WEBHOOK_SECRET: 'secret-of-webhooks',
};

interface Row {
  status: number;
  reason: string;
  bytes: string;
}

const post = (body: string, headers: Record<string, string> = {}) =>
  `${headOf({ 'content-length': String(Buffer.byteLength(body)), ...headers })}${body}`;
/** A request of an operator who has the secret. */
const invalidate = (body: string) =>
  post(body, { authorization: 'Bearer secret-of-operators' }).replace('/graphql', '/cache/invalidate');
const get = (path: string, headers = 'host: gateway\r\n') => `GET ${path} HTTP/1.1\r\n${headers}\r\n`;

const rows: Row[] = [
  { status: 400, reason: 'MALFORMED_JSON', bytes: post('{"secret') },
  { status: 406, reason: 'NOT_ACCEPTABLE', bytes: post('{"query":"{ secret }"}', { accept: 'text/secret' }) },
  { status: 400, reason: 'BATCH', bytes: post('[{"query":"{ secret }"}]') },
  { status: 405, reason: 'METHOD_NOT_ALLOWED', bytes: post('{}').replace('POST', 'PUT') },
  { status: 415, reason: 'UNSUPPORTED_MEDIA_TYPE', bytes: post('secret', { 'content-type': 'text/secret' }) },
  { status: 415, reason: 'UNSUPPORTED_ENCODING', bytes: post('secret', { 'content-encoding': 'gzip' }) },
  {
    status: 415,
    reason: 'UNSUPPORTED_CHARSET',
    bytes: post('secret', { 'content-type': 'application/json; charset=secret' }),
  },
  { status: 413, reason: 'BODY_TOO_LARGE', bytes: headOf({ 'content-length': '4096' }) },
  {
    status: 403,
    reason: 'UNKNOWN_ORIGIN',
    bytes: `OPTIONS /graphql HTTP/1.1\r\nhost: gateway\r\norigin: https://secret.example\r\naccess-control-request-method: POST\r\n\r\n`,
  },
  { status: 404, reason: 'NOT_FOUND', bytes: get('/secret?token=secret') },
  { status: 400, reason: 'BAD_ADDRESS', bytes: get('/%secret') },
  { status: 400, reason: 'BAD_ADDRESS', bytes: get('ftp://secret.example/graphql') },
  { status: 421, reason: 'UNKNOWN_HOST', bytes: get('http://secret.example/graphql') },
  { status: 400, reason: 'BAD_HOST', bytes: get('/graphql', 'host: se cret\r\n') },
  { status: 400, reason: 'BAD_HOST', bytes: get('/graphql', '') },
  { status: 417, reason: 'UNKNOWN_EXPECTATION', bytes: get('/graphql', 'host: gateway\r\nexpect: secret\r\n') },
  { status: 421, reason: 'UNKNOWN_HOST', bytes: get('/graphql', 'host: secret.example\r\n') },
  {
    status: 431,
    reason: 'HPE_HEADER_OVERFLOW',
    bytes: get('/graphql', `host: gateway\r\nx: ${'secret'.repeat(5000)}\r\n`),
  },
  {
    status: 431,
    reason: 'TOO_MANY_HEADERS',
    bytes: get('/graphql', `host: gateway\r\ny: secret\r\n${'x: s\r\n'.repeat(998)}`),
  },
  {
    status: 400,
    reason: 'REPEATED_AUTHORIZATION',
    bytes: get('/graphql', `host: gateway\r\n${'authorization: secret\r\n'.repeat(2)}`),
  },
  { status: 414, reason: 'HPE_HEADER_OVERFLOW', bytes: get(`/graphql?query=${'secret'.repeat(5000)}`) },
  { status: 400, reason: 'HPE_INVALID_METHOD', bytes: 'SECRET-2.0-secret\r\n\r\n' },
  { status: 401, reason: 'UNAUTHENTICATED', bytes: post('{}').replace('/graphql', '/cache/invalidate') },
  { status: 400, reason: 'BAD_REQUEST', bytes: invalidate('{"secret') },
  { status: 400, reason: 'BAD_REQUEST', bytes: invalidate('{"secret":true}') },
  { status: 422, reason: 'UNKNOWN_TYPE', bytes: invalidate('{"records":[{"type":"Secret","id":"secret"}]}') },
  { status: 401, reason: 'BAD_SIGNATURE', bytes: post('secret').replace('/graphql', '/cache/webhook') },
  { status: 408, reason: 'ERR_HTTP_REQUEST_TIMEOUT', bytes: headOf({ 'content-length': '100' }) },
];

/** Rejections that need another gateway, or another adapter. */
const others = [
  'OVERLOADED',
  'ADDRESS_BUSY',
  'CLOSED',
  'TOO_MANY_BODIES',
  'TOO_MANY_CONNECTIONS',
  'TOO_MANY_REQUESTS',
  'UNAUTHENTICATED',
  'AUTHENTICATION_UNAVAILABLE',
  'INCOMPLETE_BODY',
  'BODY_CONSUMED',
  'INVALID_HEADER',
  'OTHER_DOCUMENT',
  'RATE_LIMIT_REQUESTS',
  'UNKNOWN_DOCUMENT',
];

/** A token that the keys would have to tell whether it is valid. */
const jwt = `${Buffer.from('{"alg":"ES256"}').toString('base64url')}.${Buffer.from('{}').toString('base64url')}.abc`;

interface LogLine {
  msg: string;
  requestId: string;
  status: number;
  reason: string;
}

const rejections = (log: readonly string[]): LogLine[] =>
  log.map((line) => JSON.parse(line) as LogLine).filter(({ msg }) => msg === 'request rejected');

/** The status and the request id of the first response in these bytes. */
function head(text: string) {
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(text) ?? [];
  return { status: Number(status), id: /\r\nx-request-id: (\S+)\r\n/i.exec(text)?.[1] };
}

describe('a rejected request leaves one line, with the id of its response', () => {
  let patient: TestGateway;
  let hasty: TestGateway;

  beforeAll(async () => {
    patient = await startGateway(upstream, settings);
    hasty = await startGateway(upstream, { ...settings, CLIENT_TIMEOUT: '300' });
  });

  afterAll(() => Promise.all([patient.close(), hasty.close()]));

  it.each(rows)('for $reason', async ({ status, reason, bytes }) => {
    const gateway = status === 408 ? hasty : patient;
    const from = gateway.log.length;
    const { socket, received, receives, closed } = await connectRaw(gateway.url);
    socket.write(bytes);
    await receives('\r\n\r\n');
    const response = head(received());
    socket.destroy();
    await closed;
    expect(response).toEqual({ status, id: expect.stringMatching(/^[\da-f]{32}$/) });
    const lines = gateway.log.slice(from);
    expect(rejections(lines)).toEqual([expect.objectContaining({ requestId: response.id, status, reason })]);
    expect(lines.join('')).not.toMatch(/secret/i);
  });

  it('for bytes that are not HTTP, in however many packets they arrive', async () => {
    const from = patient.log.length;
    const { socket, closed } = await connectRaw(patient.url);
    // The client goes on after the response.
    socket.allowHalfOpen = true;
    for (let packet = 0; packet < 5; packet++) {
      socket.write('SECRET\r\n\r\n');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    socket.destroy();
    await closed;
    expect(rejections(patient.log.slice(from))).toHaveLength(1);
  });

  it('with status 499, where the client ends its request early', async () => {
    const from = patient.log.length;
    const { socket, closed } = await connectRaw(patient.url);
    socket.end(headOf({ 'content-length': '100' }));
    expect(await closed).toContain('400 Bad Request');
    const line = { status: 499, outcome: 'cancelled', reason: 'HPE_INVALID_EOF_STATE' };
    expect(rejections(patient.log.slice(from))).toEqual([expect.objectContaining(line)]);
  });

  it('is complete: there is a test for each reason in the code', async () => {
    const folder = new URL('../../../src/server/', import.meta.url);
    const all = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
    // Requests to ADMIN_PORT are those of operators, and leave no line.
    const files = all.filter((file) => !file.startsWith('admin/'));
    const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), 'utf8')));
    const reasons = texts.flatMap((text) =>
      [...text.matchAll(/new HttpError\(\s*\d+,\s*'(\w+)'/g)].map(([, reason]) => reason),
    );
    expect(reasons.length).toBeGreaterThan(15);
    const tested = new Set([...rows.map(({ reason }) => reason), ...others, 'INTERNAL_SERVER_ERROR']);
    expect(reasons.filter((reason) => reason === undefined || !tested.has(reason))).toEqual([]);
  });
});

describe('a request that is rejected elsewhere leaves one line, too', () => {
  const start = embeddedGateways();
  afterEach(() => void vi.useRealTimers());
  const request = () =>
    new Request('http://gateway/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ __typename }"}',
    });
  const send = async ({ fetch }: Gateway, sent = request()) => {
    const { status, headers } = await fetch(sent);
    return { status, id: headers.get('x-request-id') };
  };
  const expectOneLine = (
    log: readonly string[],
    reason: string,
    { status, id }: { status: number; id: string | null },
  ) => expect(rejections(log)).toEqual([expect.objectContaining({ requestId: id, status, reason })]);

  it('for CLOSED', async () => {
    const { gateway, log } = await start();
    await gateway.close();
    expectOneLine(log, 'CLOSED', await send(gateway));
  });

  it('for INCOMPLETE_BODY', async () => {
    const { gateway, log } = await start();
    const body = new ReadableStream({ start: (controller) => controller.error(new Error('secret')) });
    const broken = new Request(request(), { method: 'POST', body, duplex: 'half' } as RequestInit);
    expectOneLine(log, 'INCOMPLETE_BODY', await send(gateway, broken));
    expect(log.join('')).not.toContain('secret');
  });

  it('with status 499, where the client disconnects before the end of its body', async () => {
    const { gateway, log } = await start({}, { METRICS: 'true' });
    const client = new AbortController();
    const body = new ReadableStream({
      pull(controller) {
        client.abort();
        controller.error(new Error('secret'));
      },
    });
    const { signal } = client;
    await gateway.fetch(new Request(request(), { method: 'POST', body, duplex: 'half', signal } as RequestInit));
    const line = { status: 499, outcome: 'cancelled', reason: 'INCOMPLETE_BODY' };
    expect(rejections(log)).toEqual([expect.objectContaining(line)]);
    expect(await gateway.metrics()).toContain('docgraph_requests_total{outcome="cancelled"} 1');
  });

  it('for BODY_CONSUMED', async () => {
    const { gateway, log } = await start();
    const read = request();
    await read.text();
    expectOneLine(log, 'BODY_CONSUMED', await send(gateway, read));
    const locked = request();
    locked.body?.getReader();
    const response = await gateway.fetch(locked);
    expect(await response.text()).toContain('The application has read the body of the request before the gateway.');
  });

  it('for INVALID_HEADER', async () => {
    const { gateway, log } = await start();
    await gateway.execute({ query: '{ __typename }', headers: { authorization: 'secret\n' } });
    expect(rejections(log)).toEqual([expect.objectContaining({ status: 400, reason: 'INVALID_HEADER' })]);
    expect(log.join('')).not.toContain('secret');
  });

  it('for OTHER_DOCUMENT', async () => {
    const documents = { one: '{ __typename }', other: 'query Other { __typename }' };
    const { gateway, log } = await start({ trustedDocuments: { mode: 'enforce', documents } });
    const sent = new Request('http://gateway/graphql/one?documentId=other');
    expectOneLine(log, 'OTHER_DOCUMENT', await send(gateway, sent));
  });

  it('for RATE_LIMIT_REQUESTS', async () => {
    const { gateway, log } = await start({}, { RATE_LIMIT_REQUESTS: '1' });
    await send(gateway);
    expectOneLine(log, 'RATE_LIMIT_REQUESTS', await send(gateway));
  });

  it('for OVERLOADED', async () => {
    const { gateway, log } = await start({}, { MAX_HEAP_PERCENT: '1' });
    while (!log.some((line) => line.includes('overloaded'))) await new Promise((resolve) => setTimeout(resolve, 50));
    const answers = await Promise.all([send(gateway), send(gateway)]);
    const [rejected] = answers.filter(({ status }) => status === 503);
    if (rejected === undefined) throw new Error('One of two requests is rejected.');
    expectOneLine(log, 'OVERLOADED', rejected);
  });

  it('for UNAUTHENTICATED', async () => {
    const authenticate = () => {
      throw new Error('secret');
    };
    const { gateway, log } = await start({ authenticate });
    const url = await gateway.listen();
    const response = await fetch(`${url}/schema.graphql`);
    expectOneLine(log, 'UNAUTHENTICATED', { status: response.status, id: response.headers.get('x-request-id') });
    expect(log.join('')).not.toContain('secret');
  });

  it.each(['/schema.graphql', '/graphql?query={__typename}'])('for AUTHENTICATION_UNAVAILABLE: %s', async (path) => {
    // Nothing listens there.
    const keys = { JWT_JWKS_URL: `http://127.0.0.1:${await freePort()}/secret`, JWT_ISSUER: 'secret' };
    const { gateway, log } = await start({}, keys);
    const url = await gateway.listen();
    const response = await fetch(url + path, {
      headers: { authorization: `Bearer ${jwt}`, 'apollo-require-preflight': '1' },
    });
    const { status, headers } = response;
    expect({ status, retryAfter: headers.get('retry-after') }).toEqual({ status: 503, retryAfter: '1' });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }] });
    expectOneLine(log, 'AUTHENTICATION_UNAVAILABLE', { status, id: headers.get('x-request-id') });
    expect(rejections(log)).toEqual([expect.objectContaining({ outcome: 'gateway_fault' })]);
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'authentication unavailable');
    expect(lines).toEqual([expect.objectContaining({ error: 'TypeError', code: 'ECONNREFUSED' })]);
    expect(log.join('')).not.toMatch(/secret|eyJ/);
  });

  it('for TOO_MANY_REQUESTS', async () => {
    const { gateway, log } = await start({}, { CACHE_INVALIDATION_SECRET: 'secret-of-operators' });
    const url = await gateway.listen();
    const headers = { authorization: 'Bearer secret-of-operators' };
    // All are in one second, however long they take.
    vi.useFakeTimers({ toFake: ['performance'] });
    const sent = Array.from({ length: 101 }, () => fetch(`${url}/cache/invalidate`, { method: 'POST', headers }));
    const rejected = (await Promise.all(sent)).filter(({ status }) => status === 429);
    expect(rejected).toHaveLength(1);
    const lines = rejections(log).filter(({ status }) => status === 429);
    const requestId = rejected[0]?.headers.get('x-request-id');
    expect(lines).toEqual([expect.objectContaining({ requestId, reason: 'TOO_MANY_REQUESTS' })]);
  });

  it('for TOO_MANY_CONNECTIONS', async () => {
    const { gateway, log } = await start({}, { MAX_CONNECTIONS: '1' });
    const url = await gateway.listen();
    const [first, second] = [await connectRaw(url), await connectRaw(url)];
    const response = head(await second.closed);
    expectOneLine(log, 'TOO_MANY_CONNECTIONS', { status: response.status, id: response.id ?? '' });
    first.socket.destroy();
  });
});
