import { describe, expect, it } from 'vitest';
import { headerOf } from '../../../src/engine/http/raw-headers.ts';
import { retryAfterOf } from '../../../src/engine/http/response.ts';

const headers = ['Content-Type', 'text/plain', 'RETRY-AFTER', '5', 'x-id', 'a', 'Retry-After', '6', 'empty', ''].map(
  (text) => Buffer.from(text, 'latin1'),
);

describe('a header of a response', () => {
  it.each([
    ['content-type', 'text/plain'],
    ['x-id', 'a'],
    ['empty', ''],
    ['retry-after', '5,6'],
    ['content-typo', undefined],
    ['text/plain', undefined],
  ])('%s has the value %j', (name, value) => {
    expect(headerOf(headers, name)).toBe(value);
  });
});

describe('Retry-After', () => {
  it.each([
    [undefined, undefined],
    ['7', 7],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['Fri, 31 Dec 9999 23:59:59 GMT', 2 ** 31 - 1],
    ['9'.repeat(400), 2 ** 31 - 1],
    ['5,6', undefined],
    ['soon', undefined],
    ['-1', undefined],
  ])('%j gives %j seconds', (value, seconds) => {
    expect(retryAfterOf(value)).toBe(seconds);
  });
});
