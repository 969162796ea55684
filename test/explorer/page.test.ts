import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExplorerConfig, explorer } from '../../src/server/transport/explorer.ts';

const script = 'console.log("built");';
const font = Buffer.from([0x77, 0x4f, 0x46, 0x32]);
const page = '<p>page</p><script type="application/json" id="docgraph-config">{ "endpoint": "graphql" }</script>';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'docgraph-explorer-'));
  const assets = join(directory, 'assets');
  await mkdir(assets);
  await Promise.all([
    writeFile(join(directory, 'index.html'), page),
    writeFile(join(directory, 'secret.txt'), 'not served'),
    writeFile(join(assets, 'main-1234.js'), script),
    writeFile(join(assets, 'main-1234.js.br'), brotliCompressSync(script)),
    writeFile(join(assets, 'main-1234.js.gz'), gzipSync(script)),
    writeFile(join(assets, 'font-5678.woff2'), font),
  ]);
});
afterAll(() => rm(directory, { recursive: true }));

/** A server with only the explorer. */
async function serve(config: ExplorerConfig = { endpoint: 'graphql' }, from = directory): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(explorer({ config, directory: from }));
  return app;
}

describe('the explorer page', () => {
  it('contains the configuration, and is not cached', async () => {
    const config = { endpoint: 'graphql', headers: { Authorization: 'Bearer $& </script><script>alert(1)</script>' } };
    const response = await (await serve(config)).inject('/');
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
    });
    const [, json = ''] = /id="docgraph-config">(.*?)<\/script>/.exec(response.body) ?? [];
    expect(JSON.parse(json)).toEqual(config);
    expect(response.body).not.toContain('<script>alert');
  });

  it('may load resources from its own origin only, and not be framed', async () => {
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

  it('allows its own inline script, and no other', async () => {
    const inline = 'if (1 < 2) { location.replace("./"); }';
    await mkdir(join(directory, 'inline'));
    await writeFile(join(directory, 'inline', 'index.html'), `<script>${inline}</script>${page}`);
    await mkdir(join(directory, 'inline', 'assets'));
    const { headers } = await (await serve(undefined, join(directory, 'inline'))).inject('/');
    const hash = createHash('sha256').update(inline).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
  });

  it.each([
    ['/docs-graph', './docs-graph/'],
    ['/docs-graph?a=/b', './docs-graph/?a=/b'],
  ])('is redirected from %s to a URL with a trailing slash', async (url, target) => {
    const app = fastify();
    await app.register(explorer({ config: { endpoint: 'graphql' }, directory }), { prefix: '/docs-graph' });
    const { statusCode, headers } = await app.inject(url);
    expect([statusCode, headers.location]).toEqual([302, target]);
    const { body } = await app.inject('/docs-graph/?a=b');
    expect(body).toContain('<p>page</p>');
  });

  it('explains how to build the explorer if it is missing', async () => {
    const response = await (await serve(undefined, join(directory, 'nowhere'))).inject('/');
    expect(response.statusCode).toBe(503);
    expect(response.body).toContain('npm run build:explorer');
  });
});

describe('the explorer assets', () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

  it.each([
    { accept: 'gzip, deflate, br, zstd', encoding: 'br' },
    { accept: 'gzip, deflate', encoding: 'gzip' },
    { accept: 'br;q=0, GZIP;q=0.5', encoding: 'gzip' },
    { accept: 'identity', encoding: 'identity' },
    { accept: 'gzip;q=0.000', encoding: 'identity' },
  ] as const)('are sent as $encoding for Accept-Encoding: $accept', async ({ accept, encoding }) => {
    const app = await serve();
    const response = await app.inject({ url: '/assets/main-1234.js', headers: { 'accept-encoding': accept } });
    expect(response.headers['content-encoding'] ?? 'identity').toBe(encoding);
    expect(unpack[encoding](response.rawPayload).toString()).toBe(script);
    expect(response.headers.vary).toBe('accept-encoding');
  });

  it('are sent plain without Accept-Encoding, with their content type and immutable', async () => {
    const app = await serve();
    const [code, typeface] = await Promise.all([
      app.inject('/assets/main-1234.js'),
      app.inject('/assets/font-5678.woff2'),
    ]);
    expect(code.body).toBe(script);
    expect(code.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(typeface.rawPayload).toEqual(font);
    expect(typeface.headers['content-type']).toBe('font/woff2');
    for (const { headers } of [code, typeface]) expect(headers['cache-control']).toContain('immutable');
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
    expect(response.body).not.toContain('not served');
  });
});
