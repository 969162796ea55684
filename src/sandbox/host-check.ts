import type { FastifyInstance } from 'fastify';
import { RestError } from './errors.ts';

/** A name or an IPv4 address, or an IPv6 address in brackets, and maybe a port. */
const form = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** Names and addresses that only this machine resolves to itself. */
const loopback =
  /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:127(?:\.\d{1,3}){3}\])$/;

/**
 * Rejects requests for other hosts. The sandbox's tokens are public: a page of any site could use them under a name that its
 * owner lets point to this machine (DNS rebinding). Accepted are loopback names, the address that the connection was made to, and
 * the allowed names.
 */
export function checkHosts(app: FastifyInstance, allowed: readonly string[]): void {
  const names: ReadonlySet<string> = new Set(allowed.map((name) => name.toLowerCase()));
  app.addHook('onRequest', async ({ headers, socket }) => {
    const name = form.exec(headers.host ?? '')?.[1]?.toLowerCase();
    if (name !== undefined && (loopback.test(name) || names.has(name) || isAddress(name, socket.localAddress))) return;
    throw new RestError(421, 'unknown_host', 'The sandbox is not reached under this "Host".');
  });
}

function isAddress(name: string, localAddress = ''): boolean {
  return name === localAddress || name === `[${localAddress}]` || `::ffff:${name}` === localAddress;
}
