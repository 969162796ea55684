import { createHash } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { fragmentOf, maxFragment, maxShared, sharedIn } from '../../src/explorer/app/tools/share-link.ts';

const encoded = (value: unknown) => `#q=${Buffer.from(JSON.stringify(value)).toString('base64url')}`;
const deflated = (text: string) => `#z=${deflateRawSync(text).toString('base64url')}`;

describe('a shared link', () => {
  it.each([
    ['a short operation', { query: '{ a }' }, '#q='],
    ['variables and other scripts', { query: 'query Ä { a }', variables: '{ "name": "🦊" }' }, '#q='],
    ['a long operation', { query: `{ ${'field '.repeat(2000)}}`, variables: '{}' }, '#z='],
  ])('holds %s', async (_, operation, start) => {
    const fragment = await fragmentOf(operation);
    expect(fragment?.startsWith(start)).toBe(true);
    expect(await sharedIn(fragment ?? '')).toEqual({ variables: undefined, ...operation });
  });

  it('holds nothing but the document and the variables', async () => {
    const operation = { query: '{ a }', variables: '{}', headers: '{"Authorization":"Bearer secret"}' };
    const text = Buffer.from((await fragmentOf(operation))?.slice(3) ?? '', 'base64url').toString();
    expect(JSON.parse(text)).toEqual({ query: '{ a }', variables: '{}' });
  });

  it('is not made of an operation that is too long', async () => {
    // Of three bytes each, beside `{"query":"#"}`.
    const most = '\u7b80'.repeat((maxShared - 13) / 3);
    expect(await sharedIn((await fragmentOf({ query: `#${most}` })) ?? '')).toMatchObject({ query: `#${most}` });
    expect(await fragmentOf({ query: `##${most}` })).toBeUndefined();
    expect(await fragmentOf({ query: 'x'.repeat(maxShared) })).toBeUndefined();
    const random = Array.from({ length: 800 }, (_, i) => createHash('sha256').update(`${i}`).digest('base64')).join('');
    expect(await fragmentOf({ query: random })).toBeUndefined();
  });

  it.each([
    ['another form', encoded({ query: '{ a }' }).replace('#q', '#x')],
    ['no JSON', `#q=${Buffer.from('{').toString('base64url')}`],
    ['null', encoded(null)],
    ['no query', encoded({ variables: '{}' })],
    ['a query that is no text', encoded({ query: ['{ a }'] })],
    ['no valid UTF-8', `#q=${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}`],
    ['no deflated data', '#z=AAAA'],
    ['a short text that expands to a long one', deflated(JSON.stringify({ query: ' '.repeat(10_000_000) }))],
    ['more characters than a link may have', `#q=${'A'.repeat(maxFragment)}`],
  ])('is not readable if it holds %s', async (_, fragment) => {
    expect(await sharedIn(fragment)).toBe('unreadable');
  });

  it.each(['', '#section'])('is none with the fragment %j', async (fragment) => {
    expect(await sharedIn(fragment)).toBeUndefined();
  });
});
