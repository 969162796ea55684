import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import {
  bytes,
  type FaultUpstream,
  json,
  type Reply,
  startFaultUpstream,
  text,
} from '../../support/upstreams/fault-upstream.ts';

const token = 'token-of-the-upstream-test';
const query = 'query ($id: ID!) { organization(id: $id) { title } }';
const record = { id: 'o1', title: 'Halcyon' };

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { UPSTREAM_MAX_RESPONSE_BYTES: '65536' });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const run = (id = 'o1', at = gateway) => at.execute(query, { token, variables: { id } });

/** The code and message of the one error that a reply must lead to. */
async function failure(reply: Reply, at = gateway): Promise<[string | undefined, string | undefined]> {
  upstream.reply(reply);
  const { data, errors } = await run('o1', at);
  expect(data).toEqual({ organization: null });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions.rest).toMatchObject({
    operation: 'organizations.get',
    path: '/v1/orgs/{organizationId}',
  });
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
}

describe('a response body', () => {
  it.each<[string, Reply, string]>([
    ['not JSON', text('Hello.'), "The service's response is not JSON."],
    [
      'HTML',
      text('<!doctype html><p>secret</p>', 200, { 'content-type': 'text/html' }),
      "The service's response is not JSON.",
    ],
    ['cut JSON', text('{"id":"o1","title":"Hal'), "The service's response is not JSON."],
    ['empty', text(''), "The service's response is empty."],
    ['null', json(null), "The service's response is not a JSON object."],
    ['a list', json([record]), "The service's response is not a JSON object."],
    ['a string', json('Halcyon'), "The service's response is not a JSON object."],
    ['a number', json(42), "The service's response is not a JSON object."],
    [
      'in an unknown encoding',
      text('secret', 200, { 'content-encoding': token }),
      "The service's response is encoded as an unknown encoding. The gateway accepts gzip, deflate, br, and responses that are not encoded.",
    ],
    [
      'compressed in a way that the gateway does not know',
      text('data', 200, { 'content-encoding': 'zstd' }),
      'The service\'s response is encoded as "zstd". The gateway accepts gzip, deflate, br, and responses that are not encoded.',
    ],
    [
      'not what its encoding says',
      text('data', 200, { 'content-encoding': 'gzip' }),
      "The service's response is not valid gzip.",
    ],
    [
      'not deflate, as its encoding says',
      text('data', 200, { 'content-encoding': 'deflate' }),
      "The service's response is not valid deflate.",
    ],
    [
      'UTF-16',
      text(Buffer.from(JSON.stringify(record), 'utf16le'), 200, {
        'content-type': 'application/json; charset=utf-16le',
      }),
      "The service's response is not JSON in UTF-8.",
    ],
    [
      'UTF-16 with a byte order mark',
      text(Buffer.from(`\ufeff${JSON.stringify(record)}`, 'utf16le')),
      "The service's response is not JSON in UTF-8.",
    ],
    [
      'too large when it is inflated',
      text(deflateSync('x'.repeat(1_000_000)), 200, { 'content-encoding': 'deflate' }),
      "The service's response is larger than 65536 bytes. Request fewer items.",
    ],
    [
      'too large when it is decompressed',
      text(gzipSync('x'.repeat(1_000_000)), 200, { 'content-encoding': 'gzip' }),
      "The service's response is larger than 65536 bytes. Request fewer items.",
    ],
    [
      'too large',
      json({ ...record, title: 'x'.repeat(65_536) }),
      "The service's response is larger than 65536 bytes. Request fewer items.",
    ],
  ])('that is %s gives BAD_UPSTREAM_RESPONSE', async (_, reply, message) => {
    expect(await failure(reply)).toEqual(['BAD_UPSTREAM_RESPONSE', message]);
    expect(upstream.arrived).toHaveLength(1);
  });

  it.each([404, 410])('that is a page in HTML says nothing of a record, with status %i', async (status) => {
    const page = text('\uFEFF \n<html><h1>secret</h1></html>', status, { 'content-type': 'text/html' });
    const message = `The response with status ${status} is a page in HTML, which is perhaps not from the service.`;
    expect(await failure(page)).toEqual(['BAD_UPSTREAM_RESPONSE', message]);
    expect(await failure(text('', status))).toMatchObject(['NOT_FOUND', expect.any(String)]);
  });

  it.each<[string, Reply]>([
    [
      'shorter than its content-length',
      bytes('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"id":"o1","title":"Halcyon"}'),
    ],
    ['cut between two chunks', bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nd\r\n{"id":"o1","ti\r\n')],
  ])('that is %s gives BAD_UPSTREAM_RESPONSE after two retries', async (_, reply) => {
    const message = 'The connection to the service broke before the response was complete.';
    expect(await failure(reply)).toEqual(['BAD_UPSTREAM_RESPONSE', message]);
    expect(upstream.arrived).toHaveLength(3);
  });

  it.each<[string, Reply]>([
    ['gzip', text(gzipSync(JSON.stringify(record)), 200, { 'content-encoding': 'gzip' })],
    ['x-gzip', text(gzipSync(JSON.stringify(record)), 200, { 'content-encoding': 'X-Gzip' })],
    ['deflate', text(deflateSync(JSON.stringify(record)), 200, { 'content-encoding': 'deflate' })],
    ['deflate, without a header', text(deflateRawSync(JSON.stringify(record)), 200, { 'content-encoding': 'deflate' })],
    ['br', text(brotliCompressSync(JSON.stringify(record)), 200, { 'content-encoding': 'br' })],
    ['identity', json(record, 200, { 'content-encoding': 'identity' })],
  ])('that is encoded as %s is decoded', async (_, reply) => {
    upstream.reply(reply);
    expect(await run()).toMatchObject({ data: { organization: { title: 'Halcyon' } } });
  });

  it.each<[string, Reply]>([
    [
      'in many chunks',
      (response) => {
        for (const letter of JSON.stringify(record)) response.write(letter);
        response.end();
      },
    ],
    ['with no length and no chunks', bytes(`HTTP/1.1 200 OK\r\n\r\n${JSON.stringify(record)}`)],
    ['with another content type', text(JSON.stringify(record), 200, { 'content-type': 'text/plain' })],
    ['with a byte order mark', text(`\ufeff${JSON.stringify(record)}`)],
    [
      'in UTF-8, whatever charset it names',
      text(JSON.stringify(record), 200, { 'content-type': 'application/json; charset=iso-8859-1' }),
    ],
    ['with the encoding "identity"', json(record, 200, { 'content-encoding': 'identity' })],
    [
      'after a 103',
      bytes(
        `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${JSON.stringify(record)}`,
      ),
    ],
    [
      'of the largest size',
      json({ ...record, more: 'x'.repeat(65_536 - JSON.stringify({ ...record, more: '' }).length) }),
    ],
  ])('%s is parsed', async (_, reply) => {
    upstream.reply(reply);
    const { data, errors } = await run();
    expect(errors).toBeUndefined();
    expect(data).toEqual({ organization: { title: 'Halcyon' } });
  });
});

describe('the log at level trace', () => {
  it('holds no token, id or stack', () => {
    expect(gateway.log.length).toBeGreaterThan(15);
    expect(gateway.log.join('')).not.toMatch(/token-of|bearer|authorization|spaces\/s1|"stack"|\\n\s+at /i);
  });
});
