import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Endpoint } from '../../../src/engine/contract/endpoint.ts';

/** A proxy that delays the calls of one operation until a call of another one. */
export interface OrderingProxy {
  url: string;
  /** Holds the next calls of an operation until a call of another operation. */
  hold(endpoint: Endpoint, { until }: { until: Endpoint }): void;
  /** Responds to the next calls of an operation with 500. */
  fail(endpoint: Endpoint): void;
  /** Number of held and released calls since `hold`. */
  readonly released: number;
  close(): Promise<void>;
}

/** Starts the proxy in front of the REST service at `target`. It forwards GETs. */
export async function startOrderingProxy(target: string): Promise<OrderingProxy> {
  let held: Endpoint | undefined;
  let key: Endpoint | undefined;
  let failing: Endpoint | undefined;
  let released = 0;
  let isOpen = false;
  const opening = new EventEmitter();

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] as string;
    if (isOf(failing, path)) {
      response.writeHead(500, { 'content-type': 'application/json' }).end('{}');
      return;
    }
    if (isOf(key, path)) {
      isOpen = true;
      opening.emit('open');
    }
    if (isOf(held, path)) {
      if (!isOpen) await once(opening, 'open');
      released++;
    }
    const { authorization = '' } = request.headers;
    const upstream = await fetch(target + request.url, { headers: { authorization } });
    response.writeHead(upstream.status, { 'content-type': 'application/json' }).end(await upstream.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: (endpoint, { until }) => {
      [held, key, failing, released, isOpen] = [endpoint, until, undefined, 0, false];
    },
    fail: (endpoint) => {
      [held, key, failing] = [undefined, undefined, endpoint];
    },
    get released() {
      return released;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function isOf(endpoint: Endpoint | undefined, path: string): boolean {
  if (endpoint === undefined) return false;
  return new RegExp(`^${endpoint.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
