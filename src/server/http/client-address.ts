import { isIP, isIPv4 } from 'node:net';
import { type RequestHeaders, textOf } from './headers.ts';

/**
 * The address under which a client is counted: an IPv4 address, or the first 64 bits of an IPv6 address, as one client has
 * all addresses below them. With trusted proxies it is what the outermost of them appended to `X-Forwarded-For`; entries to
 * the left of it can be made up. Falls back to the address of the connection; undefined where that is unknown, too.
 */
export function clientAddress(
  headers: RequestHeaders,
  connectionAddress: string | undefined,
  trustedProxies: number,
): string | undefined {
  const forwarded = trustedProxies > 0 ? textOf(headers['x-forwarded-for']).split(',').at(-trustedProxies) : undefined;
  return networkOf(withoutPort(forwarded?.trim() ?? '')) ?? networkOf(connectionAddress ?? '');
}

/** Some proxies append the port: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(entry: string): string {
  return /^\[([^\]]*)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry;
}

/** Undefined for a text that is no IP address. */
function networkOf(text: string): string | undefined {
  const [address = ''] = text.split('%', 1);
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? address : networkOfIPv6(address);
}

/** The /64 network of an IPv6 address, or the IPv4 address that it stands for. */
function networkOfIPv6(address: string): string {
  const [, ipv4 = ''] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  if (isIPv4(ipv4)) return ipv4;
  const groups = groupsOf(address);
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!mapped)
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  // The URL parser writes an embedded IPv4 address as two groups.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical.split('::').map((part) => (part === '' ? [] : part.split(':')));
  const zeros = Array<string>(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
