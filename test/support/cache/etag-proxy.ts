import { hash } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface ETagProxy {
  url: string;
  close(): Promise<void>;
}

/** Starts a proxy that adds an ETag to each response with status 200, and answers a read that has it with status 304. */
export async function startETagProxy(target: string): Promise<ETagProxy> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const server = createServer((message, response) => {
    const { url = '', method, headers } = message;
    const forwarded = send(new URL(url, target), { method, headers, agent });
    forwarded.once('response', (upstream) => void reply(message, response, upstream));
    forwarded.once('error', () => response.destroy());
    message.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}

async function reply(
  { method, headers: asked }: IncomingMessage,
  response: ServerResponse,
  upstream: IncomingMessage,
): Promise<void> {
  const body = await buffer(upstream);
  const { statusCode = 502, headers } = upstream;
  const etag = `"${hash('sha256', body, 'base64url')}"`;
  const isTagged = method === 'GET' && statusCode === 200;
  if (isTagged && asked['if-none-match'] === etag) response.writeHead(304, { etag }).end();
  else response.writeHead(statusCode, { ...headers, ...(isTagged && { etag }) }).end(body);
}
