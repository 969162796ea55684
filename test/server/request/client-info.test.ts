import { describe, expect, it } from 'vitest';
import { clientInfoOf } from '../../../src/server/request/client-info.ts';

describe('the client of a request', () => {
  it.each<[string, Record<string, string | string[]>, string | null, string | null]>([
    ['Apollo', { 'apollographql-client-name': 'web', 'apollographql-client-version': '1.2' }, 'web', '1.2'],
    ['x-client headers', { 'x-client-name': 'ios', 'x-client-version': '7' }, 'ios', '7'],
    ['both', { 'x-client-name': 'ios', 'apollographql-client-name': 'web', 'x-client-version': '7' }, 'web', null],
    ['a name without a version', { 'x-client-name': 'ios', 'user-agent': 'curl/8.5.0' }, 'ios', null],
    ['a program', { 'user-agent': 'curl/8.5.0' }, 'curl', '8.5.0'],
    ['a program without a version', { 'user-agent': 'node' }, 'node', null],
    [
      'Chrome',
      {
        'user-agent':
          'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
      },
      'Chrome',
      '126.0.0.0',
    ],
    [
      'Edge, which names Chrome',
      {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36 Edg/126.0.2592.87',
      },
      'Edge',
      '126.0.2592.87',
    ],
    [
      'Safari',
      { 'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15' },
      'Safari',
      '17.5',
    ],
    ['Firefox', { 'user-agent': 'Mozilla/5.0 (X11; rv:128.0) Gecko/20100101 Firefox/128.0' }, 'Firefox', '128.0'],
    ['nobody', {}, null, null],
    ['control characters', { 'x-client-name': 'a\u001b[31mb\u2028c', 'x-client-version': '\t' }, 'a[31mbc', null],
    ['several values', { 'x-client-name': ['a', 'b'] }, 'a, b', null],
  ])('is found from %s', (_, headers, name, version) => {
    expect(clientInfoOf(headers)).toEqual({ name, version });
  });

  it('has a bounded name and version', () => {
    const long = 'x'.repeat(10_000);
    expect(clientInfoOf({ 'x-client-name': long, 'x-client-version': long })).toEqual({
      name: 'x'.repeat(100),
      version: 'x'.repeat(50),
    });
    expect(clientInfoOf({ 'user-agent': `${long}/${long}` }).name).toBe('x'.repeat(100));
  });

  it('is found at once in a hostile user agent', () => {
    const agent = `Mozilla/${'Chrome/1 '.repeat(10_000)} Edg/`;
    const before = process.cpuUsage().user;
    for (let i = 0; i < 100; i++) clientInfoOf({ 'user-agent': `${agent}${i}` });
    expect(process.cpuUsage().user - before).toBeLessThan(2_000_000);
  });
});
