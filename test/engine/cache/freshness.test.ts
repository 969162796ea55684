import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCacheControl } from '../../../src/engine/cache/cache-control.ts';
import { type CachingHeaders, cachingHeadersOf } from '../../../src/engine/cache/caching-headers.ts';
import { type FreshnessOptions, freshMs } from '../../../src/engine/cache/freshness.ts';
import { parseHttpDate } from '../../../src/engine/cache/http-date.ts';
import { anyText } from '../../support/random/any-text.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const dated = (seconds: number) => new Date(now + seconds * 1000).toUTCString();

function fresh(headers: CachingHeaders, options: Partial<FreshnessOptions> = {}): number {
  const ms = freshMs(headers, {
    maxAgeMs: 60_000,
    isAnonymous: false,
    isKeyed: (name) => name !== 'traceparent',
    delayMs: 0,
    receivedAt: now,
    ...options,
  });
  return Math.max(0, ms);
}

describe('how long a response is fresh', () => {
  it.each<[what: string, headers: CachingHeaders, ms: number]>([
    ['as long as the settings say, where the service says nothing', {}, 60_000],
    ['at most as long as the settings say', { 'cache-control': 'max-age=3600' }, 60_000],
    ['as long as max-age says', { 'cache-control': 'max-age=5' }, 5000],
    ['the shorter of max-age and s-maxage', { 'cache-control': 'max-age=9, s-maxage=5' }, 5000],
    ['the shorter of two', { 'cache-control': 'MAX-AGE="7",max-age=5' }, 5000],
    ['not at all with max-age=0', { 'cache-control': 'max-age=0' }, 0],
    ['not at all with a max-age that is no number', { 'cache-control': 'max-age=5s' }, 0],
    ['not at all with a negative one', { 'cache-control': 'max-age=-1' }, 0],
    ['not at all with a max-age without a value', { 'cache-control': 'max-age' }, 0],
    ['not at all with no-store', { 'cache-control': 'max-age=5, no-store' }, 0],
    ['not at all with No-Cache', { 'cache-control': 'No-Cache' }, 0],
    ['not at all with no-cache for a field', { 'cache-control': 'no-cache="set-cookie", max-age=5' }, 0],
    ['not at all with no-store beside must-understand', { 'cache-control': 'must-understand, no-store' }, 0],
    ['as long as must-revalidate lets it', { 'cache-control': 'must-revalidate, max-age=5' }, 5000],
    ['for its own client with private', { 'cache-control': 'private, max-age=5' }, 5000],
    ['as long as max-age says with unknown directives', { 'cache-control': 'x, y=1,, z="a,\\"b" , max-age=5' }, 5000],
    ['not at all with a Cache-Control that is not well-formed', { 'cache-control': 'max-age=5; x' }, 0],
    ['not at all with an open quotation', { 'cache-control': 'x="no-store, max-age=5' }, 0],
    ['not at all with a Cache-Control that is too long', { 'cache-control': `max-age=5${','.repeat(5000)}` }, 0],
    ['not at all with Pragma alone', { pragma: 'no-cache' }, 0],
    ['as Cache-Control says beside Pragma', { pragma: 'no-cache', 'cache-control': 'max-age=5' }, 5000],
    ['until Expires', { expires: dated(5) }, 5000],
    ['until Expires by the clock of the service', { expires: dated(-95), date: dated(-100) }, 0],
    ['until Expires where the clock of the service is ahead', { expires: dated(105), date: dated(100) }, 5000],
    ['not at all with an Expires in the past', { expires: dated(-1) }, 0],
    ['not at all with an Expires that is no date', { expires: '0' }, 0],
    ['not at all with two of them', { expires: `${dated(5)},${dated(5)}` }, 0],
    ['as max-age says, whatever Expires says', { 'cache-control': 'max-age=5', expires: dated(50) }, 5000],
    ['less its Age', { 'cache-control': 'max-age=20', age: '15' }, 5000],
    ['less its Age, where the service says nothing else', { age: '55' }, 5000],
    ['not at all with an Age that is no number', { 'cache-control': 'max-age=20', age: 'old' }, 0],
    ['less what has passed since the second of its Date', { 'cache-control': 'max-age=20', date: dated(-15) }, 5999],
    ['as long as max-age says with a Date that is none', { 'cache-control': 'max-age=5', date: 'today' }, 5000],
    ['not at all with Set-Cookie', { 'set-cookie': 'a=1' }, 0],
    ['not at all with Vary: *', { vary: '*' }, 0],
    ['not at all with Vary: * among others', { vary: 'accept, *' }, 0],
    ['not at all where it varies by a header that is not in the key', { vary: 'Accept, TraceParent' }, 0],
    ['as long as the settings say where it varies by others', { vary: 'Authorization, accept-encoding,' }, 60_000],
    ['not at all with a Vary that is not well-formed', { vary: 'accept encoding' }, 0],
  ])('%s', (_what, headers, ms) => {
    expect(fresh(headers)).toBe(ms);
  });

  it('not at all with private for clients that the service cannot tell apart', () => {
    expect(fresh({ 'cache-control': 'private' }, { isAnonymous: true })).toBe(0);
    expect(fresh({}, { isAnonymous: true })).toBe(60_000);
  });

  it('as long as max-age says at each time in the second of its Date', () => {
    for (const ms of [0, 500, 999])
      expect(fresh({ 'cache-control': 'max-age=1', date: dated(0) }, { receivedAt: now + ms })).toBe(1000);
  });

  it('less the time that the response took', () => {
    expect(fresh({ 'cache-control': 'max-age=5' }, { delayMs: 2000 })).toBe(3000);
  });

  it('from 0 to the limit of the settings, whatever the service sends', () => {
    const value = fc.oneof(fc.string(), anyText(), fc.constantFrom('max-age=5', 'no-store', dated(9), '7', '*'));
    const headers = fc.record(
      {
        age: value,
        'cache-control': fc.array(value, { maxLength: 4 }).map((parts) => parts.join(',')),
        date: value,
        expires: value,
        pragma: value,
        vary: value,
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(headers, (found) => {
        const ms = fresh(found);
        expect(ms).toBeGreaterThanOrEqual(0);
        expect(ms).toBeLessThanOrEqual(60_000);
      }),
      { numRuns: 500 },
    );
  });
});

describe('Cache-Control', () => {
  const timed = ['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'];
  const names = ['no-store', 'no-cache', 'private', 'must-revalidate', 'proxy-revalidate', ...timed, 'public', 'x'];
  const directive = fc.tuple(fc.constantFrom(...names), fc.option(fc.nat(99)), fc.boolean());
  const written = fc.tuple(
    fc.array(directive, { minLength: 1, maxLength: 6 }),
    fc.constantFrom(',', ' , ', ',,\t', ', '),
  );

  it('is read as it was written', () => {
    fc.assert(
      fc.property(written, ([directives, separator]) => {
        const text = directives
          .map(([name, value, isQuoted], i) => {
            const shown = i % 2 === 0 ? name.toUpperCase() : name;
            return value === null ? shown : `${shown}=${isQuoted ? `"${value}"` : value}`;
          })
          .join(separator);
        const has = (...searched: string[]) => directives.some(([name]) => searched.includes(name));
        const shortest = (...searched: string[]) =>
          has(...searched)
            ? Math.min(...directives.filter(([name]) => searched.includes(name)).map(([, age]) => age ?? 0))
            : undefined;
        expect(parseCacheControl(text)).toEqual({
          forbidsUse: has('no-store', 'no-cache'),
          forbidsStorage: has('no-store'),
          isPrivate: has('private'),
          maxAge: shortest('max-age', 's-maxage'),
          forbidsStale: has('no-cache', 'must-revalidate', 'proxy-revalidate', 's-maxage'),
          staleWhileRevalidate: shortest('stale-while-revalidate'),
          staleIfError: shortest('stale-if-error'),
        });
      }),
    );
  });

  it('takes time in proportion to its length', () => {
    for (const part of ['a="\\', ' \t', 'a=', '"', 'a="\\"', ',a']) {
      expect(parseCacheControl(part.repeat(4096 / part.length))).toBeDefined();
    }
  });
});

describe('dates', () => {
  it('are read in each of the three formats', () => {
    const expected = Date.UTC(1994, 10, 6, 8, 49, 37);
    expect(parseHttpDate('Sun, 06 Nov 1994 08:49:37 GMT')).toBe(expected);
    expect(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT')).toBe(expected);
    expect(parseHttpDate('Sun Nov  6 08:49:37 1994')).toBe(expected);
  });

  it.each([
    '',
    '0',
    'Sun, 6 Nov 1994 08:49:37 GMT',
    'Sun, 31 Feb 1994 08:49:37 GMT',
    'Sun, 06 Nov 1994 24:00:00 GMT',
    'Sat, 31 Dec 2016 23:59:60 GMT',
    'Sun, 06 Nov 1994 08:49:37',
    '1994-11-06T08:49:37Z',
  ])('are rejected in any other: %s', (text) => {
    expect(parseHttpDate(text)).toBeUndefined();
  });

  it('survive a round trip', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }), (date) => {
        expect(parseHttpDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1000) * 1000);
      }),
    );
  });
});

describe('header lines', () => {
  it('are read in any case, and joined where there are several', () => {
    const lines = [
      'Cache-Control',
      'private',
      'x',
      'y',
      'CACHE-CONTROL',
      ' max-age=5 ',
      'vary',
      'accept',
      'etag',
      '"a"',
    ];
    expect(cachingHeadersOf(lines.map((line) => Buffer.from(line)))).toEqual({
      'cache-control': 'private,max-age=5',
      vary: 'accept',
      etag: '"a"',
    });
  });
});
