import { isAbsolute } from 'node:path';
import { z } from 'zod';
import { addressWithPassword, list, setting } from './setting.ts';

/** The longest path of a socket that Linux takes, in bytes. */
const maxSocketPath = 107;

const file = z.string().min(1);

/** Other programs take a proxy without its protocol for one of http, too. */
const proxyUrl = z
  .string()
  .transform((text) => (text.includes('://') ? text : `http://${text}`))
  .pipe(addressWithPassword)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash;
  }, 'must be the address of a proxy, such as http://proxy.example.com:3128')
  .transform((text) => new URL(text));

/** How connections to the REST service are opened. */
export const upstreamRouteSettings = {
  upstreamCaFile: setting(
    undefined,
    'File with certificates (PEM) that may sign that of the REST service, in addition to those that Node trusts and to `NODE_EXTRA_CA_CERTS`.',
    file,
  ),
  upstreamCertFile: setting(
    undefined,
    'File with the certificate (PEM) that the gateway shows to the REST service, and with those between it and the root.',
    file,
  ),
  upstreamKeyFile: setting(undefined, 'File with the private key (PEM) of `UPSTREAM_CERT_FILE`.', file),
  upstreamKeyPassphrase: setting(
    undefined,
    'Passphrase of `UPSTREAM_KEY_FILE`, if it is encrypted. A secret.',
    z.string().min(1),
  ),
  upstreamSocket: setting(
    undefined,
    'Path of the Unix socket on which the REST service listens. `UPSTREAM_URL` still gives the protocol, `Host` and the path prefix.',
    z
      .string()
      .refine(
        (path) => isAbsolute(path) && Buffer.byteLength(path) <= maxSocketPath,
        `must be an absolute path of at most ${maxSocketPath} bytes`,
      ),
  ),
  httpsProxy: setting(
    undefined,
    'Proxy for a REST service at an https address; `https_proxy` is the same. It may have a user and a password. A secret.',
    proxyUrl,
  ),
  httpProxy: setting(
    undefined,
    'Proxy for a REST service at an http address; `http_proxy` is the same. A secret.',
    proxyUrl,
  ),
  noProxy: setting(
    '',
    'Comma-separated hosts that are reached without a proxy: names, which include the names below them, addresses, networks such as `10.0.0.0/8`, or `*`; with or without a port. `no_proxy` is the same.',
    list((host) => host.toLowerCase()),
  ),
};

/** What is wrong with these settings together. */
export function upstreamRouteMistakes(values: Readonly<Record<string, unknown>>): string[] {
  const { upstreamCertFile, upstreamKeyFile, upstreamKeyPassphrase } = values;
  const mistakes: string[] = [];
  if ((upstreamCertFile === undefined) !== (upstreamKeyFile === undefined)) {
    mistakes.push('UPSTREAM_CERT_FILE and UPSTREAM_KEY_FILE belong together: set both, or none.');
  }
  if (upstreamKeyPassphrase !== undefined && upstreamKeyFile === undefined) {
    mistakes.push('UPSTREAM_KEY_PASSPHRASE needs UPSTREAM_KEY_FILE.');
  }
  return mistakes;
}
