import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Base address of the REST service, without a slash at its end. */
export const upstreamUrl = process.env.UPSTREAM_URL ?? '';

/** Whether the program keeps the results of queries, with the cache that its library has. */
export const keepsResponses = process.env.KEEP_RESPONSES === 'true';

/** Tells the benchmark where the program listens, and ends the program when the benchmark asks for it. */
export function announce(server: Server): void {
  const { port } = server.address() as AddressInfo;
  announceUrl(`http://127.0.0.1:${port}/graphql`);
}

export function announceUrl(url: string): void {
  // An orderly exit, so that a profile is written.
  process.once('SIGTERM', () => process.exit(0));
  process.stderr.write(`${url}\n`);
}
