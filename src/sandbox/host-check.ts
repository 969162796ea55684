import type { FastifyInstance } from 'fastify';
import { RestError } from './errors.ts';

/** A name or an IPv4 address, or an IPv6 address in brackets, and maybe a port. */
const form = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** Names and addresses, in their canonical form, that only this machine resolves to itself. */
const loopback =
  /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/**
 * Rejects requests for other hosts. The sandbox's tokens are public: a page of any site could use them under a name that its
 * owner lets point to this machine (DNS rebinding). Accepted are loopback names, the address that the connection was made to, and
 * the allowed names.
 */
export function checkHosts(app: FastifyInstance, allowed: readonly string[]): void {
  const names: ReadonlySet<string> = new Set(allowed.map(canonical));
  app.addHook('onRequest', async ({ headers, socket }) => {
    const [, given = ''] = form.exec(headers.host ?? '') ?? [];
    const name = canonical(given);
    if (name !== '' && (loopback.test(name) || names.has(name) || isAddress(name, socket.localAddress))) return;
    throw new RestError(421, 'unknown_host', 'The sandbox is not reached under this "Host".');
  });
}

function isAddress(name: string, localAddress = ''): boolean {
  // An address that is valid on one interface alone has the interface after it, which clients leave out.
  const [address = ''] = localAddress.split('%', 1);
  return [address, `[${address}]`, address.replace('::ffff:', '')].map(canonical).includes(name);
}

/** One form of all that name the same host: IPv6 addresses have several, and a name may end with the dot of the root of DNS. */
function canonical(name: string): string {
  const url = `http://${name}`;
  return (URL.canParse(url) ? new URL(url).hostname : name.toLowerCase()).replace(/\.$/, '');
}
