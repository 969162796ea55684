import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { type EmbeddingServer, embeddings } from '../../support/gateways/embedding-servers.ts';

const fields = Array.from({ length: 400 }, (_, i) => `a${i}: description`).join(' ');
/** Some 800 kB, without a REST call. */
const query = `{ ${[1, 2, 3, 4].map((i) => `t${i}: __type(name: "Query") { fields { name ${fields.replaceAll('a', `a${i}`)} } }`).join(' ')} }`;
/** Introspection would be compressed. */
const init = { method: 'POST', headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' } };
const settings = readSettings({ MAX_ALIASES: '2000', PORT: '0', SHUTDOWN_TIMEOUT: '400' });
const start = () => createGateway({ upstreamUrl: 'http://127.0.0.1:1', settings });

describe.each(Object.entries(embeddings))('a large response of a gateway in %s', (_name, embed) => {
  let gateway: Gateway;
  let server: EmbeddingServer;

  beforeAll(async () => {
    gateway = await start();
    server = await embed(gateway);
  });

  afterAll(async () => {
    await server.close();
    await gateway.close();
  });

  it("is complete and has its length, through Apollo's pipeline and on the fast path", async () => {
    const texts: string[] = [];
    for (const extensions of [{ unknown: true }, undefined]) {
      const response = await server.send({ ...init, body: JSON.stringify({ query, extensions }) });
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(response.status).toBe(200);
      const length = response.headers.get('content-length');
      if (length !== null) expect(Number(length)).toBe(bytes.length);
      texts.push(bytes.toString());
    }
    expect(texts[0]?.length).toBeGreaterThan(600_000);
    expect(texts[1]).toBe(texts[0]);
    expect(texts[1]).toBe(`${JSON.stringify(JSON.parse(texts[1] ?? ''))}\n`);
  });
});

describe('a client that reads slowly', () => {
  it('gets the whole response, and one that goes away harms nobody', async () => {
    const gateway = await start();
    const url = `${await gateway.listen()}/graphql`;
    const body = JSON.stringify({ query });
    const lengthOf = (leaves: boolean) =>
      new Promise<number>((resolve, reject) => {
        const request = httpRequest(url, init, (response) => {
          let length = 0;
          response.on('data', (chunk: Buffer) => {
            length += chunk.length;
            response.pause();
            if (leaves) {
              request.destroy();
              resolve(length);
            } else setTimeout(() => response.resume(), 2);
          });
          response.on('end', () => resolve(length));
          response.on('error', () => {});
        });
        request.on('error', (error) => (leaves ? undefined : reject(error)));
        request.end(body);
      });
    const whole = await lengthOf(false);
    await lengthOf(true);
    expect(await lengthOf(false)).toBe(whole);
    await gateway.close();
  });
});

describe('a result in process', () => {
  it('is the same object for a large response', async () => {
    const gateway = await start();
    const { data, errors } = await gateway.execute({ query });
    expect(errors).toBeUndefined();
    expect(Object.keys(data ?? {})).toEqual(['t1', 't2', 't3', 't4']);
    await gateway.close();
  });
});
