import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Operation } from '../../src/engine/contract/operation.ts';

/** A proxy that delays the calls of one operation until a call of another one. */
export interface OrderingProxy {
  url: string;
  /** Holds the next calls of an operation until a call of another operation. */
  hold(operation: Operation, { until }: { until: Operation }): void;
  /** Responds to the next calls of an operation with 500. */
  fail(operation: Operation): void;
  /** Number of held and released calls since `hold`. */
  readonly released: number;
  close(): Promise<void>;
}

/** Starts the proxy in front of the REST service at `target`. It forwards GETs. */
export async function startOrderingProxy(target: string): Promise<OrderingProxy> {
  let held: Operation | undefined;
  let key: Operation | undefined;
  let failing: Operation | undefined;
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
    hold: (operation, { until }) => {
      [held, key, failing, released, isOpen] = [operation, until, undefined, 0, false];
    },
    fail: (operation) => {
      [held, key, failing] = [undefined, undefined, operation];
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

function isOf(operation: Operation | undefined, path: string): boolean {
  if (operation === undefined) return false;
  return new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
}
