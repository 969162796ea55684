import { SourceError } from './source-error.ts';

/**
 * Parses a URL that the sandbox may fetch: a `data:` URL, or an address of this machine, because a caller must not reach
 * other hosts through the sandbox. The host is `localhost`, `[::1]` or an address in 127.0.0.0/8, in any spelling; other
 * names are not resolved. The port is 80, 443 or an unprivileged one, as the others belong to services of the system.
 * @throws SourceError `FETCH_FORBIDDEN`
 */
export function requireAllowed(text: string): URL {
  // A parsed URL has the canonical form of an IP address: `http://0x7f.1` becomes `http://127.0.0.1`.
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !(url.protocol === 'data:' || isLoopback(url))) throw new SourceError('FETCH_FORBIDDEN');
  return url;
}

function isLoopback({ protocol, hostname, port, username, password }: URL): boolean {
  const isHttp = protocol === 'http:' || protocol === 'https:';
  const isHere = /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
  const isOpenPort = port === '' || port === '80' || port === '443' || Number(port) >= 1024;
  return isHttp && isHere && isOpenPort && username === '' && password === '';
}
