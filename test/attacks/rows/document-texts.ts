import { type Attack, type Expected, post, postBody, times } from '../../support/attacks/attacks.ts';
import { documentCodes, type Group, invalid, limitCodes, unparsable } from './groups.ts';

/** Almost the largest body: 1 MB of a text, with room for the JSON around it. */
const megabyte = (unit: string, encoded = JSON.stringify(unit).length - 2) =>
  unit.repeat(Math.floor(1_000_000 / encoded));

const text = (name: string, query: () => string, expected: Expected = unparsable): Attack => ({
  name,
  message: () => post(query()),
  expected,
});

const nothingExecuted: Expected = { status: [200, 400], calls: 0 };

const noDocument: Expected = { status: 400, code: [...documentCodes, 'BAD_REQUEST'], data: false, calls: 0 };

const noOperation: Expected = { status: 400, code: 'OPERATION_RESOLUTION_FAILURE', data: false, calls: 0 };

const megabytes: Attack[] = [
  text('1 MB of {', () => megabyte('{')),
  text('1 MB of {a', () => megabyte('{a')),
  text('1 MB of }', () => megabyte('}')),
  text('1 MB of names of one letter', () => `{ ${megabyte('a ')} }`, invalid),
  text('1 MB of one name', () => `{ ${megabyte('a')} }`, invalid),
  text('1 MB of different names', () => `{ ${times(140_000, (i) => `a${i.toString(36)}`)} }`, invalid),
  text('1 MB of comments', () => `${megabyte('#\n')}{ __typename }`, nothingExecuted),
  text('1 MB of one comment', () => `#${megabyte('c')}\n{ __typename }`, { status: 200, data: true, calls: 0 }),
  text('1 MB of commas', () => `${megabyte(',')}{ __typename }`, { status: 200, data: true, calls: 0 }),
  text('1 MB of spaces', () => `${megabyte(' ')}{ __typename }`, { status: 200, data: true, calls: 0 }),
  text('1 MB of byte order marks', () => `${megabyte('\uFEFF', 3)}{ __typename }`, {
    status: 200,
    data: true,
    calls: 0,
  }),
  text('1 MB of directives', () => `{ __typename ${megabyte('@a ')} }`, invalid),
  text('1 MB of directives of the schema', () => `{ __typename ${megabyte('@skip(if: true) ')} }`, invalid),
  text('1 MB in a string', () => `{ organization(id: 1, x: "${megabyte('s')}") { title } }`, invalid),
  text('1 MB in a string without end', () => `{ organization(id: "${megabyte('s')}`),
  text('1 MB of escapes in a string', () => `{ organization(x: "${megabyte('\\u0041')}") { title } }`, invalid),
  text('1 MB of strings', () => `{ a(b: [${megabyte('"" ')}]) }`, invalid),
  text('1 MB in a block string', () => `{ a(b: """${megabyte('line\n')}""") }`, invalid),
  text('1 MB of quotes in a block string', () => `{ a(b: """${megabyte('\\"""')}""") }`, invalid),
  text(
    '1 MB of lines of growing indent in a block string',
    () => {
      const lines = times(1_300, (i) => `${' '.repeat(i)}x`, '\n');
      return `{ a(b: """${lines}""") }`;
    },
    invalid,
  ),
  text('1 MB of block strings', () => `{ a(b: [${megabyte('"""""" ')}]) }`, invalid),
  text('1 MB of quotes', () => megabyte('"')),
  text('1 MB of digits', () => `{ a(b: ${megabyte('1')}) }`, invalid),
  text(
    '1 MB of digits after the point',
    () => `{ organizations(first: 1.${megabyte('1')}) { nodes { id } } }`,
    invalid,
  ),
  text('1 MB of [', () => `{ a(b: ${megabyte('[')}`),
  text('1 MB of lists in lists', () => `{ a(b: ${'['.repeat(490_000)}${']'.repeat(490_000)}) }`),
  text('1 MB of objects in objects', () => `{ a(b: ${'{a:'.repeat(240_000)}1${'}'.repeat(240_000)}) }`),
  text('1 MB of list types', () => `query ($a: ${'['.repeat(490_000)}Int${']'.repeat(490_000)}) { __typename }`),
  text('1 MB of spreads', () => `{ ${megabyte('...F ')} }`, invalid),
  text('1 MB of spreads without names', () => `{ ${megabyte('...')}`),
  text('1 MB of variables', () => `query (${megabyte('$a:Int ')}) { __typename }`, invalid),
  text('1 MB of aliases', () => `{ ${megabyte('a:__typename ')} }`, invalid),
  text('1 MB of exclamation marks', () => `query ($a: Int${megabyte('!')}) { __typename }`),
  text('1 MB of ampersands', () => `type A implements ${megabyte('& ')}`),
  text('1 MB of definitions', () => megabyte('query{a}'), invalid),
  text('1 MB of type definitions', () => `{ __typename } ${megabyte('scalar A ')}`, invalid),
  text('1 MB of descriptions', () => `{ __typename } ${megabyte('"d" ')}`),
  text('1 MB of control characters', () => megabyte('\u0001')),
  text('1 MB of lone surrogates', () => `{ a(b: "${megabyte('\uD800')}") }`, invalid),
  text('1 MB of emoji', () => megabyte('😀', 4)),
];

