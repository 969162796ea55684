import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports of outgoing connections, one of which could otherwise take it while the process that listens on it restarts. */
const ports = [20_000, 32_000] as const;

/** A loopback port that nothing listens on. */
export async function freePort(): Promise<number> {
  const port = randomInt(...ports);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
