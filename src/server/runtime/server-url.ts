import type { AddressInfo, Server } from 'node:net';

/** The base URL of a server that listens on a port, without a slash at the end. A server on all addresses of IPv4 has that of the loopback. */
export function serverUrl(server: Server): string {
  const { address, family, port } = server.address() as AddressInfo;
  if (family === 'IPv6') return `http://[${address}]:${port}`;
  return `http://${address === '0.0.0.0' ? '127.0.0.1' : address}:${port}`;
}