const nested: Attack[] = [
  text('7,000 lists in each other', () => `{ a(b: ${'['.repeat(7_000)}${']'.repeat(7_000)}) }`, invalid),
  text('101 lists in each other', () => `{ nodes(ids: ${'['.repeat(101)}"a"${']'.repeat(101)}) { id } }`, invalid),
  text('4,500 objects in each other', () => `{ a(b: ${'{a:'.repeat(4_500)}1${'}'.repeat(4_500)}) }`, invalid),
  text(
    '7,000 list types in each other',
    () => `query ($a: ${'['.repeat(7_000)}Int${']'.repeat(7_000)}) { __typename }`,
    invalid,
  ),
  text('7,000 selections in each other', () => `${'{a'.repeat(7_000)}${'}'.repeat(7_000)}`, invalid),
  text(
    'directives in a variable definition',
    () => `query ($a: Int ${'@include(if: true) '.repeat(2_000)}) { __typename }`,
    invalid,
  ),
];

const confusing: Attack[] = [
  text('fields that the schema does not have, 4,000', () => `{ ${times(4_000, (i) => `organizatioms${i}`)} }`, {
    ...invalid,
    maxLength: 200_000,
  }),
  text('unknown arguments, 3,000', () => `{ organization(${times(3_000, (i) => `idd${i}: 1`)}) { title } }`, {
    ...invalid,
    maxLength: 200_000,
  }),
  text('unknown types, 2,000', () => `{ __typename ${times(2_000, (i) => `... on Organizatiom${i} { a }`)} }`, {
    ...invalid,
    maxLength: 200_000,
  }),
  text(
    'one name with two meanings, 1,500 times',
    () => `{ ${times(1_500, (i) => `a: organization(id: "${i}") { title }`)} }`,
    invalid,
  ),
  text(
    'one name with two meanings in lists of lists',
    () =>
      `{ organizations { nodes { ${times(60, (i) => `sites(first: ${i}) { nodes { ${times(20, (j) => `sections(first: ${j}) { nodes { id } }`)} } }`)} } } }`,
    invalid,
  ),
  text(
    'variables that nothing uses, 2,500',
    () => `query (${times(2_500, (i) => `$v${i}: Int`)}) { __typename }`,
    invalid,
  ),
  text(
    'variables that are not declared, 2,000',
    () => `{ ${times(90, (i) => `a${i}: organization(id: $v${i}) { title }`)} }`,
    invalid,
  ),
  text('a subscription', () => 'subscription { organizations { nodes { id } } }', invalid),
  text('two operations without a name', () => '{ __typename } { __typename }', invalid),
  text('an operation name that is not in the document', () => 'query A { __typename }', {
    status: 200,
    data: true,
    calls: 0,
  }),
  text('an empty document', () => '', noDocument),
  text('a document of spaces', () => '   \n', noDocument),
  text('a document of a fragment', () => 'fragment F on Query { __typename }', noDocument),
  text('a NUL in the document', () => '{ __type\u0000name }'),
  text('__proto__ as a field and as an alias', () => '{ __proto__: __typename constructor: __typename }', {
    status: 200,
    data: true,
    calls: 0,
    has: /"__proto__":"Query","constructor":"Query"/,
  }),
  text('an operation named __proto__', () => 'query __proto__ { __typename }', { status: 200, data: true, calls: 0 }),
  {
    name: 'an operation name of 1 MB',
    message: () => postBody(JSON.stringify({ query: '{ __typename }', operationName: 'n'.repeat(1_000_000) })),
    expected: { ...noOperation, hasNot: /n{1000}/ },
  },
  {
    name: 'an operation of 900,000 letters in its name',
    message: () => post(`query ${'n'.repeat(900_000)} { __typename }`),
    expected: nothingExecuted,
  },
  {
    name: 'line breaks and escapes in an operation name',
    message: () => postBody(JSON.stringify({ query: '{ __typename }', operationName: 'a\n{"level":60}\u001b[31m' })),
    expected: noOperation,
  },
  {
    name: 'a document over the limit of the body',
    message: () => post(`{ __typename } #${'c'.repeat(1_100_000)}`),
    expected: { status: 413, code: 'BAD_REQUEST', calls: 0 },
  },
];

