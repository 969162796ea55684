import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ports of this process: below those of outgoing connections, one of which could otherwise take it while the process that listens on it
 * restarts. Workers of a run have different ones.
 */
const count = 1500;
const first = 20_000 + (Number(process.env.VITEST_POOL_ID ?? 0) % 8) * count;
let last = randomInt(count);

/** A loopback port that nothing listens on, and that this process has not given for long. */
export async function freePort(): Promise<number> {
  last = (last + 1) % count;
  const port = first + last;
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
