import { describe, expect, it } from 'vitest';
import { clientAddress } from '../../../src/server/http/client-address.ts';

const socket = '198.51.100.7';

describe('the address of a client', () => {
  it.each([
    ['that of the connection without trusted proxies', '203.0.113.1', 0, socket],
    ['the last entry with one proxy', '203.0.113.1, 203.0.113.2', 1, '203.0.113.2'],
    ['the last entry but one with two proxies', '192.0.2.66, 203.0.113.1,203.0.113.2', 2, '203.0.113.1'],
    ['that of the connection with fewer entries than proxies', '203.0.113.1', 2, socket],
    ['that of the connection without a header', undefined, 1, socket],
    ['that of the connection for an entry that is no address', '203.0.113.1, unknown', 1, socket],
    ['that of the connection for an empty entry', '203.0.113.1,', 1, socket],
    ['an IPv4 address with a port', '203.0.113.1:4711', 1, '203.0.113.1'],
    ['an IPv6 address with a port', '[2001:db8:1:2::9]:4711', 1, '2001:db8:1:2::/64'],
    ['an IPv6 address in brackets', '[2001:db8:1:2::9]', 1, '2001:db8:1:2::/64'],
  ])('is %s', (_, forwarded, proxies, expected) => {
    expect(clientAddress({ 'x-forwarded-for': forwarded }, socket, proxies)).toBe(expected);
  });

  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['64:ff9b::203.0.113.9', '64:ff9b:0:0::/64'],
    ['203.0.113.9', '203.0.113.9'],
  ])('%s is counted as %s', (address, expected) => {
    expect(clientAddress({}, address, 0)).toBe(expected);
  });

  it('is unknown without a connection', () => {
    expect(clientAddress({ 'x-forwarded-for': '203.0.113.1' }, undefined, 0)).toBeUndefined();
  });
});
