import type { IncomingMessage } from 'node:http';

/** `http://host:port/path?query`, with what follows the host in one part. */
const absoluteForm = /^https?:\/\/([^/?#]+)((?:[/?][^#]*)?)$/i;

/**
 * Gives a request whose target is a whole address, as clients send it that take the server for a proxy, the usual form: the target is
 * a path, and the host in the address takes the place of `Host` (RFC 9112, section 3.2.2).
 */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '', method, headers } = request;
  if (url.startsWith('/')) return;
  const [, host, path = ''] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return;
  headers.host = host;
  if (path === '' && method === 'OPTIONS') request.url = '*';
  else request.url = path.startsWith('/') ? path : `/${path}`;
}