export const documentTexts: Group = {
  name: 'texts of documents',
  settings: {},
  attacks: [...megabytes, ...nested, ...confusing],
};

/** Unknown names of a public gateway must not tell the schema. */
export const hiddenSchema: Group = {
  name: 'documents to a gateway that hides its schema',
  settings: { INTROSPECTION: 'false', SUGGESTIONS: 'false', EXPLAIN: 'false', EXPLORER: 'false' },
  attacks: [
    text('introspection', () => '{ __schema { types { name } } }', { ...invalid, hasNot: /Organization/ }),
    text('introspection of one type', () => '{ __type(name: "Site") { fields { name } } }', {
      ...invalid,
      hasNot: /title/,
    }),
    text('introspection in a fragment', () => '{ ...F } fragment F on Query { a: __schema { queryType { name } } }', {
      ...invalid,
      hasNot: /"Query"/,
    }),
    text('a misspelled field', () => '{ organizatoins { nodes { id } } }', {
      ...invalid,
      hasNot: /Did you mean|organizations/,
    }),
    text('a misspelled argument', () => '{ organization(idd: 1) { title } }', { ...invalid, hasNot: /Did you mean/ }),
    text('a misspelled type', () => '{ __typename ... on Querry { a } }', { ...invalid, hasNot: /Did you mean/ }),
    text('a misspelled enum value', () => '{ organization(id: "o") { members(role: ADMINN) { nodes { id } } } }', {
      ...invalid,
      hasNot: /Did you mean/,
    }),
    {
      name: 'a misspelled enum value in a variable',
      message: () =>
        post('query ($r: Role) { organization(id: "o") { members(role: $r) { nodes { id } } } }', '{"r":"ADMINN"}'),
      expected: { status: [200, 400], code: limitCodes, calls: 0, hasNot: /Did you mean/ },
    },
    {
      name: 'explain',
      message: () => postBody('{"query":"{ organization(id: \\"o\\") { title } }","extensions":{"explain":true}}'),
      expected: { status: [200, 400], calls: [0, 1], hasNot: /"plan"|orgs\// },
    },
    {
      name: 'the explorer',
      message: () => ({ method: 'GET', path: '/', headers: {} }),
      expected: { status: 404, calls: 0 },
    },
  ],
};
