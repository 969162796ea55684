import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { redact } from '../../../src/engine/http/redaction.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { type FaultUpstream, json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

const token = 'sEcReT-token/of+this.test';
const apiKey = 'k3y-5aVed+for/later';
const fallback = 'The record does not exist, or the credentials do not permit reading it.';

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, { FORWARD_HEADERS: 'X-Api-Key, cookie' });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

/** The error message that a client with these headers gets if the service responds 404 with this one. */
async function messageFor(message: string, headers: Record<string, string>): Promise<string | undefined> {
  upstream.reply(json({ message }, 404, { 'x-request-id': Object.values(headers)[0] ?? '' }));
  const { errors, text } = await gateway.execute('{ organization(id: "o1") { title } }', { token: null, headers });
  expect(errors).toHaveLength(1);
  for (const value of Object.values(headers)) expect(text).not.toContain(`"${value}"`);
  return errors?.[0]?.message;
}

const bearer = (value: string) => ({ authorization: `Bearer ${value}` });

describe("the service's message", () => {
  it.each([
    ['the token', token],
    ['the token in capitals', token.toUpperCase()],
    ['the token in a URL', encodeURIComponent(token)],
    ['the token in base64', Buffer.from(token).toString('base64')],
    ['the token in base64url', Buffer.from(token).toString('base64url')],
  ])('does not repeat %s', async (_, form) => {
    expect(await messageFor(`The token ${form} (${form}) is unknown.`, bearer(token))).toBe(
      'The token [redacted] ([redacted]) is unknown.',
    );
  });

  const base64 = (text: string) => Buffer.from(text).toString('base64');
  it.each([
    ['the header in base64', base64(`(Bearer ${token})`)],
    ['the header in base64, in lines', base64(`(Bearer ${token})`).replace(/.{10}/g, '$&\n')],
    ['the token in base64 at an odd place', base64(`x${token}`)],
    ['the token in base64 behind a word', base64(`ab${token}y`)],
    ['the token in a URL in lower case', encodeURIComponent(token).replace(/%../g, (code) => code.toLowerCase())],
    ['the token encoded twice', encodeURIComponent(encodeURIComponent(token))],
    ['the token encoded in part', token.replaceAll('e', '%65')],
    ['the token in base64 in a URL', encodeURIComponent(base64(token))],
    ['the token in hex', Buffer.from(token).toString('hex')],
    ['the token in upper-case hex', Buffer.from(token).toString('hex').toUpperCase()],
    ['the token as JSON escapes', [...token].map((c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('')],
    ['the token as HTML entities', [...token].map((c) => `&#${c.charCodeAt(0)};`).join('')],
    ['the beginning of the token', `${token.slice(0, 12)}…`],
    ['the end of the token', `…${token.slice(-10)}`],
    ['the beginning of the token in base64', base64(token.slice(0, 14))],
  ])('does not hold %s', async (_, form) => {
    const message = await messageFor(`The value ${form} is unknown.`, bearer(token));
    expect(message).toMatch(/^The value …?\[redacted\][\s\S]* is unknown\.$|^The value \[redacted\]/);
    expect(message?.replaceAll('[redacted]', '').length).toBeLessThan('The value … is unknown.'.length + 4);
  });

  it('does not repeat the signature of a JWT', async () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
    expect(await messageFor(`The signature ${jwt.split('.')[2]} is wrong.`, bearer(jwt))).toBe(
      'The signature [redacted] is wrong.',
    );
  });

  it('is not shown where a header holds more values than are worth a search', async () => {
    const cookie = Array.from({ length: 400 }, (_, i) => `c${i}=value-${i}`).join('; ');
    expect(await messageFor('Nothing here.', { cookie })).toBe(fallback);
  });

  it('is redacted before it is cut', async () => {
    const message = await messageFor(`${'x'.repeat(190)} ${token} is unknown.`, bearer(token));
    expect(message).not.toContain(token.slice(0, 5));
  });

  it('is not shown if it is too long to be redacted', async () => {
    expect(await messageFor(`${'x '.repeat(2100)}${token}`, bearer(token))).toBe(fallback);
  });

  it('does not repeat an Authorization without a scheme', async () => {
    expect(await messageFor(`No ${token}!`, { authorization: token })).toBe('No [redacted]!');
  });

  it('does not repeat the password of Basic credentials', async () => {
    const headers = { authorization: `Basic ${Buffer.from('ada:Pass-w0rd!').toString('base64')}` };
    expect(await messageFor('Pass-w0rd! is wrong for ada.', headers)).toBe('[redacted] is wrong for ada.');
  });

  it('does not repeat a forwarded API key', async () => {
    const headers = { ...bearer(token), 'x-api-key': apiKey };
    expect(await messageFor(`Key ${apiKey} is revoked.`, headers)).toBe('Key [redacted] is revoked.');
  });

  it.each(['open sesame/now', 'open%20sesame%2Fnow', 'open+sesame%2Fnow'])(
    'does not repeat an API key of two words as "%s"',
    async (form) => {
      const headers = { ...bearer(token), 'x-api-key': 'open sesame/now' };
      expect(await messageFor(`Key ${form} is revoked.`, headers)).toBe('Key [redacted] is revoked.');
    },
  );

  it('does not repeat a value of a forwarded cookie', async () => {
    const headers = { ...bearer(token), cookie: `theme=1; session="${apiKey}"` };
    expect(await messageFor(`Session ${apiKey} has expired on page 1.`, headers)).toBe(
      'Session [redacted] has expired on page 1.',
    );
  });

  it('redacts a short token only where it stands alone', async () => {
    expect(await messageFor('Key "abc" is unknown.', bearer('abc'))).toBe('Key "[redacted]" is unknown.');
    expect(await messageFor('Not Found', bearer('zz'))).toBe('Not Found');
  });

  it('is not shown if a short token is part of its words', async () => {
    expect(await messageFor('Not Found', bearer('t'))).toBe(fallback);
    expect(await messageFor('Bearer tokens are needed.', bearer('t'))).toBe(fallback);
  });

  it('is shown with a value of a header that is too short to identify anyone', async () => {
    const headers = { ...bearer(token), 'x-api-key': '12' };
    expect(await messageFor('A title has at most 120 characters.', headers)).toBe(
      'A title has at most 120 characters.',
    );
    expect(await messageFor('The number 12 is taken.', headers)).toBe('The number 12 is taken.');
    expect(await messageFor('Key 12 is unknown.', { authorization: '12' })).toBe('Key [redacted] is unknown.');
  });

  it.each(['', ' ', '=', 'Bearer', 'Bearer  ', 'Basic !', '()[]{}|\\^$.*+?/-', 'é=ü'])(
    'survives odd credentials: "%s"',
    async (authorization) => {
      expect(await messageFor('Zip, zap.', { authorization })).toBe('Zip, zap.');
    },
  );
});

describe('redaction', () => {
  const word = fc.constantFrom(...'Not Found The token in space of this organization is unknown page tt t'.split(' '));
  const long = fc
    .string({ minLength: 8, maxLength: 30, unit: 'grapheme-ascii' })
    .filter((text) => /^\S{8,}$/.test(text));
  const short = fc.stringMatching(/^[a-z0-9]{1,7}$/);
  const secret = fc.oneof(long, short);
  const forms = [
    (text: string) => text,
    encodeURIComponent,
    (text: string) => Buffer.from(text).toString('base64'),
    (text: string) => Buffer.from(text).toString('base64url'),
  ];
  const form = fc.constantFrom(...forms);
  const separator = fc.constantFrom(' ', '"', ': ', '/', '', '.');

  it('never leaves a secret in a text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.tuple(secret, form))),
        secret,
        form,
        separator,
        (parts, own, encode, by) => {
          const text = [...parts.map((part) => (Array.isArray(part) ? part[1](part[0]) : part)), encode(own)].join(by);
          const redacted = redact(text, [`Bearer ${own}`]);
          expect(redacted?.replaceAll('[redacted]', '') ?? '').not.toContain(own);
          if (own.length >= 8) expect(redacted ?? '').not.toContain(encode(own));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('never damages a word', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), fc.array(short), (words, secrets) => {
        const redacted = redact(words.join(' '), secrets);
        if (redacted === undefined) return;
        const isWhole = (shown: string, i: number) => shown === words[i] || shown === '[redacted]';
        expect(redacted.split(' ').every(isWhole)).toBe(true);
        expect(redacted.split(' ').filter((shown, i) => shown !== words[i])).toEqual(
          words.filter((one) => secrets.some((secret) => secret === one.toLowerCase())).map(() => '[redacted]'),
        );
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves a text alone that holds no secret', () => {
    fc.assert(
      fc.property(fc.array(word), fc.stringMatching(/^[0-9Z]{8,20}$/), (words, unrelated) => {
        expect(redact(words.join(' '), [unrelated])).toBe(words.join(' '));
      }),
    );
  });
});
