import type { IncomingMessage } from 'node:http';
import { countOf } from '../http/headers.ts';
import { HttpError } from '../http/http-errors.ts';
import type { Settings } from '../settings/settings.ts';

/** A name or an IPv4 address, or an IPv6 address in brackets, and maybe a port. */
const form = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i;

/** Names and addresses, in their canonical form, that only this machine resolves to itself. */
const loopback =
  /^(?:localhost|(?:[a-z0-9-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\]|\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\])$/;

/**
 * Checks the `Host` of requests. Where the gateway adds a credential of its own, a page of another site could reach it under
 * a name that its owner lets point to this machine (DNS rebinding): the browser takes both for one origin. Only names that
 * are known to be the gateway's are then accepted.
 */
export class HostCheck {
  readonly #isRestricted: boolean;
  readonly #names: ReadonlySet<string>;
  readonly #suffixes: readonly string[];
  readonly #advice: string;
  /** The last value that was accepted: most requests have the same. */
  #accepted: string | undefined;

  /** `advice`: what to do where a name is rejected. */
  constructor(
    { host, allowedHosts }: Pick<Settings, 'host' | 'allowedHosts'>,
    isRestricted: boolean,
    advice = 'Its operator can add the name to ALLOWED_HOSTS.',
  ) {
    this.#isRestricted = isRestricted;
    this.#advice = advice;
    const names = allowedHosts.map(canonical);
    this.#names = new Set([canonical(host), canonical(`[${host}]`), ...names]);
    this.#suffixes = names.filter((name) => name.startsWith('*.')).map((name) => name.slice(1));
  }

  /** The error for a request whose address or `Host` is rejected; undefined for any other. */
  errorFor(request: IncomingMessage): HttpError | undefined {
    const { url = '', method, headers, rawHeaders } = request;
    if (!url.startsWith('/') && !(method === 'OPTIONS' && url === '*')) {
      return new HttpError(
        400,
        'BAD_ADDRESS',
        'The address of a request has to be a path, or begin with http:// or https://.',
      );
    }
    const { host } = headers;
    if (countOf(rawHeaders, 'host') === 1 && host !== undefined && host === this.#accepted) return undefined;
    return this.#errorFor(request);
  }

  #errorFor({ headers: { host = '' }, rawHeaders, socket }: IncomingMessage): HttpError | undefined {
    const [, given] = form.exec(host) ?? [];
    if (given === undefined || countOf(rawHeaders, 'host') !== 1) {
      return new HttpError(400, 'BAD_HOST', 'A request needs one "Host" header with a name or an address.');
    }
    if (this.#isRestricted && !this.#isAllowed(canonical(given), socket.localAddress)) {
      return new HttpError(421, 'UNKNOWN_HOST', `The gateway is not reached under this "Host". ${this.#advice}`);
    }
    this.#accepted = host;
    return undefined;
  }

  #isAllowed(name: string, localAddress = ''): boolean {
    if (loopback.test(name) || this.#names.has(name)) return true;
    // An address that is valid on one interface alone has the interface after it, which clients leave out.
    const [address = ''] = localAddress.split('%', 1);
    const own = [address, `[${address}]`, address.replace('::ffff:', '')];
    return own.map(canonical).includes(name) || this.#suffixes.some((suffix) => name.endsWith(suffix));
  }
}

/** One form of all that name the same host: IPv6 addresses have several, and a name may end with the dot of the root of DNS. */
function canonical(name: string): string {
  const url = `http://${name}`;
  return (URL.canParse(url) ? new URL(url).hostname : name.toLowerCase()).replace(/\.$/, '');
}
