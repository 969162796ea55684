import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { type Attack, type Expected, post } from '../../support/attacks/attacks.ts';
import { bytes, json, type Reply, text } from '../../support/upstreams/fault-upstream.ts';
import { executed, type Group } from './groups.ts';

const organization = () => post('{ organization(id: "o1") { title } }');
const list = (selection: string) => () => post(`{ organization(id: "o1") { ${selection} } }`);
const domains = () => post('{ organization(id: "o1") { title emailDomains } }');

const badResponse: Expected = { status: 200, code: 'BAD_UPSTREAM_RESPONSE', calls: [1, 3], maxLength: 2_000 };
const contract: Expected = { status: 200, code: 'UPSTREAM_CONTRACT', calls: [1, 3] };
/** A limit of what the service may send: which code names it depends on the limit. */
const tooMuch: Expected = {
  status: 200,
  code: ['BAD_UPSTREAM_RESPONSE', 'OPERATION_TOO_EXPENSIVE', 'UPSTREAM_CONTRACT'],
  calls: [1, 200],
};

const replied = (name: string, upstream: Reply, expected: Expected = badResponse, message = organization): Attack => ({
  name,
  upstream,
  expected,
  message,
  cpuMs: 5_000,
});

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const jsonText = (body: string, headers: Record<string, string> = {}) =>
  text(body, 200, { 'content-type': 'application/json', ...headers });

const shapes: Attack[] = [
  // What no field selects is not looked at; test/engine/fields/nested-json.test.ts selects it.
  replied('JSON of 100,000 lists in lists', jsonText(`{"id":"o1","title":"t","x":${lists(100_000)}}`), executed(1)),
  replied(
    'JSON of 100,000 objects in objects',
    jsonText(`{"id":"o1","title":"t","x":${objects(100_000)}}`),
    executed(1),
  ),
  replied('__proto__ in a record', jsonText('{"id":"o1","title":"t","__proto__":{"polluted":true}}'), {
    status: 200,
    calls: 1,
    hasNot: /polluted/,
  }),
  replied('a title that is an object', json({ id: 'o1', title: { sql: 'select' } }), { ...contract, hasNot: /select/ }),
  replied('a title that is a list', json({ id: 'o1', title: ['a'] }), contract),
  replied('null in a list of strings', json({ id: 'o1', title: 't', emailDomains: ['a', null] }), contract, domains),
  replied('an object in a list of strings', json({ id: 'o1', title: 't', emailDomains: [{}] }), contract, domains),
  replied('a string in place of a list', json({ id: 'o1', title: 't', emailDomains: 'a' }), contract, domains),
  replied('NUL characters in the JSON', jsonText('{"id":"o1",\u0000"title":"t"}')),
  replied('JSON with a byte order mark', jsonText('\uFEFF{"id":"o1","title":"t"}'), { status: 200, calls: [1, 3] }),
  replied('bytes that are no UTF-8', text(Buffer.from([0x7b, 0xff, 0x7d]), 200)),
  replied('HTML', text('<script>alert(1)</script>', 200, { 'content-type': 'text/html' }), {
    ...badResponse,
    hasNot: /script/,
  }),
];

const pageOf = (body: unknown): Reply => json(body);
const endless: Reply = (response, request) => {
  const page = Number(new URL(request.url, 'http://upstream').searchParams.get('page') ?? 0);
  json({ items: [{ object: 'site', id: `s${page}`, title: 't' }], next: { page: String(page + 1) } })(
    response,
    request,
  );
};
const endlessEmpty: Reply = (response, request) => {
  const page = Number(new URL(request.url, 'http://upstream').searchParams.get('page') ?? 0);
  json({ items: [], next: { page: String(page + 1) } })(response, request);
};
const sites = list('sites(first: 1000) { nodes { title } }');

const pages: Attack[] = [
  replied('a list that never ends', endless, { status: 200, code: tooMuch.code, calls: [200, 201] }, sites),
  replied('empty pages that never end', endlessEmpty, { status: 200, code: tooMuch.code, calls: [1, 201] }, sites),
  replied(
    'a page whose next page is itself',
    pageOf({ items: [], next: { page: 'same' } }),
    { ...tooMuch, calls: [1, 4] },
    sites,
  ),
  replied(
    '100,000 items where 1 was requested',
    pageOf({ items: Array.from({ length: 100_000 }, (_, i) => ({ id: `s${i}` })) }),
    { status: 200, calls: [1, 3], maxLength: 20_000 },
    list('sites(first: 1) { nodes { id } }'),
  ),
  replied('items that are no list', pageOf({ items: 'abc' }), contract, sites),
  replied('items that are null', pageOf({ items: [null] }), contract, sites),
  replied('items that are numbers', pageOf({ items: [1, 2] }), contract, sites),
  replied('no items', pageOf({}), contract, sites),
  replied(
    'a next page that is a number',
    pageOf({ items: [], next: { page: 5 } }),
    { ...tooMuch, calls: [1, 3] },
    sites,
  ),
  replied(
    'a next page that is a list',
    pageOf({ items: [], next: [] }),
    { ...tooMuch, code: undefined, calls: [1, 3] },
    sites,
  ),
  replied(
    'a next page of 1 MB',
    pageOf({ items: [], next: { page: 'p'.repeat(1_000_000) } }),
    { ...tooMuch, code: [...(tooMuch.code ?? []), 'BAD_USER_INPUT', 'UPSTREAM_ERROR'], calls: [1, 5] },
    sites,
  ),
  replied(
    'a count that is negative',
    pageOf({ items: [], count: -1 }),
    { status: 200, calls: [1, 3] },
    list('sites { totalCount }'),
  ),
  replied('a record without an id', pageOf({ items: [{ title: 't' }] }), contract, list('sites { nodes { id } }')),
  replied(
    'a user without an id',
    pageOf({ items: [{ id: 'm', user: {} }] }),
    { ...contract, hasNot: new RegExp(Buffer.from('User:undefined').toString('base64url')) },
    list('members { nodes { user { restId } } }'),
  ),
  replied(
    'records whose id is a path',
    pageOf({ items: [{ object: 'site', id: '../../orgs', title: 't' }] }),
    {
      status: 200,
      calls: [1, 2],
      arrived: (requests) => {
        for (const { url } of requests) expect(url).not.toMatch(/\.\.\/|%2e%2e/i);
      },
    },
    list('sites { nodes { title sections { nodes { id } } } }'),
  ),
];

