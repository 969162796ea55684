import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that is kept occupied until workers listen on it. */
export interface PortReservation {
  readonly port: number;
  /** Frees the port, so that a worker can listen on it. Later calls have no effect. */
  release(): Promise<void>;
}

/**
 * Occupies a port before the workers start, so that all of them get the same one, and a port in use is reported once.
 * Port 0 picks any free port.
 *
 * @throws the error of `listen`, for example `EADDRINUSE`.
 */
export async function reservePort(host: string, port: number): Promise<PortReservation> {
  // A client that connects before any worker listens is disconnected, as if the port were closed.
  const server = createServer((socket) => socket.destroy());
  server.listen({ host, port });
  await once(server, 'listening');
  let released: Promise<void> | undefined;
  return {
    port: (server.address() as AddressInfo).port,
    release: () => {
      released ??= new Promise((resolve) => server.close(() => resolve()));
      return released;
    },
  };
}
