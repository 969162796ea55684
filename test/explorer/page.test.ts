import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplorerConfig, explorer } from '../../src/server/explorer.ts';

const script = 'console.log("built");';
const font = Buffer.from([0x77, 0x4f, 0x46, 0x32]);
const page = '<p>page</p><script type="application/json" id="docgraph-config">{ "endpoint": "/graphql" }</script>';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docgraph-explorer-'));
  const assets = join(directory, 'assets');
  await mkdir(assets);
  await Promise.all([
    writeFile(join(directory, 'index.html'), page),
    writeFile(join(directory, 'secret.txt'), 'not to be served'),
    writeFile(join(assets, 'main-1234.js'), script),
    writeFile(join(assets, 'main-1234.js.br'), brotliCompressSync(script)),
    writeFile(join(assets, 'main-1234.js.gz'), gzipSync(script)),
    writeFile(join(assets, 'font-5678.woff2'), font),
  ]);
});
afterAll(() => rm(directory, { recursive: true }));

/** A server with nothing but the explorer. */
async function serve(config: ExplorerConfig = { endpoint: '/graphql' }, from = directory): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(explorer({ config, directory: from }));
  return app;
}

describe('the page', () => {
  it('holds the configuration, to be asked for anew each time', async () => {
    const config = { endpoint: '/graphql', headers: { Authorization: 'Bearer $& </script><script>alert(1)</script>' } };
    const response = await (await serve(config)).inject('/');
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const [, json = ''] = /id="docgraph-config">(.*?)<\/script>/.exec(response.body) ?? [];
    expect(JSON.parse(json)).toEqual(config);
    expect(response.body).not.toContain('<script>alert');
  });

  it('may load only what the gateway itself serves, and stands in no frame', async () => {
    const app = await serve();
    for (const url of ['/', '/assets/main-1234.js']) {
      const { headers } = await app.inject(url);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/https?:|\*/);
      expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    }
  });

  it('says how to build it where it is missing', async () => {
    const response = await (await serve(undefined, join(directory, 'nowhere'))).inject('/');
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('npm run build:explorer');
  });
});

describe('its files', () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

  it.each([
    { accept: 'gzip, deflate, br, zstd', encoding: 'br' },
    { accept: 'gzip, deflate', encoding: 'gzip' },
    { accept: 'br;q=0, GZIP;q=0.5', encoding: 'gzip' },
    { accept: 'identity', encoding: 'identity' },
    { accept: 'gzip;q=0.000', encoding: 'identity' },
  ] as const)('come as $encoding for "$accept"', async ({ accept, encoding }) => {
    const app = await serve();
    const response = await app.inject({ url: '/assets/main-1234.js', headers: { 'accept-encoding': accept } });
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(unpack[encoding](response.rawPayload).toString()).toBe(script);
    expect(response.headers.vary).toBe('accept-encoding');
  });

  it('come plain where no encoding is asked for, with their type, to be kept for good', async () => {
    const app = await serve();
    const [code, face] = await Promise.all([app.inject('/assets/main-1234.js'), app.inject('/assets/font-5678.woff2')]);
    expect(code.body).toBe(script);
    expect(code.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(face.rawPayload).toEqual(font);
    expect(face.headers['content-type']).toBe('font/woff2');
    for (const { headers } of [code, face]) expect(headers['cache-control']).toContain('immutable');
  });

  it.each([
    '/assets/',
    '/assets/missing.js',
    '/assets/main-1234.js.br',
    '/assets/../secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets/%2e%2e%2fsecret.txt',
    '/assets/constructor',
    '/secret.txt',
  ])('do not include %s', async (url) => {
    const response = await (await serve()).inject(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).not.toContain('not to be served');
  });
});
