import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '../../../src/server/settings/settings.ts';
import { proxyFor } from '../../../src/server/upstream/upstream-route.ts';

const proxies = { HTTPS_PROXY: 'http://secure.example:3128', HTTP_PROXY: 'http://plain.example:3128' };
const proxyOf = (url: string, NO_PROXY = '') =>
  proxyFor(new URL(url), readSettings({ ...proxies, NO_PROXY }))?.hostname;

describe('the proxy for a service', () => {
  it('is that of its protocol', () => {
    expect(proxyOf('https://api.example.com')).toBe('secure.example');
    expect(proxyOf('http://api.example.com')).toBe('plain.example');
    expect(proxyFor(new URL('https://a.example'), readSettings({ HTTP_PROXY: proxies.HTTP_PROXY }))).toBeUndefined();
  });

  it.each(['proxy.example:3128', 'http://proxy.example:3128', 'user:p%40ss@proxy.example:3128', 'proxy.example'])(
    'may have no protocol, as for other programs: %s',
    (HTTPS_PROXY) => {
      const proxy = proxyFor(new URL('https://api.example.com'), readSettings({ HTTPS_PROXY }));
      expect(proxy).toMatchObject({ protocol: 'http:', hostname: 'proxy.example' });
    },
  );

  it.each(['http://localhost:4001', 'http://docs.localhost', 'http://127.0.0.2:80', 'http://[::1]:80'])(
    'is none for the loopback address %s',
    (url) => {
      expect(proxyOf(url)).toBeUndefined();
    },
  );

  it.each<[string, string, boolean]>([
    ['https://api.example.com', '*', false],
    ['https://api.example.com', 'api.example.com', false],
    ['https://API.Example.com', 'a.b, EXAMPLE.com', false],
    ['https://api.example.com', '.example.com', false],
    ['https://api.example.com', '*.example.com', false],
    ['https://api.example.com', 'ample.com', true],
    ['https://api.example.com', 'com.', true],
    ['https://api.example.com', 'api.example.com:443', false],
    ['https://api.example.com', 'api.example.com:8443', true],
    ['https://api.example.com:8443', 'api.example.com:8443', false],
    ['https://10.1.2.3', '10.0.0.0/8', false],
    ['https://10.1.2.3', '10.1.2.3', false],
    ['https://11.1.2.3', '10.0.0.0/8', true],
    ['https://11.1.2.3', '10.0.0.0/99', true],
    ['https://11.1.2.3', '2.3', true],
    ['https://[fd00::1]', 'fd00::/8', false],
    ['https://[fd00::1]', 'FD00:0::1', false],
    ['https://[fd00::1]:8443', '[fd00::1]:8443', false],
    ['https://[fd00::1]:8443', '[fd00:0::1]:8443', false],
    ['https://10.1.2.3', 'fd00::/8', true],
    ['https://10.1.2.3', '10.0.0.0/8:443', false],
    ['https://10.1.2.3', '10.0.0.0/8:8443', true],
    ['https://[fd00::1]', '[fd00::/8]:443', false],
    ['https://api.example.com', '*:443', false],
    ['https://api.example.com', '*:8443', true],
  ])('of %s with NO_PROXY=%s', (url, noProxy, hasProxy) => {
    expect(proxyOf(url, noProxy) !== undefined).toBe(hasProxy);
  });
});

describe('settings of routes', () => {
  it.each([
    [{ HTTPS_PROXY: 'no host' }, 'HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.com:3128.'],
    [
      { HTTPS_PROXY: 'socks5://a.example' },
      'HTTPS_PROXY must be the address of a proxy, such as http://proxy.example.com:3128.',
    ],
    [
      { HTTP_PROXY: 'http://user:word@a.example/path' },
      'HTTP_PROXY must be the address of a proxy, such as http://proxy.example.com:3128.',
    ],
    [{ UPSTREAM_SOCKET: 'a.sock' }, 'UPSTREAM_SOCKET must be an absolute path of at most 107 bytes, not "a.sock".'],
    [{ UPSTREAM_CERT_FILE: 'a' }, 'UPSTREAM_CERT_FILE and UPSTREAM_KEY_FILE belong together: set both, or none.'],
    [{ UPSTREAM_KEY_PASSPHRASE: 'a' }, 'UPSTREAM_KEY_PASSPHRASE needs UPSTREAM_KEY_FILE.'],
  ])('%j is a mistake', (environment, line) => {
    expect(() => readSettings(environment)).toThrow(new SettingsError([line]));
  });
});
