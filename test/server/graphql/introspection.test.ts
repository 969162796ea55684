import { Hash, hash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Revalidation, validated } from '../../../src/server/graphql/revalidation.ts';
import type { RequestParts } from '../../../src/server/http/http-messages.ts';
import { getEncoded } from '../../support/clients/encoded-response.ts';
import { embeddedGateways, query as organizationQuery } from '../../support/gateways/embedded-gateway.ts';

type Request = Pick<RequestParts, 'method' | 'headers'>;

const introspection = getIntrospectionQuery();
const searchFor = (query: string) => `?${new URLSearchParams({ query })}`;

describe('introspection', () => {
  const create = embeddedGateways();
  const start = async (...options: Parameters<typeof create>) => {
    const { gateway } = await create(...options);
    return `${await gateway.listen()}/graphql`;
  };

  it.each(['compiled', 'graphql-js'])(
    'by GET is compressed, and sent again only if it has changed (%s)',
    async (EXECUTOR) => {
      const url = (await start({}, { EXECUTOR })) + searchFor(introspection);
      for (let time = 0; time < 2; time++) {
        const { status, headers, body } = await getEncoded(url, { 'accept-encoding': 'gzip, br' });
        expect({ status, headers }).toMatchObject({
          status: 200,
          headers: {
            'content-encoding': 'br',
            'cache-control': 'private, no-cache',
            etag: expect.stringMatching(/^W\//),
          },
        });
        expect(headers.vary?.split(', ')).toEqual(['accept', 'authorization', 'accept-encoding']);
        expect(body.length).toBeLessThan(60_000);
        expect(JSON.parse(brotliDecompressSync(body).toString())).toHaveProperty('data.__schema.types');
        const again = await getEncoded(url, { 'if-none-match': headers.etag ?? '' });
        expect(again).toMatchObject({ status: 304, headers: { etag: headers.etag }, body: Buffer.alloc(0) });
      }
    },
  );

  it.each([
    ['through Apollo', 0],
    ['on the fast path', 1],
  ])('is logged with the status that the client gets, %s', async (_, before) => {
    const { gateway, log } = await create();
    const url = `${await gateway.listen()}/graphql${searchFor('{ __type(name: "Site") { name } }')}`;
    for (let time = 0; time < before; time++) await getEncoded(url, {});
    const { status } = await getEncoded(url, { 'if-none-match': '*' });
    const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'operation');
    expect([status, lines.at(-1)]).toEqual([304, expect.objectContaining({ status: 304, outcome: 'ok' })]);
  });

  it('by POST is compressed, and not stored', async () => {
    const url = await start();
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'if-none-match': '*' },
      body: JSON.stringify({ query: introspection }),
    });
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-encoding': 'gzip',
    });
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toHaveProperty('data.__schema');
  });

  it.each([
    ['data', organizationQuery],
    ['data and the schema', '{ __type(name: "Site") { name } organization(id: "a") { title } }'],
    [
      'the schema in a fragment, which is not looked at',
      '{ ...F } fragment F on Query { __type(name: "Site") { name } }',
    ],
    ['an error', '{ __type(name: 1) { name } }'],
  ])('is nothing else: %s is not stored', async (_, query) => {
    const url = (await start()) + searchFor(query);
    for (let time = 0; time < 2; time++) {
      const { headers } = await getEncoded(url, { 'accept-encoding': 'br', authorization: 'Bearer t' });
      expect(headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(headers).not.toHaveProperty('etag');
      expect(headers).not.toHaveProperty('content-encoding');
    }
  });

  it('describes the schema', async () => {
    const response = await fetch((await start()) + searchFor('{ __schema { description } }'), {
      headers: { 'apollo-require-preflight': 'true' },
    });
    expect((await response.json()).data.__schema.description).toMatch(/^An organization's sites, spaces, pages/);
  });

  it('is left to plugins, which may have changed it', async () => {
    const url = (await start({ plugins: [{}] })) + searchFor(introspection);
    const { headers } = await getEncoded(url, { 'accept-encoding': 'br' });
    expect(headers).toMatchObject({ 'cache-control': 'no-store' });
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('by GET still takes a page of the own origin, or a preflight', async () => {
    const url = (await start()) + searchFor(introspection);
    const crossSite: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ];
    for (const headers of crossSite) {
      expect(await getEncoded(url, headers)).toMatchObject({
        status: 400,
        headers: { 'cache-control': 'no-store' },
      });
    }
  });

  it('in process is JSON, whatever media type the headers that are passed on accept', async () => {
    const { gateway } = await create();
    const result = await gateway.execute({ query: '{ __typename }', headers: { Accept: 'text/x-component' } });
    expect(result).toEqual({ data: { __typename: 'Query' } });
  });

  it('in process is not compressed, whatever headers are passed on', async () => {
    const { gateway } = await create();
    const result = await gateway.execute({
      query: introspection,
      headers: { 'Accept-Encoding': 'br', 'If-None-Match': '*' },
    });
    expect(result).toHaveProperty('data.__schema');
  });
});

describe('the ETag', () => {
  const large = Array.from({ length: 500 }, (_, i) => Buffer.alloc(65_536, `${i}`));
  const response = { status: 200, headers: {}, body: large };
  const update = vi.spyOn(Hash.prototype, 'update');
  const lengths = () => update.mock.calls.map(([piece]) => piece.length);

  beforeEach(() => {
    update.mockClear();
  });

  afterAll(() => update.mockRestore());

  it('is not computed where neither a browser nor the compression needs it', async () => {
    const request = { method: 'POST', headers: { 'accept-encoding': 'gzip' } };
    const sent = await new Revalidation().apply(request, response);
    expect(sent.body === large).toBe(true);
    expect(lengths()).toEqual([]);
  });

  it.each([
    ['of the schema', (request: Request) => new Revalidation().apply(request, response)],
    ['of a kept result', (request: Request) => validated(request, response, 'private, no-cache')],
    [
      'of a kept result in one piece',
      (request: Request) => validated(request, { ...response, body: [Buffer.concat(large)] }, 'private, no-cache'),
    ],
  ])('%s that is large is computed in turns of the event loop', async (_, apply) => {
    const { headers } = await apply({ method: 'GET', headers: {} });
    expect(headers.etag).toBe(`W/"${hash('sha256', Buffer.concat(large), 'base64url')}"`);
    expect(Math.max(...lengths())).toBeLessThanOrEqual(262_144);
    expect(await apply({ method: 'GET', headers: { 'if-none-match': headers.etag } })).toMatchObject({ status: 304 });
  });
});

describe('compression', () => {
  const headers = { 'accept-encoding': 'gzip' };
  const response = (body: string) => ({ status: 200, headers: {}, body });

  it('runs for few bodies at a time; others are sent as they are', async () => {
    const revalidation = new Revalidation();
    const bodies = Array.from({ length: 5 }, (_, i) => `${i}`.repeat(5000));
    const sent = await Promise.all(
      bodies.map((body) => revalidation.apply({ method: 'GET', headers }, response(body))),
    );
    const encodings = sent.map(({ headers }) => headers['content-encoding']);
    expect(encodings).toEqual(['gzip', 'gzip', undefined, undefined, undefined]);
    const decoded = sent.map(({ body }) => (typeof body === 'string' ? body : gunzipSync(body[0] ?? '').toString()));
    expect(decoded).toEqual(bodies);
  });

  it('runs once for requests that arrive together', async () => {
    const revalidation = new Revalidation();
    const same = response('a'.repeat(5000));
    const sent = await Promise.all(
      Array.from({ length: 5 }, () => revalidation.apply({ method: 'GET', headers }, same)),
    );
    const [first] = sent;
    for (const { body } of sent) expect(body[0]).toBe(first?.body[0]);
  });

  it('leaves small bodies', async () => {
    const sent = await new Revalidation().apply({ method: 'GET', headers }, response('{"data":{}}'));
    expect(sent).toMatchObject({ body: '{"data":{}}', headers: { etag: expect.any(String) } });
    expect(sent.headers).not.toHaveProperty('content-encoding');
  });
});
