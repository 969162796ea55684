import { describe, expect, it } from 'vitest';
import { requireAllowed } from '../../src/sandbox/sources/allowed-address.ts';

describe('the addresses that the sandbox fetches', () => {
  it.each([
    'data:text/plain,hello',
    'http://127.0.0.1:8080/a',
    'http://localhost:3000/',
    'https://LOCALHOST/',
    'http://[::1]:5000/',
    'http://127.1.2.3:65535/',
    // Other spellings of 127.0.0.1.
    'http://2130706433:8080/',
    'http://0x7f.0.0.1:8080/',
    'http://0177.1:8080/',
    'http://127.0.0.1:80/',
  ])('include %s', (url) => {
    expect(requireAllowed(url).href).toBeTruthy();
  });

  it.each([
    'http://192.0.2.1/',
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://0.0.0.0:8080/',
    'http://[::]:8080/',
    'http://[::ffff:127.0.0.1]:8080/',
    'http://[::127.0.0.1]:8080/',
    'http://[fe80::1]:8080/',
    'http://[fd00::1]/',
    'http://localhost.example.com:8080/',
    'http://localhost.:8080/',
    'http://a.localhost:8080/',
    'http://127.0.0.1.nip.io:8080/',
    'http://localtest.me:8080/',
    'http://127.0.0.1@192.0.2.1:8080/',
    'http://user:password@127.0.0.1:8080/',
    'http://127.0.0.1:22/',
    'http://127.0.0.1:25/',
    'http://127.0.0.1:1023/',
    'ftp://127.0.0.1:8080/',
    'file:///etc/passwd',
    'blob:http://127.0.0.1:8080/1',
    'javascript:alert(1)',
    'localhost:8080',
    'not an address',
    '',
  ])('exclude %s', (url) => {
    expect(() => requireAllowed(url)).toThrow('FETCH_FORBIDDEN');
  });
});
