import type { Server } from 'node:net';

/** A connection that a server could not accept is its client's loss alone. Without a listener, the error ends the process. */
export function ignoreFailedAccepts(server: Server): void {
  server.on('error', () => {});
}
