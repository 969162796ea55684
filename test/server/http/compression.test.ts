import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { ApolloServerPlugin } from '@apollo/server';
import { describe, expect, it } from 'vitest';
import { Cancellation } from '../../../src/engine/http/cancellation.ts';
import { ResponseCompression } from '../../../src/server/http/compression.ts';
import { getEncoded } from '../../support/clients/encoded-response.ts';
import { embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { embeddings } from '../../support/gateways/embedding-servers.ts';

/** A query with a response of some kilobytes. */
const large = `{ organization(id: "a") { ${Array.from({ length: 100 }, (_, i) => `title${i}: title`).join(' ')} } }`;
const searchFor = (text: string) => `?${new URLSearchParams({ query: text })}`;
const gzip = { 'accept-encoding': 'gzip' };

describe('compressed responses', () => {
  const create = embeddedGateways();
  const start = async (...options: Parameters<typeof create>) => {
    const { gateway } = await create(...options);
    return `${await gateway.listen()}/graphql`;
  };

  it.each(Object.keys(embeddings))('have their encoding and length: %s', async (name) => {
    const { gateway } = await create({}, { COMPRESSION: 'true' });
    const server = await embeddings[name]?.(gateway);
    for (const encoding of ['br', 'gzip'] as const) {
      const response = await server?.send({ headers: { 'accept-encoding': encoding } }, searchFor(large));
      expect(response?.headers.get('content-encoding')).toBe(encoding);
      expect(response?.headers.get('vary')).toBe('accept, authorization, accept-encoding');
      // `fetch` decompresses what it has received over HTTP; no embedding may compress it twice.
      const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0));
      const text = body[0] === 0x7b ? body : { br: brotliDecompressSync, gzip: gunzipSync }[encoding](body);
      expect(JSON.parse(text.toString())).toHaveProperty('data.organization.title99', 'Acme');
    }
    await server?.close();
  });

  it('are as long as they say, and decode to the plain response', async () => {
    const url = (await start({}, { COMPRESSION: 'true' })) + searchFor(large);
    const plain = await getEncoded(url, {});
    const compressed = await getEncoded(url, gzip);
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toBe(compressed.headers.vary);
    expect(compressed.headers['content-length']).toBe(String(compressed.body.length));
    expect(compressed.body.length).toBeLessThan(plain.body.length / 3);
    expect(gunzipSync(compressed.body)).toEqual(plain.body);
  });

  it.each([
    ['by default', large, {}],
    ['for a small response', query, { COMPRESSION: 'true' }],
  ])('are not sent %s', async (_, text, environment) => {
    const { headers } = await getEncoded((await start({}, environment)) + searchFor(text), gzip);
    expect(headers).not.toHaveProperty('content-encoding');
  });

  it('are not compressed again where they describe the schema', async () => {
    const url = (await start({}, { COMPRESSION: 'true' })).replace('/graphql', '/schema.graphql');
    const { headers, body } = await getEncoded(url, gzip);
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(/^W\//) });
    expect(headers.vary?.match(/accept-encoding/g)).toHaveLength(1);
    expect(gunzipSync(body).toString()).toContain('type Query');
    expect(await getEncoded(url, { ...gzip, 'if-none-match': headers.etag ?? '' })).toMatchObject({ status: 304 });
  });

  it.each([
    [{ etag: '"one"' }, { 'content-encoding': 'gzip', etag: 'W/"one"' }],
    [{ etag: 'W/"one"' }, { 'content-encoding': 'gzip', etag: 'W/"one"' }],
    [{ 'cache-control': 'no-transform' }, { 'content-encoding': undefined }],
  ])('respect the headers of a plugin: %j', async (own, expected) => {
    const plugin: ApolloServerPlugin = {
      async requestDidStart() {
        return {
          async willSendResponse({ response }) {
            for (const [name, value] of Object.entries(own)) response.http.headers.set(name, value);
          },
        };
      },
    };
    const url = await start({ plugins: [plugin] }, { COMPRESSION: 'true' });
    const { headers } = await getEncoded(url + searchFor(large), gzip);
    expect({ 'content-encoding': undefined, ...headers }).toMatchObject(expected);
  });
});

describe('compression', () => {
  const response = { status: 200, headers: {}, body: 'a'.repeat(5000) };

  it('runs for few responses at a time; others are sent as they are', async () => {
    const compression = new ResponseCompression();
    const all = await Promise.all(Array.from({ length: 10 }, () => compression.apply({ headers: gzip }, response)));
    const encodings = all.map(({ headers }) => headers['content-encoding']);
    expect(encodings).toEqual([...Array(8).fill('gzip'), undefined, undefined]);
    expect(await compression.apply({ headers: gzip }, response)).toHaveProperty('headers.content-encoding');
  });

  it.each(['before', 'while'])('ends where the client goes away %s it runs', async (when) => {
    const cancellation = new Cancellation();
    const compression = new ResponseCompression();
    if (when === 'before') cancellation.cancel();
    const sent = compression.apply({ headers: gzip, cancellation }, response);
    if (when === 'while') cancellation.cancel();
    expect(await sent).toBe(response);
  });

  it('keeps the text of a response in pieces', async () => {
    const text = '😀é'.repeat(200_000);
    const bytes = Buffer.from(text);
    const pieces = [bytes.subarray(0, 100_001), bytes.subarray(100_001)];
    for (const body of [text, pieces]) {
      const sent = await new ResponseCompression().apply(
        { headers: { 'accept-encoding': 'br' } },
        { ...response, body },
      );
      if (typeof sent.body === 'string') throw new Error('The response is not compressed.');
      expect(brotliDecompressSync(Buffer.concat(sent.body)).toString()).toBe(text);
    }
  });
});
