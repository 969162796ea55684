import { describe, expect, it } from 'vitest';
import { isAcceptable } from '../../../src/server/request/acceptable.ts';

describe('a client that sends Accept', () => {
  it.each([
    ['', true],
    ['*/*', true],
    ['text/html, application/xhtml+xml, */*;q=0.8', true],
    // `HttpURLConnection` of Java.
    ['text/html, image/gif, *; q=.2, */*; q=.2', true],
    ['Application/JSON;charset="utf-8";q=0.5', true],
    ['application/json;q=0, */*;q=0.1', true],
    ['application/json;charset=utf-16', false],
    ['application/json;q=0.0', false],
    ['application/json;q=x', false],
    ['*/*, application/*;q=0', false],
    ['text/plain;x=",application/json"', false],
  ])('%j accepts a type of responses: %s', (accept, expected) => {
    expect(isAcceptable(accept)).toBe(expected);
  });
});
