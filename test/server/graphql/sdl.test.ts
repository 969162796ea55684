import { readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/server/gateway.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { pages } from '../../docs/pages.ts';
import { getEncoded } from '../../support/clients/encoded-response.ts';
import { embeddedGateways } from '../../support/gateways/embedded-gateway.ts';
import { type EmbeddingServer, embeddings } from '../../support/gateways/embedding-servers.ts';

const upstreamUrl = 'http://127.0.0.1:1';
const committed = {
  semantic: await readFile('src/generated/schema.graphql', 'utf8'),
  strict: await readFile('src/generated/schema.strict.graphql', 'utf8'),
};

describe.each(Object.entries(embeddings))('the SDL in %s', (_name, embed) => {
  let gateway: Gateway;
  let server: EmbeddingServer;

  beforeAll(async () => {
    const settings = readSettings({ PORT: '0', SHUTDOWN_TIMEOUT: '400', BASE_PATH: '/api' });
    gateway = await createGateway({ upstreamUrl, settings });
    server = await embed(gateway);
  });

  afterAll(async () => {
    await server.close();
    await gateway.close();
  });

  it.each(['', '?nullability=strict'])('is the committed file, whatever the query (%s)', async (search) => {
    const response = await server.sendForSdl({}, search);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
      etag: expect.stringMatching(/^W\/".+"$/),
    });
    expect(await response.text()).toBe(committed.semantic);
  });

  it.each(['strict', '2018'] as const)(
    'has an address of its own for the form %s, which ends in .graphql',
    async (form) => {
      const response = await server.sendForSdlForm(form);
      expect([response.status, await response.text()]).toEqual([200, gateway.sdl(form)]);
    },
  );

  it('is sent again only if it has changed', async () => {
    const { headers } = await server.sendForSdl({ method: 'HEAD' });
    const etag = headers.get('etag') ?? '';
    for (const tag of [etag, `"other", ${etag}`, etag.slice(2)]) {
      const response = await server.sendForSdl({ headers: { 'if-none-match': tag } });
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, '']);
      expect([response.headers.get('content-type'), response.headers.get('content-length')]).toEqual([null, null]);
    }
  });

  it.each([
    ['a POST', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['a DELETE', { method: 'DELETE' }],
  ])('is not the response to %s', async (_, init) => {
    const response = await server.sendForSdl(init);
    expect(response.status).toBe(405);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });
});

describe('the SDL of a gateway', () => {
  const create = embeddedGateways();

  it('is at every address that the documentation gives to tools, which ends in .graphql', async () => {
    const { gateway } = await create();
    const origin = await gateway.listen();
    const paths = Object.values(pages).flatMap((page) =>
      [...page.matchAll(/schema: 'http:\/\/127\.0\.0\.1:4000([^']+)'/g)].map(([, path]) => path ?? ''),
    );
    expect(paths).toContain('/schema.strict.graphql');
    for (const path of paths) {
      expect(path).toMatch(/\.graphql$/);
      const sdl = await (await fetch(`${origin}${path}`)).text();
      expect(buildSchema(sdl).getQueryType()).toBeDefined();
    }
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['identity', (body: Buffer) => body],
  ])('is sent in the encoding that the client accepts: %s', async (encoding, decode) => {
    const { gateway } = await create();
    const url = `${await gateway.listen()}/schema.graphql`;
    // The second one comes from the cache.
    for (let time = 0; time < 2; time++) {
      const { headers, body } = await getEncoded(url, { 'accept-encoding': encoding });
      expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
      expect(headers['content-length']).toBe(String(body.length));
      expect(decode(body).toString()).toBe(committed.semantic);
      if (encoding !== 'identity') expect(body.length).toBeLessThan(committed.semantic.length / 4);
    }
  });

  it('has the additions of the embedder', async () => {
    const { gateway } = await create({
      typeDefs: 'extend type Organization { supportPlan: Plan @semanticNonNull } enum Plan { FREE PRO @deprecated }',
      resolvers: { Organization: { supportPlan: () => 'FREE' } },
    });
    const origin = await gateway.listen();
    const sdl = await (await fetch(`${origin}/schema.graphql`)).text();
    expect(sdl).toBe(gateway.sdl());
    expect(sdl).toContain('  supportPlan: Plan @semanticNonNull\n');
    expect(sdl).toContain('enum Plan {\n  FREE\n  PRO @deprecated\n}');
    expect(sdl).not.toContain('extend ');
    const strict = await (await fetch(`${origin}/schema.strict.graphql`)).text();
    expect(strict).toBe(gateway.sdl('strict'));
    expect(buildSchema(strict).getQueryType()).toBeDefined();
    expect(strict).toContain('  supportPlan: Plan!\n');
  });

  it('introspects directives without locations that are drafts', async () => {
    const { gateway } = await create({ typeDefs: 'extend type Organization { old: Int @deprecated }' });
    const query = '{ __schema { directives { name locations } } }';
    const { data } = await gateway.execute<{ __schema: { directives: { name: string; locations: string[] }[] } }>({
      query,
    });
    const byName = Object.fromEntries(data?.__schema.directives.map(({ name, locations }) => [name, locations]) ?? []);
    expect(byName.deprecated).toEqual([
      'FIELD_DEFINITION',
      'ARGUMENT_DEFINITION',
      'INPUT_FIELD_DEFINITION',
      'ENUM_VALUE',
    ]);
    expect(Object.values(byName).flat()).not.toContain('DIRECTIVE_DEFINITION');
  });

  it('is not found where introspection is turned off', async () => {
    const { gateway } = await create({}, { INTROSPECTION: 'false' });
    const response = await fetch(`${await gateway.listen()}/schema.graphql`);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('type Query');
    expect(gateway.sdl()).toBe(committed.semantic);
  });

  it('is for clients that the embedder authenticates', async () => {
    const authenticate = ({ headers }: { headers: { cookie?: unknown } }) => {
      if (headers.cookie !== 'session=1') throw new Error('no session');
      return { authorization: 'Bearer t' };
    };
    const { gateway } = await create({ authenticate });
    const url = `${await gateway.listen()}/schema.graphql`;
    const allowed = await fetch(url, { headers: { cookie: 'session=1' } });
    expect(allowed.status).toBe(200);
    const rejected = await fetch(url, { headers: { 'if-none-match': allowed.headers.get('etag') ?? '' } });
    expect(rejected.status).toBe(401);
    expect(await rejected.json()).toEqual({
      errors: [{ message: 'The request could not be authenticated.', extensions: { code: 'UNAUTHENTICATED' } }],
    });
  });

  it('counts for the rate limits', async () => {
    const { gateway } = await create({}, { RATE_LIMIT_REQUESTS: '2' });
    const url = `${await gateway.listen()}/schema.graphql`;
    const statuses = [];
    for (let time = 0; time < 3; time++) statuses.push((await fetch(url)).status);
    expect(statuses).toEqual([200, 200, 429]);
  });
});
