import { describe, expect, it } from 'vitest';
import { preferredCompression } from '../../../src/server/http/content-encoding.ts';

describe('the preferred compression', () => {
  it.each([
    ['', undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['br;q=0.5, gzip;q=0.50', 'br'],
    ['br;q=0, gzip;q=0.001', 'gzip'],
    ['br;q=0,gzip;q=0.0', undefined],
    ['*', 'br'],
    ['*;q=0', undefined],
    ['br;q=0, *', 'gzip'],
    ['gzip;q=0.5, identity', undefined],
    ['gzip;q=0.5, identity;q=0.5', 'gzip'],
    ['deflate, zstd', undefined],
    ['gzip;q=2', undefined],
    ['gzip;q=-1', undefined],
    ['gzip;q=', undefined],
    [';;,,;q=1,', undefined],
  ])('of %j is %s', (header, expected) => {
    expect(preferredCompression(header)).toBe(expected);
  });
});
