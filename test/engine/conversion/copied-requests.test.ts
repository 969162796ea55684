import { assert, constantFrom, oneof, property, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../../src/engine/conversion/conversion-error.ts';
import { parseRestText } from '../../../src/engine/conversion/rest-text.ts';

const parse = (text: string) => parseRestText(text, '/v1/orgs');

/** An argument as Chromium writes it for cmd.exe (`escapeStringWin` of its network panel). */
function forCmd(argument: string): string {
  const escaped = argument
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll(/[^a-zA-Z0-9\s_\-:=+~'/.,?;()*`]/g, '^$&')
    .replaceAll(/%(?=\w)/g, '%^')
    .replaceAll('\n', '^\n\n');
  return `^"${escaped}^"`;
}

function copiedForCmd(method: string, url: string, body: string): string {
  const lines = [forCmd(url), `-X ${forCmd(method)}`, `-H ${forCmd('content-type: application/json')}`];
  return `curl ${[...lines, `--data-raw ${forCmd(body)}`].join(' ^\r\n  ')}`;
}

function copiedAsFetch(method: string, url: string, body: string | null, { isForNode = false } = {}): string {
  const browserOnly = isForNode ? {} : { referrer: 'https://app/', mode: 'cors', credentials: 'include' };
  const options = { headers: { authorization: 'Bearer x' }, body, method, ...browserOnly };
  return `fetch(${JSON.stringify(url)}, ${JSON.stringify(options, null, 2)});`;
}

describe('a request that a browser copies', () => {
  const url = 'https://rest.example/v1/spaces/s?a=1&b=%20x%';
  const body = '{"title":"50% \\"off\\" & <b>\\n^ $HOME it\'s"}';

  it('is read for cmd.exe', () => {
    expect(parse(copiedForCmd('PATCH', url, body))).toEqual({ method: 'PATCH', url, body });
    expect(parse('curl ^"https://a/v1/orgs?x=1^&y=2^" ^\n  -H ^"accept: */*^" ^\n  --compressed')).toEqual({
      ...{ method: 'GET', url: 'https://a/v1/orgs?x=1&y=2', body: undefined },
    });
  });

  it.each([
    ['of a browser', copiedAsFetch('PATCH', url, body)],
    ['of Node', copiedAsFetch('PATCH', url, body, { isForNode: true })],
    ['of Firefox', `await ${copiedAsFetch('patch', url, body)}`],
    ['with spaces', `  ${copiedAsFetch('PATCH', url, body).replace('(', ' ( ')}\n`],
  ])('is read as fetch %s', (_, text) => {
    expect(parse(text)).toEqual({ method: 'PATCH', url, body });
  });

  it.each([`fetch("${url}")`, copiedAsFetch('GET', url, null)])('is a GET as fetch without a body', (text) => {
    expect(parse(text)).toEqual({ method: 'GET', url, body: undefined });
  });

  it.each([
    ['fetch()', 'The first argument of fetch must be the URL in quotes.'],
    ['fetch(url)', 'as browsers copy one request'],
    ["fetch('/v1/orgs')", 'as browsers copy one request'],
    [`fetch("/v1/orgs") ;\nfetch("/v1/orgs") ;`, 'as browsers copy one request'],
    ['fetch("/v1/orgs"', 'The first argument'],
    ['fetch("/v1/orgs", 7)', 'The second argument of fetch must be an object.'],
    ['fetch("/v1/orgs", [])', 'The second argument of fetch must be an object.'],
    ['fetch("/v1/orgs", {"method": 1})', 'The "method" of fetch must be a text.'],
    ['fetch("/v1/orgs", {"body": {}})', 'The "body" of fetch must be a text.'],
    ['curl ^"https://a', 'The quote " is not closed. Paste the whole command.'],
    ['curl ^"https://a^" -d ^"@body.json^"', 'The body is in a file.'],
  ])('is rejected: %s', (text, message) => {
    expect(() => parse(text)).toThrow(ConversionError);
    expect(() => parse(text)).toThrow(message);
  });
});

describe('a space that no shell knows', () => {
  it.each(['\v', '\f', '\u00a0', '\u2028', '\u3000', '\ufeff'])('separates words of curl: %j', (space) => {
    expect(parse(`curl${space}https://a/v1/orgs${space}${space}-X POST`)).toEqual({
      ...{ method: 'POST', url: 'https://a/v1/orgs', body: undefined },
    });
    expect(() => parse(`curl ${space}-d`)).toThrow(ConversionError);
  });
});

describe('random copied requests', () => {
  const special = constantFrom(
    '^',
    '"',
    "'",
    '\\',
    '%',
    '%A',
    '\n',
    ' ',
    '\v',
    '\u00a0',
    '\u2028',
    '&',
    '|',
    '$',
    '!',
    '{',
    '}',
    '@',
    '\u{1f600}',
  );
  const text = string({ unit: oneof(special, string({ unit: 'grapheme', minLength: 1, maxLength: 3 })) }).map((value) =>
    value.replaceAll('\r', ''),
  );
  // A body that starts so is a file for curl.
  const body = text.filter((value) => !value.startsWith('@'));

  it('are read as they were sent', () => {
    const isRead = ([path, sent]: [string, string]) => {
      const url = `https://rest.example/${path}`;
      const expected = { method: 'POST', url, body: sent };
      // The method is given: curl sends no body that is empty.
      expect(parse(copiedForCmd('POST', url, sent))).toEqual(expected);
      expect(parse(copiedAsFetch('POST', url, sent))).toEqual(expected);
    };
    assert(property(tuple(text, body), isRead), { numRuns: 300 });
  });

  it('with errors in them are read or rejected with a message', () => {
    const isHandled = ([start, rest]: [string, string]) => {
      try {
        parse(start + rest);
      } catch (error) {
        expect(error).toBeInstanceOf(ConversionError);
      }
    };
    const start = constantFrom('curl ^"', 'curl ', 'fetch(', 'fetch("/a", {', 'await fetch("', 'curl ^');
    assert(property(tuple(start, text), isHandled), { numRuns: 500 });
  });
});
