import { expect } from 'vitest';
import { type Attack, type Expected, post, postBody, times } from '../../support/attacks/attacks.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { executed } from './groups.ts';

const typename = '{ __typename }';
const body = JSON.stringify({ query: typename });
const nothing: Expected = { status: 200, data: true, calls: 0 };
const badRequest: Expected = { status: 400, code: 'BAD_REQUEST', data: false, calls: 0 };
const invalid: Expected = { status: 400, code: 'GRAPHQL_VALIDATION_FAILED', data: false, calls: 0 };
const unparsable: Expected = { status: 400, code: 'GRAPHQL_PARSE_FAILED', data: false, calls: 0 };
/** A field is null, with an error, before any call. */
const nullField: Expected = { status: 200, code: 'BAD_USER_INPUT', calls: 0 };

const json = (body: object, headers?: Record<string, string>) => postBody(JSON.stringify(body), headers);
const row = (name: string, message: Attack['message'], expected: Expected): Attack => ({ name, message, expected });

/** Texts of requests: their encoding, and names that reach a prototype. */
export const textAttacks: readonly Attack[] = [
  row('a byte order mark before JSON', () => postBody(`\uFEFF${body}`), nothing),
  row('two byte order marks before JSON', () => postBody(`\uFEFF\uFEFF${body}`), badRequest),
  row('a byte order mark in a document', () => post(`\uFEFF${typename}`), nothing),
  row('a byte order mark in a name', () => post('{ __type\uFEFFname }'), invalid),
  row('a name in Cyrillic that looks like a field', () => post('{ __typenаme }'), unparsable),
  row('a right-to-left override in an id', () => post('{ organization(id: "o\u202E1") { title } }'), {
    status: 200,
    data: true,
    calls: 1,
    arrived: ([request]) => expect(request?.url).toBe('/v1/orgs/o%E2%80%AE1'),
  }),
  row('a line separator of Unicode ends no comment', () => post('{ __typename #\u2028 }'), unparsable),
  row(
    'UTF-8 that is longer than it must be',
    () => postBody(Buffer.from(`{"query":"{ __typename }","x":"\xc0\xaf"}`, 'latin1')),
    { ...nothing, status: 400, code: 'BAD_REQUEST', data: false },
  ),
  row('a surrogate in a document', () => post('{ organization(id: "\\uD800") { title } }'), unparsable),
  row('a code point beyond Unicode', () => post('{ organization(id: "\\u{110000}") { title } }'), unparsable),
  row(
    'a number of 100,000 digits in a document',
    () => post(`{ organizations(first: ${'9'.repeat(100_000)}) { totalCount } }`),
    {
      ...invalid,
      maxLength: 4_000,
    },
  ),
  row(
    '__proto__ in a literal',
    () => post('mutation { createSite(input: {organizationId: "o", __proto__: {title: "x"}}) { clientMutationId } }'),
    invalid,
  ),
  row(
    'a variable named __proto__',
    () => post('query ($__proto__: Int) { organizations(first: $__proto__) { totalCount } }'),
    {
      status: [200, 400],
      calls: [0, 1],
    },
  ),
  row(
    'an operation named __proto__',
    () => json({ query: `query __proto__ ${typename}`, operationName: '__proto__' }),
    nothing,
  ),
  row(
    'an operation named constructor that is not there',
    () => json({ query: typename, operationName: 'constructor' }),
    {
      status: 400,
      code: ['BAD_REQUEST', 'BAD_USER_INPUT', 'OPERATION_RESOLUTION_FAILURE'],
      data: false,
      calls: 0,
    },
  ),
];

const cursor = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const after = (name: string, value: string): Attack =>
  row(
    `a cursor ${name}`,
    () => post(`{ organization(id: "o1") { members(after: ${JSON.stringify(value)}) { nodes { id } } } }`),
    {
      status: 200,
      code: 'BAD_USER_INPUT',
      calls: [0, 1],
      maxLength: 2_000,
    },
  );
const node = (name: string, id: string, expected: Expected = nothing): Attack =>
  row(`a node id ${name}`, () => post(`{ node(id: ${JSON.stringify(id)}) { id } }`), expected);

/** Ids, cursors, and places of errors. */
export const placeAttacks: readonly Attack[] = [
  after('with a negative offset', cursor('1.abcdefgh.25.-1')),
  after('with an offset of 999,999', cursor('1.abcdefgh.25.999999.1')),
  after('with a limit of 9,999', cursor('1.abcdefgh.9999.0.1')),
  after('whose token is a path', cursor('1.abcdefgh.25.0.../../v1/user?')),
  after('of another version', cursor('2.abcdefgh.25.0')),
  after('that is a list', cursor(['x', 25, 1e308])),
  after('of nested lists', cursor('['.repeat(5_000))),
  after('of 200 kB', cursor('x'.repeat(200_000))),
  node('of 100,000 letters', cursor(`Space:${'s'.repeat(100_000)}`), { status: 200, calls: [0, 1], maxLength: 2_000 }),
  node('with 10,000 keys', cursor(`Space:${'s/'.repeat(10_000)}`), { ...nullField, maxLength: 2_000 }),
  node('whose key is percent-encoded twice', globalIdOf('Organization', '%252e%252e'), {
    status: 200,
    calls: [0, 1],
    arrived: ([request]) => {
      expect(request?.url ?? '').not.toMatch(/orgs\/\.\./);
    },
  }),
  node('in a node id', cursor(`Space:${globalIdOf('Space', 's')}`), executed(1)),
  node('of a type of the prototype', cursor('constructor:x'), nullField),
  row('viewer a hundred times', () => post(`{ ${times(100, (i) => `v${i}: viewer { restId }`)} }`), {
    status: 200,
    calls: [0, 1],
  }),
  row(
    'composed lists with a cursor of another list',
    () =>
      post(
        `{ space(id: "s1") { changeRequests(statuses: ["draft", "open"], after: "${cursor(['x', 25, 3])}") { nodes { id } } } }`,
      ),
    {
      status: 200,
      code: 'BAD_USER_INPUT',
      calls: [0, 2],
    },
  ),
  row(
    '499 aliases with an error behind 10,000 lines',
    () =>
      post(
        `${'\n'.repeat(10_000)}{ organization(id: "o1") { ${times(499, (i) => `a${i}: sites(first: -1) { totalCount }`)} } }`,
      ),
    {
      status: 200,
      code: 'BAD_USER_INPUT',
      calls: [0, 1],
      maxLength: 150_000,
    },
  ),
];
