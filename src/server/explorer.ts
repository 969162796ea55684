import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Asset, bodyFor, readExplorerFiles } from './explorer-files.ts';
import { packageRoot } from './package-root.ts';

/** What the gateway tells the page. */
export interface ExplorerConfig {
  /** Path of the GraphQL endpoint, on the page's own origin. */
  endpoint: string;
  /** Headers to fill the headers pane with. Everyone who opens the page reads them: only the sandbox's token belongs here. */
  headers?: Record<string, string>;
}

export interface ExplorerOptions {
  config: ExplorerConfig;
  /** Folder of the built page; by default where `npm run build:explorer` puts it. */
  directory?: string;
}

const builtExplorer = fileURLToPath(new URL('dist/explorer', packageRoot));

/**
 * A Fastify plugin that serves the explorer at `/` and its files at `/assets/*`. The files are read once, when the plugin
 * is registered; no part of a request's address ever reaches the file system.
 */
export function explorer({ config, directory = builtExplorer }: ExplorerOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    const files = await readExplorerFiles(directory);
    const page = files && withConfig(files.page, config);
    app.addHook('onRequest', async (_request, reply) => {
      reply.headers(securityHeaders);
    });
    app.get('/', async (_request, reply) => {
      reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8');
      return page ?? reply.code(503).send(missingPage);
    });
    app.get<{ Params: { name: string } }>('/assets/:name', async (request, reply) => {
      const asset = files?.assets.get(request.params.name);
      return asset ? sendAsset(reply, asset, request.headers['accept-encoding']) : reply.callNotFound();
    });
  };
}

const securityHeaders = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    // The editor (Monaco) positions its lines with style elements and attributes of its own making.
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

const missingPage = `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <title>docgraph</title>
  <h1>The explorer is not built</h1>
  <p>Run <code>npm run build:explorer</code> and start the gateway again. The API answers all the same.</p>
</html>
`;

const configElement = /(<script type="application\/json" id="docgraph-config">)[^<]*(<\/script>)/;

/** Writes the configuration into the page; `<` is escaped so that no value can end the script element. */
function withConfig(page: string, config: ExplorerConfig): string {
  const json = JSON.stringify(config).replaceAll('<', '\\u003c');
  return page.replace(configElement, (_element, open: string, close: string) => open + json + close);
}

async function sendAsset(reply: FastifyReply, asset: Asset, accepted?: string): Promise<FastifyReply> {
  const { body, encoding } = await bodyFor(asset, accepted);
  reply.header('vary', 'accept-encoding').type(asset.contentType);
  // The names hold a hash of what is in the files: a changed file has another name.
  reply.header('cache-control', 'public, max-age=31536000, immutable');
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(body);
}
