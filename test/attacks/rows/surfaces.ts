import { expect } from 'vitest';
import {
  type Attack,
  attacker,
  bytes,
  type Expected,
  get,
  getQuery,
  post,
  postBody,
  times,
} from '../../support/attacks/attacks.ts';
import type { Group } from './groups.ts';
import { placeAttacks, textAttacks } from './places.ts';

/** An origin that CORS allows, and one that it does not. */
const friend = 'https://docs.example';
const stranger = 'https://evil.example';

const typename = '{ __typename }';
const organization = '{ organization(id: "o1") { title } }';
const nothing: Expected = { status: 200, data: true, calls: 0 };
const badInput: Expected = { status: 400, code: 'BAD_USER_INPUT', calls: 0 };
const badRequest: Expected = { status: 400, code: 'BAD_REQUEST', data: false, calls: 0 };
const invalid: Expected = { status: 400, code: 'GRAPHQL_VALIDATION_FAILED', data: false, calls: 0 };
const unparsable: Expected = { status: 400, code: 'GRAPHQL_PARSE_FAILED', data: false, calls: 0 };
/** Clients that accept JSON alone get status 200. */
const oldUnparsable: Expected = { ...unparsable, status: 200 };

const json = (body: object, headers?: Record<string, string>) => postBody(JSON.stringify(body), headers);
const row = (name: string, message: Attack['message'], expected: Expected): Attack => ({ name, message, expected });

const preflight = (name: string, headers: Record<string, string>, expected: Expected): Attack =>
  row(name, () => ({ method: 'OPTIONS', path: '/graphql', headers, body: '' }), expected);
const asked = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

const raw = (headers: string, body = '', line = 'POST /graphql HTTP/1.1') =>
  bytes(`${line}\r\nhost: localhost\r\nconnection: close\r\n${headers}\r\n${body}`);
