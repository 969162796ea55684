import { type Attack, type Expected, get, post, postBody, times } from '../../support/attacks/attacks.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { documentCodes, executed, type Group, limitCodes, overLimit } from './groups.ts';

const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
const spaceIds = (count: number) =>
  JSON.stringify(Array.from({ length: count }, (_, i) => globalIdOf('Space', `s${i}`)));
const organization = 'query ($id: ID!) { organization(id: $id) { title } }';
const members =
  'query ($first: Int, $after: String) { organization(id: "o") { members(first: $first, after: $after) { nodes { id } } } }';

const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const rejected: Expected = { status: [200, 400], code: [...documentCodes, 'BAD_REQUEST'], data: false, calls: 0 };
const tooDeep: Expected = { status: 400, code: 'BAD_USER_INPUT', data: false, calls: 0 };

const malformed: Expected = { status: 400, code: 'BAD_REQUEST', data: false, calls: 0 };
/** A value of the wrong kind: no call is made, and only the fields with the value are null. */
const badValue: Expected = { status: [200, 400], code: limitCodes, calls: 0 };

const variables = (name: string, query: string, json: string, expected: Expected): Attack => ({
  name,
  message: () => post(query, json),
  expected,
});

const sizes: Attack[] = [
  { ...variables('100 ids in nodes', nodes, `{"ids":${spaceIds(100)}}`, executed(100)), cpuMs: 3_000 },
  variables('101 ids in nodes', nodes, `{"ids":${spaceIds(101)}}`, overLimit),
  variables('20,000 ids in nodes', nodes, `{"ids":${spaceIds(20_000)}}`, overLimit),
  variables('60,000 equal ids in nodes', nodes, `{"ids":[${times(60_000, () => '"U3BhY2U6czE"', ',')}]}`, overLimit),
  variables('60,000 invalid ids in nodes', nodes, `{"ids":[${times(60_000, (i) => `{"a":${i}}`, ',')}]}`, {
    ...rejected,
    maxLength: 100_000,
  }),
  variables(
    '100,000 variables that are not declared',
    '{ __typename }',
    `{${times(70_000, (i) => `"v${i}":1`, ',')}}`,
    {
      status: [200, 400],
      calls: 0,
    },
  ),
  variables('an id of 1 MB', organization, `{"id":"${'i'.repeat(1_000_000)}"}`, {
    status: [200, 400],
    calls: [0, 1],
    hasNot: /i{1000}/,
  }),
  variables('a cursor of 1 MB', members, `{"after":"${'YWFh'.repeat(240_000)}"}`, {
    ...badValue,
    hasNot: /(YWFh){200}/,
  }),
  variables('a list size of 1,001', members, '{"first":1001}', badValue),
  variables('a negative list size', members, '{"first":-1}', badValue),
];

const manyIds = (item: (i: number) => string) => `[${times(19_900, (i) => `"${item(i)}"`, ',')}]`;
const inputOf = (ids: string) => `{"input":{"organizationId":"o","title":"t","memberIds":${ids}}}`;
const wrongId = (i: number) => globalIdOf('Revision', 's', `${i}`);
const repeatedTeams = `mutation ($input: CreateTeamInput!) { ${times(50, (i) => `m${i}: createTeam(input: $input) { userErrors { code } }`)} }`;
const repeatedFilters = `query ($ids: [ID!]) { space(id: "s") { ${times(480, (i) => `a${i}: comments(authorIds: $ids) { totalCount }`)} } }`;
const filtersOfItems =
  'query ($ids: [ID!]) { collection(id: "c") { spaces(first: 1000) { nodes { comments(authorIds: $ids) { totalCount } } } } }';
const repeatedTexts = (type: string, field: string) =>
  `query ($v: ${type}) { organization(id: "o") { ${times(480, (i) => `a${i}: ${field} { __typename }`)} } }`;
const oneMegabyte = `{"v":"${'i'.repeat(1_000_000)}"}`;
const badInputs: Expected = { ...badValue, code: [...limitCodes, 'NOT_EXECUTED'] };
/** Each of the fields is null, with an error. */
const badValues: Expected = { ...badValue, calls: [0, 1] };

