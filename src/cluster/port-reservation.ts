import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that is held until workers listen on it. */
export interface Reservation {
  readonly port: number;
  /** Lets go of it, so that a worker can listen. */
  release(): Promise<void>;
}

/**
 * Takes a port, any free one for 0, before there are workers: all get the same, and one that is taken is noticed once.
 * Rejects with the error of `listen`.
 */
export async function reservePort(host: string, port: number): Promise<Reservation> {
  // Who comes before the workers do is sent away, as if nobody listened yet.
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