const jsonType = 'content-type: application/json\r\n';
const body = JSON.stringify({ query: typename });
const length = `content-length: ${body.length}\r\n`;
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
const served: Expected = { status: 200, calls: 0, has: /"__typename":"Query"/ };
const notServed = (...status: number[]): Expected => ({ status, calls: 0, hasNot: /"data":\{/ });

const cors: Attack[] = [
  preflight(
    'a preflight of a stranger',
    { origin: stranger, ...asked },
    {
      ...notServed(403),
      hasNot: /evil\.example/,
    },
  ),
  preflight(
    'a preflight with an origin of 5,000 letters',
    { origin: `https://${'e'.repeat(5_000)}`, ...asked },
    {
      ...notServed(403),
      maxLength: 1_000,
    },
  ),
  preflight(
    'a preflight with 200 headers',
    {
      origin: friend,
      'access-control-request-method': 'POST',
      'access-control-request-headers': times(200, (i) => `x-${i}`, ','),
    },
    { ...notServed(204), maxLength: 1_000 },
  ),
  preflight('a preflight for DELETE', { origin: friend, 'access-control-request-method': 'DELETE' }, notServed(204)),
  preflight('OPTIONS with a body that is a query', { 'content-type': 'application/json' }, notServed(204, 405)),
  row(
    'an origin with a line break',
    () => raw(`${jsonType}${length}origin: ${friend}\r x: y\r\n`, body),
    notServed(400),
  ),
  row('two origins', () => raw(`${jsonType}${length}origin: ${friend}\r\norigin: ${stranger}\r\n`, body), {
    ...served,
    hasNot: /access-control-allow-origin/i,
  }),
  row('the origin null', () => raw(`${jsonType}${length}origin: null\r\n`, body), {
    ...served,
    hasNot: /access-control-allow-origin/i,
  }),
];

const parts: Attack[] = [
  row('onError that is unknown', () => json({ query: typename, onError: 'EXPLODE' }), badInput),
  row('onError that is an object', () => json({ query: typename, onError: { toString: 'HALT' } }), badInput),
  row('onError of 100,000 letters', () => json({ query: typename, onError: 'H'.repeat(100_000) }), {
    ...badInput,
    maxLength: 1_000,
  }),
  row('explain that is an object', () => json({ query: typename, extensions: { explain: { plan: true } } }), {
    status: [200, 400],
    calls: 0,
  }),
  row('explain of an invalid document', () => json({ query: '{ nope }', extensions: { explain: 'plan' } }), invalid),
  row(
    'a plan of a mutation sends nothing',
    () =>
      json({
        query: 'mutation { deleteSpace(input: {id: "s"}) { userErrors { code } } }',
        extensions: { explain: 'plan' },
      }),
    { status: 200, calls: 0 },
  ),
  row('extensions that are a list', () => json({ query: typename, extensions: [] }), badRequest),
  row('extensions that are a number', () => json({ query: typename, extensions: 1 }), badRequest),
  row(
    '9,000 unknown extensions',
    () => postBody(`{"query":"${typename}","extensions":{${times(9_000, (i) => `"x${i}":1`, ',')}}}`),
    nothing,
  ),
  row(
    '9,000 unknown parts',
    () => postBody(`{"query":"${typename}",${times(9_000, (i) => `"x${i}":1`, ',')}}`),
    nothing,
  ),
  row(
    '30,000 unknown parts',
    () => postBody(`{"query":"${typename}",${times(30_000, (i) => `"x${i}":1`, ',')}}`),
    badInput,
  ),
  row('a query that is a list', () => json({ query: [typename] }), badRequest),
  row('a query that is null', () => json({ query: null }), badRequest),
  row(
    'two variables of one name: the last one counts',
    () => postBody(`{"query":"query ($id: ID!) { organization(id: $id) { title } }","variables":{"id":"a","id":"b"}}`),
    {
      status: 200,
      data: true,
      calls: 1,
      arrived: ([request]) => {
        expect(request?.url).toMatch(/\/b$/);
      },
    },
  ),
  row('a batch of one', () => postBody(`[${body}]`), badRequest),
  row('a batch in a batch', () => postBody(`[[${body}]]`), badRequest),
];

const addresses: Attack[] = [
  row(
    'variables of a GET that are a list',
    () => get(`/graphql?query=${encodeURIComponent(typename)}&variables=[]`),
    badRequest,
  ),
  row(
    'variables of a GET that are no JSON',
    () => get(`/graphql?query=${encodeURIComponent(typename)}&variables=%7B`),
    badRequest,
  ),
  row(
    'a GET whose query is percent-encoded twice',
    () => get(`/graphql?query=${encodeURIComponent(encodeURIComponent(typename))}`),
    oldUnparsable,
  ),
  row('a GET with a percent sign that encodes nothing', () => get('/graphql?query=%zz'), oldUnparsable),
  row('a GET with bytes that are no UTF-8', () => get('/graphql?query=%ff%fe'), oldUnparsable),
  row('a GET with a NUL', () => get('/graphql?query=%7B%00__typename%7D'), oldUnparsable),
  row(
    'a GET with a fragment',
    () => raw('', '', 'GET /graphql?query={__typename}#{organizations{nodes{id}}} HTTP/1.1'),
    served,
  ),
  row(
    'a GET with two variables',
    () => get(`/graphql?query=${encodeURIComponent(typename)}&variables=%7B%7D&variables=%7B%7D`),
    badRequest,
  ),
  row('the SDL in an unknown form', () => get('/schema.graphql?nullability=__proto__'), {
    status: [200, 400],
    calls: 0,
  }),
  row('a POST to the SDL', () => ({ ...post(typename), path: '/schema.graphql' }), notServed(404, 405)),
  row('the SDL as a range', () => get('/schema.graphql', { range: 'bytes=0-1,1-2,2-3,3-4' }), {
    status: 200,
    calls: 0,
  }),
  row(
    'the SDL with 3,000 ETags',
    () => get('/schema.graphql', { 'if-none-match': times(2_000, (i) => `"${i}"`, ',') }),
    { status: 200, calls: 0 },
  ),
  row(
    'a DELETE of a conversion',
    () => ({ method: 'DELETE', path: '/convert', headers: {}, body: '' }),
    notServed(404, 405),
  ),
  row('a path parameter', () => get('/graphql;jsessionid=1?query={__typename}'), notServed(400, 404)),
  row('a slash after the path', () => get('/graphql/?query={__typename}'), notServed(400, 404)),
  row('the path in capitals', () => get('/GRAPHQL?query={__typename}'), notServed(404)),
  row('the path of the admin port', () => get('/reload'), notServed(404)),
  row(
    'a write to the path of the admin port',
    () => ({ method: 'POST', path: '/invalidate', headers: { 'content-type': 'application/json' }, body: '{}' }),
    notServed(404),
  ),
];

const transfers: Attack[] = [
  row(
    'a body in chunks of one byte',
    () => raw(`${jsonType}transfer-encoding: chunked\r\n`, `${[...body].map(chunk).join('')}0\r\n\r\n`),
    served,
  ),
  row('an empty chunked body', () => raw(`${jsonType}transfer-encoding: chunked\r\n`, '0\r\n\r\n'), notServed(400)),
  row(
    'chunks over MAX_BODY_BYTES',
    () => raw(`${jsonType}transfer-encoding: chunked\r\n`, `${chunk(' '.repeat(1_100_000))}0\r\n\r\n`),
    notServed(413),
  ),
  row(
    'a body that is longer than its length',
    () => raw(jsonType + length, `${body}GET /graphql?query={organizations{nodes{id}}} HTTP/1.1\r\nhost: x\r\n\r\n`),
    served,
  ),
  row('two content types', () => raw(`content-type: text/plain\r\n${jsonType}${length}`, body), notServed(400, 415)),
  row(
    'two encodings of the response',
    () => raw(`${jsonType}${length}accept-encoding: gzip;q=0\r\naccept-encoding: br, zstd\r\n`, body),
    served,
  ),
  row(
    'Accept of 8,000 letters',
    () => post(typename, undefined, { accept: `${'a/b,'.repeat(2_000)}application/json` }),
    { status: [200, 406], calls: 0 },
  ),
  row(
    'Expect: 100-continue without a body',
    () => raw(`${jsonType}content-length: 2000000\r\nexpect: 100-continue\r\n`),
    notServed(413),
  ),
];

const methods: Attack[] = [
  row(
    'a POST with a query in the address alone',
    () => ({ ...postBody(''), path: `/graphql?query=${encodeURIComponent(typename)}` }),
    badRequest,
  ),
  row(
    'a GET with a body of another query',
    () => raw(`${jsonType}${length}`, body, 'GET /graphql?query={__typename} HTTP/1.1'),
    { status: [200, 400], calls: 0 },
  ),
  row('a subscription', () => post('subscription { spaceChanged { id } }'), { status: [400, 405], calls: 0 }),
  row('a subscription by GET', () => getQuery('subscription { spaceChanged { id } }'), {
    status: [400, 405],
    calls: 0,
  }),
  row(
    'a token of 7,000 letters',
    () => post(organization, undefined, { authorization: `Bearer ${'t'.repeat(7_000)}` }),
    { status: 200, data: true, calls: 1 },
  ),
  row('a token with a tab', () => post(organization, undefined, { authorization: `Bearer\t${attacker}` }), {
    status: [200, 400],
    calls: [0, 1],
  }),
];

export const surfaceAttacks: Group = {
  name: 'surfaces',
  settings: { CORS_ORIGINS: friend },
  attacks: [...cors, ...parts, ...addresses, ...transfers, ...methods, ...textAttacks, ...placeAttacks],
};