/** Values that a document repeats: each field works with all of them. */
const repeated: Attack[] = [
  variables('50 mutations with the same 19,900 ids', repeatedTeams, inputOf(manyIds((i) => `id${i}`)), badInputs),
  variables(
    '50 mutations with the same 19,900 ids of another type',
    repeatedTeams,
    inputOf(manyIds(wrongId)),
    badInputs,
  ),
  variables('50 mutations with the same 19,900 empty ids', repeatedTeams, inputOf(manyIds(() => '')), badInputs),
  variables('480 filters with the same 19,900 ids', repeatedFilters, `{"ids":${manyIds((i) => `id${i}`)}}`, badValues),
  variables(
    '480 filters with the same 19,900 global ids',
    repeatedFilters,
    `{"ids":${manyIds((i) => globalIdOf('Member', 'o', `${i}`))}}`,
    badValues,
  ),
  variables('a filter of 19,900 ids in 1,000 items', filtersOfItems, `{"ids":${manyIds((i) => `id${i}`)}}`, {
    status: 200,
    code: limitCodes,
    calls: 1,
  }),
  {
    name: 'a fragment with a filter of 7,000 ids, in 480 fields',
    message: () =>
      post(
        `{ organization(id: "o") { ${times(480, (i) => `a${i}: space(id: "s${i}") { ...F }`)} } } fragment F on Space { comments(authorIds: [${times(7_000, (i) => `"i${i}"`)}]) { totalCount } }`,
      ),
    expected: { status: [200, 400], code: documentCodes, calls: [0, 481] },
  },
  variables('480 ids of 1 MB', repeatedTexts('ID!', 'member(id: $v)'), oneMegabyte, badValues),
  variables('480 searches for 1 MB', repeatedTexts('String!', 'search(query: $v)'), oneMegabyte, badValues),
  variables('480 cursors of 1 MB', repeatedTexts('String', 'sites(after: $v)'), oneMegabyte, badValues),
];

const nested: Attack[] = [
  variables('lists in lists in a variable that is not declared, 100,000', '{ __typename }', `{"x":${lists(100_000)}}`, {
    status: [200, 400],
    calls: 0,
  }),
  variables('lists in lists, 101', nodes, `{"ids":${lists(101)}}`, rejected),
  variables('lists in lists, 5,000', nodes, `{"ids":${lists(5_000)}}`, rejected),
  variables('lists in lists, 400,000', nodes, `{"ids":${lists(400_000)}}`, rejected),
  variables('objects in objects, 101', organization, `{"id":${objects(101)}}`, rejected),
  variables('objects in objects, 5,000', organization, `{"id":${objects(5_000)}}`, rejected),
  variables('objects in objects, 150,000', organization, `{"id":${objects(150_000)}}`, rejected),
  {
    name: 'extensions nested 100,000 times',
    message: () => postBody(`{"query":"{ __typename }","extensions":{"x":${lists(100_000)}}}`),
    expected: { status: [200, 400], calls: 0 },
  },
  {
    name: 'an unknown part of the request nested 100,000 times',
    message: () => postBody(`{"query":"{ __typename }","x":${lists(100_000)}}`),
    expected: { status: [200, 400], calls: 0 },
  },
  { name: 'a body of 1 MB of [', message: () => postBody('['.repeat(1_000_000)), expected: tooDeep },
  { name: 'a body of 1 MB of {"a":', message: () => postBody('{"a":'.repeat(200_000)), expected: tooDeep },
  { name: 'a body of lists in lists', message: () => postBody(lists(500_000)), expected: tooDeep },
];

const prototypes: Attack[] = [
  variables('__proto__', '{ __typename }', '{"__proto__":{"polluted":true}}', malformed),
  variables('__proto__ deep in a list', '{ __typename }', '{"a":[[{"b":{"__proto__":{"polluted":1}}}]]}', malformed),
  variables('an escaped __proto__', '{ __typename }', '{"\\u005f_proto__":{"polluted":true}}', malformed),
  variables('constructor.prototype', '{ __typename }', '{"constructor":{"prototype":{"polluted":1}}}', malformed),
  {
    name: '__proto__ beside the query',
    message: () => postBody('{"query":"{ __typename }","__proto__":{"variables":{}}}'),
    expected: malformed,
  },
  {
    name: '__proto__ in extensions',
    message: () => postBody('{"query":"{ __typename }","extensions":{"__proto__":{"explain":true}}}'),
    expected: malformed,
  },
  {
    name: '__proto__ in the variables of a GET',
    message: () =>
      get(`/graphql?query={__typename}&variables=${encodeURIComponent('{"__proto__":{"a":1}}')}`, {
        'content-type': 'application/json',
      }),
    expected: { status: 400, code: 'BAD_REQUEST', data: false, calls: 0 },
  },
];

/** Another operation has a condition on a variable of the same name. */
const namedAsCondition: Attack = {
  name: 'an object with a toString in place of the condition of another operation',
  message: () =>
    postBody(
      JSON.stringify({
        query: `query A($x: Boolean!) { __typename @skip(if: $x) }
          mutation B($x: JSONObject!) { updateSiteAdaptiveSchema(input: { siteId: "s", jsonSchema: $x }) { userErrors { code } } }`,
        operationName: 'B',
        variables: { x: { toString: 1 } },
      }),
    ),
  expected: { status: 200, data: true, calls: [0, 1] },
};

