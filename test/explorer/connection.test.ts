import { describe, expect, it } from 'vitest';
import {
  authorizationOf,
  enteredHeaders,
  headerIn,
  headersIn,
  linesOf,
  withValue,
} from '../../src/explorer/app/connection/header-lines.ts';
import { InvalidHeader, requestHeaders } from '../../src/explorer/app/connection/request-headers.ts';

describe('the headers of a connection', () => {
  it('are read from lines and written as lines', () => {
    const headers = headersIn('x-team: docs\n\n X-Url :  https://a.example/b:c \n');
    expect(headers).toEqual({ 'x-team': 'docs', 'X-Url': 'https://a.example/b:c' });
    expect(headersIn(linesOf(headers))).toEqual(headers);
  });

  it.each(['x-team docs', ': docs', 'x team: docs', 'ü: docs'])('are rejected with the line %s', (line) => {
    expect(() => headersIn(`a: b\n${line}`)).toThrow(`Expected "name: value", got "${line}".`);
  });

  it('keep names of objects as names', () => {
    expect(Object.entries(headersIn('__proto__: a'))).toEqual([['__proto__', 'a']]);
  });

  it('have one value for a name, whatever its case', () => {
    const headers = withValue({ authorization: 'Bearer old', a: 'b' }, 'Authorization', 'Bearer new');
    expect(headers).toEqual({ Authorization: 'Bearer new', a: 'b' });
    expect(headerIn(headers, 'AUTHORIZATION')).toBe('Bearer new');
    expect(withValue(headers, 'authorization', '')).toEqual({ a: 'b' });
  });

  it('keep a line with Authorization where no token is entered', () => {
    const lines = 'x-team: docs\nauthorization: Basic abc';
    expect(enteredHeaders('', lines)).toEqual({ 'x-team': 'docs', authorization: 'Basic abc' });
    expect(enteredHeaders('abc', lines)).toEqual({ 'x-team': 'docs', Authorization: 'Bearer abc' });
  });

  it.each([
    ['abc', 'Bearer abc'],
    [' Bearer abc ', 'Bearer abc'],
    ['Basic abc', 'Basic abc'],
    ['', ''],
  ])('take the token %j as %j', (token, authorization) => {
    expect(authorizationOf(token)).toBe(authorization);
  });
});

describe('the headers of a request', () => {
  it('have the last value of a name, whatever its case', () => {
    const headers = requestHeaders({
      Authorization: 'Bearer all',
      'x-limit': 5,
      'x-name': ' Zo\u00eb ',
      authorization: 'Bearer tab',
    });
    expect([...headers]).toEqual([
      ['authorization', 'Bearer tab'],
      ['x-limit', '5'],
      ['x-name', 'Zo\u00eb'],
    ]);
  });

  it.each([
    [
      'a token that was cut',
      { Authorization: 'Bearer sec\u2026ret' },
      'The header Authorization contains "\u2026", which HTTP cannot send.',
    ],
    ['another script', { 'x-team': 'docs \u0431' }, 'The header x-team contains "\u0431", which HTTP cannot send.'],
    ['a line break', { 'x-team': 'a\nb' }, 'The header x-team contains "\\n", which HTTP cannot send.'],
    ['a name with a space', { 'x team': 'docs' }, '"x team" is no name of a header.'],
    ['no name', { '': 'docs' }, '"" is no name of a header.'],
  ])('are rejected with %s, which the message quotes alone', (_, headers, message) => {
    expect(() => requestHeaders(headers)).toThrow(new InvalidHeader(message));
  });
});
