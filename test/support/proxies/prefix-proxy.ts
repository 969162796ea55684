import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

/**
 * Starts a reverse proxy that serves `target` below a path prefix and removes the prefix from forwarded requests, as
 * ingresses do: `/docs-graph/graphql` becomes `/graphql`, and both `/docs-graph` and `/docs-graph/` become `/`.
 */
export async function startPrefixProxy(target: string, prefix: string) {
  const server = createServer(async (request, response) => {
    const { url = '', method, headers } = request;
    const rest = url.slice(prefix.length);
    if (!url.startsWith(prefix) || (rest !== '' && !/^[/?]/.test(rest))) {
      response.writeHead(404).end('outside of the prefix');
      return;
    }
    const forwarded = send(new URL(rest.startsWith('/') ? rest : `/${rest}`, target), { method, headers });
    forwarded.once('response', (upstream) => {
      response.writeHead(upstream.statusCode ?? 502, upstream.headers);
      pipeline(upstream, response).catch(() => response.destroy());
    });
    await pipeline(request, forwarded).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: origin + prefix, close };
}
