import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/**
 * The port that all workers listen on: the one that is set, or a free one for 0. Nothing listens on a port that is set until
 * a worker does, so that clients and load balancers are refused, and try elsewhere, until somebody can respond.
 *
 * @throws the error of `listen` where no port is free.
 */
export async function sharedPort(host: string, port: number): Promise<number> {
  if (port !== 0) return port;
  // No client knows this port yet.
  const server = createServer().listen({ host, port });
  await once(server, 'listening');
  const free = (server.address() as AddressInfo).port;
  server.close();
  await once(server, 'close');
  return free;
}
