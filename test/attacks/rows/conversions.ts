import {
  type Attack,
  attacker,
  bytes,
  type Expected,
  get,
  type HttpMessage,
  times,
} from '../../support/attacks/attacks.ts';
import type { Group } from './groups.ts';

const post = (body: string, headers: Record<string, string> = {}): HttpMessage => ({
  method: 'POST',
  path: '/convert',
  headers: { 'content-type': 'application/json', ...headers },
  body,
});
const rest = (text: string) => post(JSON.stringify({ rest: text }));
const graphql = (query: string, variables?: unknown) => post(JSON.stringify({ query, variables }));

/** The message says what to do, and repeats little of the request. */
const rejected: Expected = { status: 400, calls: 0, has: /"message":"[a-z]/i, maxLength: 600 };
const tooLarge: Expected = { ...rejected, status: 413 };
const converted: Expected = { status: 200, calls: 0 };

/** CPU time for a conversion, in milliseconds. */
const cpuMs = 150;
const attack = (name: string, message: () => HttpMessage, expected = rejected): Attack => ({
  name,
  message,
  expected,
  cpuMs,
});

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const update = 'https://api.example.com/v1/spaces/s1';
const patch = (body: string) => rest(`curl -X PATCH ${update} -d '${body}'`);

const sizes: Attack[] = [
  attack('a body of 200,000 characters', () => rest('x'.repeat(200_000)), tooLarge),
  {
    name: 'the head of a body of 50 MB',
    message: () => ({
      ...bytes(
        'POST /convert HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 50000000\r\n\r\n{',
      ),
      closes: true,
    }),
    expected: tooLarge,
    cpuMs,
  },
  attack('a text of 70,000 characters', () => rest(`GET /v1/${'x'.repeat(70_000)}`)),
  attack('spaces alone', () => rest(' '.repeat(130_000))),
  attack('a path with 20,000 segments', () => rest(`GET ${'/v1'.repeat(20_000)}`)),
  attack('a path of slashes', () => rest(`GET ${'/'.repeat(60_000)}`)),
  attack('an id of 60,000 characters before an unknown path', () => rest(`GET /v1/orgs/${'x'.repeat(60_000)}/nope`)),
  attack('5,000 unknown parameters', () => rest(`GET /v1/orgs?${times(5_000, (i) => `p${i}=1`, '&')}`)),
];

const commands: Attack[] = [
  attack('a quote that is not closed', () => rest(`curl '${'x'.repeat(60_000)}`)),
  attack('60,000 quotes', () => rest(`curl ${"'".repeat(60_000)}`)),
  attack('escapes alone', () => rest(`curl ${'\\'.repeat(60_000)}`)),
  attack('spaces that no shell knows', () => rest(`curl ${'\u00a0\v\u2028'.repeat(10_000)}x`)),
  attack('continued lines alone', () => rest(`curl ${'\\\n^\n'.repeat(15_000)}`)),
  attack('a word of 60,000 options', () => rest(`curl -${'s'.repeat(60_000)}`)),
  attack('7,000 headers', () => rest(`curl ${"-H 'a:b' ".repeat(7_000)}`)),
  attack('20,000 URLs', () => rest(`curl ${'/a '.repeat(20_000)}`)),
  attack('10,000 parts of a body', () => rest(`curl ${update} ${'-d a '.repeat(10_000)}`)),
  attack('a body of spaces for a call without one', () => {
    return rest(`curl -X GET https://api.example.com/v1/orgs -d '${' '.repeat(60_000)}x'`);
  }),
  attack('a body in a file', () => rest(`curl ${update} -d @/etc/passwd`)),
  attack('a command in the place of a value', () => rest('curl $(cat /etc/passwd) `id`; cat /etc/passwd'), {
    ...rejected,
    hasNot: /root:/,
  }),
  attack('a URL of a file', () => rest('curl file:///etc/passwd'), { ...rejected, hasNot: /root:/ }),
];

const bodies: Attack[] = [
  attack('a body with 25,000 lists in one another', () => patch(lists(25_000))),
  attack('a body with 5,000 objects in one another', () => patch(objects(5_000))),
  attack('a body with 5,000 unknown keys', () => patch(`{${times(5_000, (i) => `"k${i}":1`, ',')}}`)),
  attack('a body that is no object', () => patch('[1]')),
  attack('a body that is not valid JSON', () => patch('{"title":')),
];

const requests: Attack[] = [
  ...[
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"rest":1}',
    '{"rest":"/v1/orgs","query":"{a}"}',
    '{"rest":"/v1","__proto__":{}}',
  ].map((body) =>
    attack(`the JSON ${body || 'without a character'}`, () => post(body), { ...rejected, has: /"message":"/ }),
  ),
  attack('25,000 lists in one another', () => post(`{"rest":${lists(25_000)}}`)),
  attack('text/plain', () => post('{"rest":"/v1/orgs"}', { 'content-type': 'text/plain' }), {
    ...rejected,
    status: 415,
  }),
  attack('a form', () => post('rest=/v1/orgs', { 'content-type': 'application/x-www-form-urlencoded' }), {
    ...rejected,
    status: 415,
  }),
  attack('no content type', () => ({ ...post('{"rest":"/v1/orgs"}'), headers: {} }), { ...rejected, status: 415 }),
  ...['PUT', 'PATCH'].map((method) =>
    attack(`the method ${method}`, () => ({ ...post('{"rest":"/v1/orgs"}'), method }), { ...rejected, status: 405 }),
  ),
  attack('the method GET', () => get('/convert?rest=/v1/orgs'), { ...rejected, status: 405 }),
  attack('the method DELETE', () => ({ ...get('/convert'), method: 'DELETE' }), { ...rejected, status: 405 }),
];

const documents: Attack[] = [
  attack('a document with 30,000 selections in one another', () => graphql('{a'.repeat(30_000))),
  attack('5,000 aliases', () => graphql(`{${times(5_000, (i) => `a${i}:__typename`)}}`)),
  attack('2,000 mutations', () => {
    return graphql(`mutation{${times(2_000, (i) => `a${i}:deleteSpace(input:{id:"s"}){clientMutationId}`)}}`);
  }),
  attack('fragments in a circle', () => graphql('{...A} fragment A on Query {...B} fragment B on Query {...A}')),
  attack('fragments that double 30 times', () => {
    return graphql(`{...F0} ${times(30, (i) => `fragment F${i} on Query {...F${i + 1} ...F${i + 1}}`)}`);
  }),
  attack('a value with 5,000 lists in one another', () => {
    return graphql(`mutation{deleteSpace(input:{id:${lists(5_000)}}){clientMutationId}}`);
  }),
  attack('variables with 20,000 objects in one another', () => {
    return post(`{"query":"{__typename}","variables":${objects(20_000)}}`);
  }),
];

const texts: readonly [name: string, text: string][] = [
  ['a null character', 'GET /v1/\0'],
  ['control characters', 'GET /v1/\x1b[2J\x07\r\n\r\nHTTP/1.1 200 OK'],
  ['half a character', 'GET /v1/\ud800'],
  ['a right-to-left override', 'GET /v1/\u202egro'],
  ['line separators', 'GET /v1/\u2028\u2029'],
  ['a page', 'GET /v1/<script>alert(1)</script>'],
  ['an invalid escape in an id', 'GET /v1/orgs/%E0%A4%A'],
  ['the name of a prototype as a method', 'curl -X constructor /v1/orgs'],
  ['the name of a prototype as an option', 'curl --__proto__ x'],
  ['the name of a prototype as a parameter', 'GET /v1/orgs?__proto__=1'],
];

const token = { authorization: `Bearer ${attacker}` };

const conversions: Attack[] = [
  attack('no token: nothing is called', () => rest('GET /v1/orgs'), converted),
  attack(
    'a token in the command: it is not returned',
    () => {
      return post(JSON.stringify({ rest: `curl /v1/orgs -H 'Authorization: Bearer ${attacker}'` }), token);
    },
    converted,
  ),
  attack('an id that leads out of the path', () => rest('GET /v1/orgs/..%2f..%2fadmin')),
  { ...attack('300 conversions at once', () => rest('DELETE /v1/spaces/s1'), converted), copies: 300, cpuMs: 20 },
  { ...attack('100 rejections at once', () => patch(lists(25_000))), copies: 100, cpuMs: 20 },
];

export const conversionAttacks: Group = {
  name: 'conversions',
  settings: {},
  attacks: [
    ...sizes,
    ...commands,
    ...bodies,
    ...requests,
    ...documents,
    ...texts.map(([name, text]) => attack(`a text with ${name}`, () => rest(text))),
    ...conversions,
  ],
};
