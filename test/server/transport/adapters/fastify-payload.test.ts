import type { Readable } from 'node:stream';
import { createGunzip, gzipSync } from 'node:zlib';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { acme, embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';

const startWorld = embeddedGateways();

/** An application on Fastify with a gateway, and a hook that replaces the stream of each request by what it makes of it. */
async function startApplication(replaced: (payload: NodeJS.ReadableStream) => Readable) {
  const { gateway } = await startWorld();
  const app = fastify();
  onTestFinished(() => app.close());
  app.addHook('preParsing', (_request, _reply, payload, done) => done(null, replaced(payload)));
  await app.register(gateway.plugin);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return (body: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${origin}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

const unzipped = (payload: NodeJS.ReadableStream) => payload.pipe(createGunzip());
const zip = (text: string) => new Uint8Array(gzipSync(text));

describe('a stream that an application on Fastify has put in place of a request', () => {
  it('is read to its end', async () => {
    const send = await startApplication(unzipped);
    expect(await (await send(zip(JSON.stringify({ query })))).json()).toEqual(acme);
  });

  it.each([
    ['that is no gzip', () => '{ not zipped }'],
    ['that breaks off', () => zip(JSON.stringify({ query })).slice(0, -8)],
  ])('may fail: a body %s gets status 400, and nobody else notices', async (_, body) => {
    const send = await startApplication(unzipped);
    const response = await send(body());
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      errors: [{ message: 'The body of the request could not be read to its end.' }],
    });
    expect(await (await send(zip(JSON.stringify({ query })))).json()).toEqual(acme);
  });

  it('may be destroyed without an error', async () => {
    const send = await startApplication((payload) => {
      const stream = unzipped(payload);
      setImmediate(() => stream.destroy());
      return stream;
    });
    expect((await send('')).status).toBe(400);
  });
});
