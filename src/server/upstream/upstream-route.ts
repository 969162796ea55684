import { BlockList, isIP } from 'node:net';
import type { UpstreamRoute } from '../../engine/engine.ts';
import { type Settings, SettingsError } from '../settings/settings.ts';
import { secureContextOf } from './certificates.ts';

/** How a service is reached by these settings. Rejects with a SettingsError of one line for each mistake. */
export async function upstreamRoute(url: URL, settings: Settings): Promise<UpstreamRoute> {
  const mistakes = unusedCertificates(url, settings);
  if (mistakes.length > 0) throw new SettingsError(mistakes);
  const { upstreamSocket: socketPath } = settings;
  const secureContext = await secureContextOf(settings);
  const proxy = socketPath === undefined ? proxyFor(url, settings) : undefined;
  return { socketPath, proxy, secureContext };
}

/** A line for each setting of certificates that has no effect at an address. */
export function unusedCertificates(url: URL | undefined, { upstreamCaFile, upstreamCertFile }: Settings): string[] {
  if (url?.protocol === 'https:') return [];
  const files = { UPSTREAM_CA_FILE: upstreamCaFile, UPSTREAM_CERT_FILE: upstreamCertFile };
  const unused = Object.entries(files).filter(([, path]) => path !== undefined);
  return unused.map(([name]) => `${name} has no effect: UPSTREAM_URL is not an https address.`);
}

type ProxySettings = Pick<Settings, 'httpsProxy' | 'httpProxy' | 'noProxy'>;

const loopbackName = /^(?:.+\.)?localhost$/;

/**
 * The proxy that opens connections to a service; undefined where there is none. Loopback addresses are reached without one. undici's
 * `EnvHttpProxyAgent` compares names alone: a network in `NO_PROXY`, such as `10.0.0.0/8`, would match nothing.
 */
export function proxyFor(url: URL, { httpsProxy, httpProxy, noProxy }: ProxySettings): URL | undefined {
  const proxy = url.protocol === 'https:' ? httpsProxy : httpProxy;
  if (proxy === undefined) return undefined;
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  if (isLoopback(host)) return undefined;
  return noProxy.some((entry) => matches(entry, host, port)) ? undefined : proxy;
}

function isLoopback(host: string): boolean {
  return loopbackName.test(host) || isInNetwork(host, '127.0.0.0/8') || isInNetwork(host, '::1/128');
}

function matches(entry: string, host: string, port: string): boolean {
  // The last digits of an address of IPv6 are no port.
  const [, name = '', ofPort] = isIP(entry) === 0 ? (/^\[?(.*?)\]?(?::(\d+))?$/.exec(entry) ?? []) : [entry, entry];
  if (ofPort !== undefined && ofPort !== port) return false;
  if (name === '*') return true;
  if (name.includes('/')) return isInNetwork(host, name);
  if (isIP(name) !== 0) return isInNetwork(host, `${name}/${isIP(name) === 4 ? 32 : 128}`);
  const bare = name.replace(/^\*?\./, '');
  return host === bare || (isIP(host) === 0 && host.endsWith(`.${bare}`));
}

function isInNetwork(host: string, network: string): boolean {
  const [address = '', prefix = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || isIP(host) !== family || !/^\d{1,3}$/.test(prefix)) return false;
  if (Number(prefix) > (family === 4 ? 32 : 128)) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const addresses = new BlockList();
  addresses.addSubnet(address, Number(prefix), type);
  return addresses.check(host, type);
}
