import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packageRoot } from '../runtime/package-root.ts';
import { type Asset, bodyFor, type ExplorerFiles, readExplorerFiles } from './explorer-files.ts';

/** A user of the sandbox whose token the page may send. */
export interface SandboxUser {
  name: string;
  /** Value of `Authorization`. */
  authorization: string;
  /** What the user may do, as the end of a sentence. */
  rights: string;
  /** REST id of the user, whom the gateway knows by it. */
  userId?: string | undefined;
}

export interface ExplorerSandbox {
  /** Base URL of its REST API. */
  url: string;
  users: readonly SandboxUser[];
}

/** The configuration that the gateway writes into the page. */
export interface ExplorerConfig {
  /** URL of the GraphQL endpoint relative to the page, so that it is valid behind any path prefix: `graphql`. */
  endpoint: string;
  /** Whether the endpoint accepts requests for explain; true if left out. */
  explain?: boolean;
  /** The most REST calls that a request may make; left out where it is not known. */
  maxCalls?: number;
  /** The sandbox behind the gateway; its tokens are no secrets. Left out in front of any other service. */
  sandbox?: ExplorerSandbox;
  /** Initial headers of all requests. Everyone who opens the page can read them, so only the sandbox's token may be here. */
  headers?: Record<string, string>;
}

/** The sandbox that a gateway runs on. */
export interface ServedSandbox extends ExplorerSandbox {
  /** `Authorization` that each tab starts with: that of its admin. */
  authorization: string;
}

/** What the page gets of it. */
export function sandboxConfig({
  url,
  users,
  authorization,
}: ServedSandbox): Pick<ExplorerConfig, 'headers' | 'sandbox'> {
  return { headers: { Authorization: authorization }, sandbox: { url, users } };
}

export interface ExplorerOptions {
  config: ExplorerConfig;
  /** Folder of the built page; by default the output of `npm run build:explorer`, which the gateways of a process read once. */
  directory?: string;
}

let builtFiles: ExplorerFiles | undefined;

async function readBuiltFiles(): Promise<ExplorerFiles | undefined> {
  builtFiles ??= await readExplorerFiles(fileURLToPath(new URL('dist/explorer', packageRoot)));
  return builtFiles;
}

/**
 * A Fastify plugin that serves the explorer at `/` and its files at `/assets/*`, both below the plugin's prefix. The files
 * are read once, when the plugin is registered; no part of a request's URL reaches the file system.
 */
export function explorer({ config, directory }: ExplorerOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const files = await (directory === undefined ? readBuiltFiles() : readExplorerFiles(directory));
    const page = files && withConfig(files.page, config);
    const headers = securityHeaders(page ?? missingPage);
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(headers);
    });
    app.get('/', async (request, reply) => {
      const redirect = withTrailingSlash(request);
      if (redirect !== undefined) return reply.redirect(redirect);
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      return page ?? reply.code(503).send(missingPage);
    });
    app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
      const asset = files?.assets.get(request.params.name);
      return asset ? sendAsset(reply, asset, request.headers['accept-encoding']) : reply.callNotFound();
    });
  };
}

/** The page's URL with a trailing slash, which its relative URLs need; undefined if it has one. Relative to the request. */
function withTrailingSlash({ url }: FastifyRequest): string | undefined {
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return path.endsWith('/') ? undefined : `./${path.slice(path.lastIndexOf('/') + 1)}/${query}`;
}

function securityHeaders(page: string) {
  return {
    'content-security-policy': [
      "default-src 'none'",
      ["script-src 'self'", ...inlineScriptHashes(page)].join(' '),
      // The editor (Monaco) creates style elements and attributes to position its lines.
      "style-src 'self' 'unsafe-inline'",
      "font-src 'self'",
      "img-src 'self' data:",
      "connect-src 'self'",
      "worker-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
}

/** The sources that allow the page's inline scripts in its Content-Security-Policy. */
function inlineScriptHashes(page: string): string[] {
  const scripts = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  return scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
}

const missingPage = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>docgraph</title>
  <h1>The explorer is not built</h1>
  <p>Run <code>npm run build:explorer</code> and restart the gateway. The GraphQL API works without the explorer.</p>
</html>
`;

const configElement = /(<script type="application\/json" id="docgraph-config">)[^<]*(<\/script>)/;

/** Writes the configuration into the page; `<` is escaped so that no value can end the script element. */
function withConfig(page: string, config: ExplorerConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return page.replace(configElement, (_element, open: string, close: string) => open + json + close);
}

async function sendAsset(reply: FastifyReply, asset: Asset, acceptEncoding?: string): Promise<FastifyReply> {
  const { body, encoding } = await bodyFor(asset, acceptEncoding);
  reply.header('vary', 'accept-encoding').type(asset.contentType);
  // File names contain a content hash, so a changed file has a new name.
  reply.header('cache-control', 'public, max-age=31536000, immutable');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}