const zeros = Buffer.alloc(100_000_000, 32);
const encoded = (encoding: string, body: Buffer) => text(body, 200, { 'content-encoding': encoding });
const record = Buffer.from('{"id":"o1","title":"t"}');
const neverEnding: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  const write = () => {
    while (response.writable && response.write(' '.repeat(65_536)));
    if (response.writable) response.once('drain', write);
  };
  write();
};

const sizes: Attack[] = [
  replied('a gzip bomb of 100 MB', encoded('gzip', gzipSync(zeros))),
  replied('a brotli bomb of 100 MB', encoded('br', brotliCompressSync(zeros, { params: { 1: 1 } }))),
  replied('a gzip bomb in an error response', text(gzipSync(zeros), 400, { 'content-encoding': 'gzip' }), {
    status: 200,
    code: 'BAD_USER_INPUT',
    calls: 1,
  }),
  replied('gzip in gzip', encoded('gzip, gzip', gzipSync(gzipSync(record)))),
  replied('100 encodings', encoded(Array(100).fill('gzip').join(', '), gzipSync(record))),
  replied('an unknown encoding', encoded('evil', record)),
  replied('gzip that is cut', encoded('gzip', gzipSync(record).subarray(0, 20))),
  replied('a body that never ends', neverEnding),
  replied('a body over UPSTREAM_MAX_RESPONSE_BYTES', text('x'.repeat(9_000_000))),
  replied('a content-length of 10^15', bytes(`HTTP/1.1 200 OK\r\ncontent-length: 1000000000000000\r\n\r\n{}`)),
  replied('a header of 100 kB', text('{}', 200, { 'x-long': 'x'.repeat(100_000) }), {
    ...badResponse,
    code: ['BAD_UPSTREAM_RESPONSE', 'UPSTREAM_UNAVAILABLE'],
  }),
  replied(
    '1,000 early hints',
    bytes(
      `${'HTTP/1.1 103 Early Hints\r\nlink: <a>\r\n\r\n'.repeat(1_000)}HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${record}`,
    ),
    { ...executed([1, 3]), data: undefined, code: undefined },
  ),
  replied(
    'two responses to one request',
    bytes(
      `HTTP/1.1 200 OK\r\ncontent-length: 23\r\n\r\n${record}HTTP/1.1 200 OK\r\ncontent-length: 23\r\n\r\n${record}`,
    ),
    { status: 200, calls: [1, 3] },
  ),
];

/** A redirect must not be followed: it would take the credentials to another host. */
const redirects = [301, 302, 303, 307, 308].map(
  (status): Attack =>
    replied(`a redirect with ${status} to another address`, text('', status, { location: '/v1/orgs/stolen' }), {
      ...badResponse,
      calls: 1,
      hasNot: /stolen/,
    }),
);

const others: Attack[] = [
  ...redirects,
  replied('a refresh header', text('', 200, { refresh: '0; url=/v1/orgs/stolen' }), {
    ...badResponse,
    hasNot: /stolen/,
  }),
  replied(
    'Set-Cookie and CORS headers do not reach the client',
    json({ id: 'o1', title: 't' }, 200, { 'set-cookie': 'a=b', 'access-control-allow-origin': '*' }),
    { ...executed(1), hasNot: /a=b/ },
  ),
  replied('a stack in an error', json({ message: 'Error: no\n    at save (/srv/app.js:1:1)' }, 400), {
    status: 200,
    code: 'BAD_USER_INPUT',
    calls: 1,
    hasNot: /srv/,
  }),
  replied('a stack in a 500', json({ message: 'at save (/srv/app.js:1:1)', stack: '/srv' }, 500), {
    status: 200,
    code: 'UPSTREAM_ERROR',
    calls: [1, 3],
    hasNot: /srv/,
  }),
  replied('an error message of 1 MB', json({ message: 'm'.repeat(1_000_000) }, 400), {
    status: 200,
    code: 'BAD_USER_INPUT',
    calls: 1,
    maxLength: 2_000,
  }),
  replied('a request id with a line break', json({}, 500, { 'x-request-id': '<b>1</b>' }), {
    status: 200,
    code: 'UPSTREAM_ERROR',
    calls: [1, 3],
    hasNot: /<b>/,
  }),
];

export const upstreamAttacks: Group = {
  name: 'answers of the service',
  settings: { CIRCUIT_BREAKER: '0', UPSTREAM_TIMEOUT: '2000', REQUEST_TIMEOUT: '8000' },
  attacks: [...shapes, ...pages, ...sizes, ...others],
};