const values: Attack[] = [
  namedAsCondition,
  variables('an Int of 2^31', members, '{"first":2147483648}', badValue),
  variables('an Int of 1e400', members, '{"first":1e400}', badValue),
  variables('an Int of 100,000 digits', members, `{"first":${'9'.repeat(100_000)}}`, {
    ...badValue,
    hasNot: /9{1000}/,
  }),
  variables('an Int with a fraction', members, '{"first":1.5}', badValue),
  variables('an Int as a string', members, '{"first":"1; DROP"}', badValue),
  variables('an id that is a list', organization, '{"id":["o1"]}', badValue),
  variables('an id that is true', organization, '{"id":true}', badValue),
  variables('an id of 1e400', organization, '{"id":1e400}', badValue),
  variables('an id with a lone surrogate', organization, '{"id":"o\\ud800"}', badValue),
  variables('an id with a reversed pair of surrogates', organization, '{"id":"\\udc00\\ud800"}', badValue),
  variables('an id with NUL', organization, '{"id":"o\\u0000"}', badValue),
  variables('an id with a line break and a header', organization, '{"id":"o\\r\\nx-evil: 1"}', badValue),
  variables('null for a required variable', organization, '{"id":null}', badValue),
  variables('variables that are a list', organization, '[]', { ...malformed, code: ['BAD_REQUEST', 'BAD_USER_INPUT'] }),
  variables('variables that are a string', organization, '"{\\"id\\":1}"', malformed),
  variables(
    'a cursor of another list',
    members,
    `{"after":"${Buffer.from('[0,"x"]').toString('base64url')}"}`,
    badValue,
  ),
  {
    name: 'bytes that are no UTF-8',
    message: () => postBody(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    expected: malformed,
  },
  {
    name: 'an id of bytes that are no UTF-8',
    message: () =>
      postBody(
        Buffer.concat([
          Buffer.from('{"query":"{ organization(id: \\"'),
          Buffer.from([0xc3, 0x28]),
          Buffer.from('\\") { title } }"}'),
        ]),
      ),
    expected: { status: [200, 400], calls: [0, 1] },
  },
];

const hash = 'a'.repeat(64);
const persisted =
  (extension: object, query?: string): Attack['message'] =>
  () =>
    postBody(JSON.stringify({ query, extensions: { persistedQuery: extension } }));
const apqRejected: Expected = { status: [400], calls: 0, data: false, code: undefined };

const apq: Attack[] = [
  {
    name: 'a persisted query whose hash is that of another one',
    message: persisted({ version: 1, sha256Hash: hash }, '{ __typename }'),
    expected: { ...malformed, code: ['BAD_REQUEST', 'BAD_USER_INPUT', 'INTERNAL_SERVER_ERROR'].slice(0, 2) },
  },
  {
    name: 'an unknown persisted query',
    message: persisted({ version: 1, sha256Hash: hash }),
    expected: { status: [200, 400, 404], code: 'PERSISTED_QUERY_NOT_FOUND', data: false, calls: 0 },
  },
  {
    name: 'a persisted query of version 2',
    message: persisted({ version: 2, sha256Hash: hash }, '{ __typename }'),
    expected: { ...malformed, code: ['BAD_REQUEST', 'BAD_USER_INPUT'] },
  },
  {
    name: 'a persisted query whose hash is an object',
    message: persisted({ version: 1, sha256Hash: { a: 1 } }, '{ __typename }'),
    expected: { ...malformed, code: ['BAD_REQUEST', 'BAD_USER_INPUT'] },
  },
  {
    name: 'a persisted query whose hash has 900,000 letters',
    message: persisted({ version: 1, sha256Hash: 'a'.repeat(900_000) }, '{ __typename }'),
    expected: { ...malformed, code: ['BAD_REQUEST', 'BAD_USER_INPUT'], hasNot: /a{1000}/ },
  },
  {
    name: 'a persisted query named __proto__',
    message: persisted({ version: 1, sha256Hash: '__proto__' }),
    expected: {
      ...apqRejected,
      status: [200, 400, 404],
      code: ['PERSISTED_QUERY_NOT_FOUND', 'BAD_REQUEST', 'BAD_USER_INPUT'],
    },
  },
];

export const variableAttacks: Group = {
  name: 'variables',
  settings: {},
  attacks: [...sizes, ...repeated, ...nested, ...prototypes, ...values, ...apq],
};
