import { gzipSync } from 'node:zlib';
import { type Attack, attacker, type Expected, get, getQuery, postBody } from '../../support/attacks/attacks.ts';
import { badRequest, executed, type Group, overLimit } from './groups.ts';

const typename = '{"query":"{ __typename }"}';
const deletion = 'mutation { deleteSpace(input: { id: "s1" }) { clientMutationId } }';
const organization = '{ organization(id: "o1") { title } }';

const unsupported: Expected = { status: 415, code: 'BAD_REQUEST', data: false, calls: 0 };
const forged: Expected = { status: [400, 403], code: 'BAD_REQUEST', data: false, calls: 0 };
const typed = (type: string, body: string | Buffer = typename) => postBody(body, { 'content-type': type });

const contentTypes: Attack[] = [
  { name: 'text/plain', message: () => typed('text/plain'), expected: forged },
  {
    name: 'text/plain with JSON as a parameter',
    message: () => typed('text/plain; application/json'),
    expected: forged,
  },
  {
    name: 'application/x-www-form-urlencoded',
    message: () => typed('application/x-www-form-urlencoded', 'query={__typename}'),
    expected: unsupported,
  },
  {
    name: 'multipart/form-data',
    message: () =>
      typed(
        'multipart/form-data; boundary=x',
        '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"{__typename}"}\r\n--x--',
      ),
    expected: unsupported,
  },
  { name: 'application/graphql', message: () => typed('application/graphql', '{ __typename }'), expected: unsupported },
  {
    name: 'application/xml',
    message: () => typed('application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    expected: { ...unsupported, hasNot: /root:/ },
  },
  { name: 'application/json5', message: () => typed('application/json5'), expected: unsupported },
  { name: 'two content types', message: () => typed('application/json, text/plain'), expected: unsupported },
  {
    name: 'a content type of 10,000 letters',
    message: () => typed(`application/${'j'.repeat(10_000)}`),
    expected: { ...unsupported, maxLength: 1000 },
  },
  {
    name: 'a gzip body',
    message: () => postBody(gzipSync(typename), { 'content-encoding': 'gzip' }),
    expected: unsupported,
  },
  {
    name: 'a gzip body of 100 MB',
    message: () => postBody(gzipSync(Buffer.alloc(100_000_000, 32)), { 'content-encoding': 'gzip' }),
    expected: unsupported,
  },
  {
    name: 'a body in two encodings',
    message: () => postBody(gzipSync(gzipSync(typename)), { 'content-encoding': 'gzip, gzip' }),
    expected: unsupported,
  },
  {
    name: 'a body in an unknown encoding',
    message: () => postBody(typename, { 'content-encoding': 'x-evil' }),
    expected: unsupported,
  },
  {
    name: 'UTF-16',
    message: () => typed('application/json; charset=utf-16', Buffer.from(typename, 'utf16le')),
    expected: { ...badRequest, status: [400, 415] },
  },
];

const bodies: Attack[] = [
  { name: 'an empty body', message: () => postBody(''), expected: badRequest },
  { name: 'a batch', message: () => postBody(`[${typename},${typename}]`), expected: badRequest },
  {
    name: 'a batch of 10,000',
    message: () => postBody(`[${Array(10_000).fill(typename).join(',')}]`),
    // It has more values than the JSON of a request may have.
    expected: overLimit,
  },
  { name: 'an empty batch', message: () => postBody('[]'), expected: badRequest },
  { name: 'JSON that is null', message: () => postBody('null'), expected: badRequest },
  { name: 'JSON with a comment', message: () => postBody(`/* */${typename}`), expected: badRequest },
  { name: 'two JSON values', message: () => postBody(typename + typename), expected: badRequest },
  {
    name: 'a body over MAX_BODY_BYTES',
    message: () => postBody(`{"query":"${' '.repeat(1_100_000)}"}`),
    expected: { status: 413, code: 'BAD_REQUEST', data: false, calls: 0 },
  },
  {
    name: 'a body of 50 MB',
    message: () => postBody(Buffer.alloc(50_000_000, 32)),
    expected: { status: 413, calls: 0 },
    cpuMs: 1_500,
  },
  {
    name: 'two queries in one body: the last one counts',
    message: () => postBody(`{"query":"${deletion.replaceAll('"', '\\"')}","query":"{ __typename }"}`),
    expected: executed(0),
  },
];

const methods: Attack[] = [
  ...['PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
    (method): Attack => ({
      name: `${method} with a query`,
      message: () => ({ ...postBody(typename), method }),
      // Node sends some of these bodies without a length.
      expected: { status: [400, 405, 204, 404], calls: 0 },
    }),
  ),
  {
    name: 'TRACE',
    message: () => ({ method: 'TRACE', path: '/graphql', headers: { 'x-secret': attacker } }),
    expected: { status: [400, 404, 405, 501], calls: 0 },
  },
  {
    name: 'HEAD with a query',
    message: () => ({ ...getQuery('{ __typename }'), method: 'HEAD' }),
    expected: { status: [200, 404, 405], calls: 0 },
  },
  {
    name: 'a method override',
    message: () => getQuery(deletion, { 'x-http-method-override': 'POST', 'content-type': 'application/json' }),
    expected: { status: 405, calls: 0 },
  },
  {
    name: 'a mutation by GET',
    message: () => getQuery(deletion),
    expected: { status: [400, 405], code: 'BAD_REQUEST', data: false, calls: 0 },
  },
  {
    name: 'a mutation by GET, chosen among queries',
    message: () =>
      get(
        `/graphql?${new URLSearchParams({ query: `query A { __typename } ${deletion.replace('mutation', 'mutation B')}`, operationName: 'B' })}`,
      ),
    expected: { status: [400, 405], calls: 0 },
  },
];

const origins: readonly [name: string, headers: Record<string, string>][] = [
  ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  [
    'an image of another site',
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  ],
  ['a page of a sibling site', { 'sec-fetch-site': 'same-site' }],
  ['the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
  ['an opaque origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['an old browser with an Origin', { origin: 'https://evil.example' }],
];

const forgeries: Attack[] = [
  ...origins.map(
    ([name, headers]): Attack => ({
      name: `a GET of ${name}`,
      message: () => getQuery(organization, headers),
      expected: forged,
    }),
  ),
  {
    name: 'a form of another site that posts JSON as text/plain',
    message: () => typed('text/plain', `{"query":${JSON.stringify(deletion)},"a":"="}`),
    expected: forged,
  },
  {
    name: 'a form of another site that posts parameters',
    message: () => ({
      ...typed('application/x-www-form-urlencoded', `query=${encodeURIComponent(deletion)}`),
      path: `/graphql?query=${encodeURIComponent(deletion)}`,
    }),
    expected: unsupported,
  },
  {
    name: 'a POST without a content type',
    message: () => ({
      method: 'POST',
      path: `/graphql?query=${encodeURIComponent(deletion)}`,
      headers: { origin: 'https://evil.example' },
      body: '',
    }),
    expected: { status: [400, 403, 415], code: 'BAD_REQUEST', data: false, calls: 0 },
  },
];

const paths: Attack[] = [
  ...[
    '/assets/../../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/....//package.json',
    '//graphql/../package.json',
    '/assets/%00',
    '/assets/..\\..\\package.json',
    '/v1/orgs',
    '/.git/config',
    '/node_modules/',
  ].map(
    (path): Attack => ({
      name: `the path ${path}`,
      message: () => get(path),
      expected: { status: [400, 404], calls: 0, hasNot: /"dependencies"/ },
    }),
  ),
  { name: 'a malformed path', message: () => get('/%E0%A4%A'), expected: { status: 400, calls: 0 } },
  {
    name: 'a query string of 15,000 letters',
    message: () => get(`/graphql?query=${'a'.repeat(15_000)}`),
    expected: { status: [200, 400, 414, 431], calls: 0, maxLength: 40_000 },
  },
  {
    name: 'a query string with 2,000 parameters',
    message: () => get(`/graphql?${Array.from({ length: 2_000 }, (_, i) => `a${i}=1`).join('&')}`),
    expected: { status: [400, 414, 431], calls: 0 },
  },
  {
    name: 'two queries in one query string',
    message: () => get('/graphql?query={__typename}&query={organizations{nodes{id}}}'),
    expected: { status: [200, 400], calls: [0, 1] },
  },
];

export const httpAttacks: Group = {
  name: 'HTTP',
  settings: {},
  attacks: [...contentTypes, ...bodies, ...methods, ...forgeries, ...paths],
};
