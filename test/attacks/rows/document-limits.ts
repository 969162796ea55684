import { type Attack, post, times } from '../../support/attacks/attacks.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { executed, type Group, invalid, limitCodes, overLimit } from './groups.ts';

const inOrganization = (selection: string) => `{ organization(id: "o1") { ${selection} } }`;
const mutations = (count: number) =>
  `mutation { ${times(count, (i) => `m${i}: deleteSpace(input: { id: "s${i}" }) { userErrors { code } }`)} }`;

/** A selection in selections: `parent { parent { … } }`. */
const parents = (depth: number, last = 'restId') => 'parent { '.repeat(depth) + last + ' }'.repeat(depth);
const ofCollection = (selection: string) => `{ collection(id: "c1") { ${selection} } }`;

/** Fragments on a type, each with what `body` makes of the name of the one before it. */
const chain = (type: string, length: number, body: (previous: string) => string, last = 'restId') =>
  times(length, (i) => `fragment F${i} on ${type} { ${i === 0 ? last : body(`F${i - 1}`)} }`);

const twice = (previous: string) => `...${previous} ...${previous}`;

const wideQuery =
  '{organizations(first:1000){nodes{title sites(first:100){nodes{title sections(first:1){nodes{title createdAt}}}}}}}';

const limits: Attack[] = [
  {
    name: '167 bytes that need 101,011 calls',
    message: () => post(wideQuery.replace(' createdAt', '')),
    expected: { status: 200, code: 'OPERATION_TOO_EXPENSIVE', data: true, calls: [900, 1000] },
    cpuMs: 30_000,
  },
  {
    name: 'lists of 1,000 items in lists of 1,000 items, four levels deep',
    message: () =>
      post(
        '{ organizations(first: 1000) { nodes { sites(first: 1000) { nodes { sections(first: 1000) { nodes { siteSpaces(first: 1000) { nodes { path } } } } } } } } }',
      ),
    // Its errors end it: how many calls are made before that depends on the speed of the service.
    expected: { status: 200, code: 'OPERATION_TOO_EXPENSIVE', data: true, calls: [100, 1000] },
    cpuMs: 30_000,
  },
  {
    name: '15,001 tokens',
    message: () => post(`{ ${'__typename '.repeat(14_999)}}`),
    expected: overLimit,
  },
  { name: '9,000 equal fields', message: () => post(`{ ${'__typename '.repeat(9_000)}}`), expected: overLimit },
  {
    name: 'a depth of 41',
    message: () => post(ofCollection(parents(39))),
    expected: overLimit,
  },
  {
    name: 'a depth of 5,000',
    message: () => post(ofCollection(parents(5_000))),
    expected: overLimit,
  },
  {
    name: 'a depth of 60 through fragments',
    message: () => post(`${ofCollection('...F58')} ${chain('Collection', 59, (name) => `parent { ...${name} }`)}`),
    expected: overLimit,
  },
  {
    name: 'a depth of 41 through inline fragments',
    message: () => post(ofCollection(`${'... { parent { '.repeat(39)}restId${' } }'.repeat(39)}`)),
    expected: overLimit,
  },
  {
    name: '5,000 inline fragments in each other',
    message: () => post(`${'{ ... '.repeat(4_000)}{ __typename }${' }'.repeat(4_000)}`),
    expected: { ...invalid, data: undefined, code: undefined, status: [200, 400] },
  },
  {
    name: '500 aliases of one field',
    message: () => post(inOrganization(times(500, (i) => `a${i}: title`))),
    expected: executed(1),
  },
  {
    name: '501 aliases of one field',
    message: () => post(inOrganization(times(501, (i) => `a${i}: title`))),
    expected: overLimit,
  },
  {
    name: '100 root fields',
    message: () => post(`{ ${times(100, (i) => `a${i}: organization(id: "o${i}") { title }`)} }`),
    // One list is tried in place of the hundred records.
    expected: executed(101),
    cpuMs: 3_000,
  },
  {
    name: '101 root fields',
    message: () => post(`{ ${times(101, (i) => `a${i}: organization(id: "o${i}") { title }`)} }`),
    expected: overLimit,
  },
  {
    name: '3,000 aliases of one list',
    message: () => post(`{ ${times(3_000, (i) => `a${i}: organizations { nodes { id } }`)} }`),
    expected: overLimit,
  },
  {
    name: '3,000 aliases of one list in a record',
    message: () => post(inOrganization(times(1_800, (i) => `a${i}: sites { nodes { id } }`))),
    expected: overLimit,
  },
  { name: '50 mutations', message: () => post(mutations(50)), expected: executed(50), cpuMs: 3_000 },
  { name: '51 mutations', message: () => post(mutations(51)), expected: overLimit },
  { name: '2,000 mutations', message: () => post(mutations(2_000)), expected: overLimit },
  {
    name: '51 mutations in a fragment',
    message: () => post(`mutation { ...All } fragment All on Mutation { ${mutations(51).replace('mutation { ', '')}`),
    expected: overLimit,
  },
  {
    name: '201 directives',
    message: () => post(`{ ${times(201, () => '__typename @include(if: true)')} }`),
    expected: overLimit,
  },
  {
    name: '3,000 directives on one field',
    message: () => post(`{ __typename ${'@skip(if: false) '.repeat(2_900)}}`),
    expected: invalid,
  },
  {
    name: '101 operations',
    message: () => ({
      ...post(''),
      body: JSON.stringify({ query: times(101, (i) => `query Q${i} { __typename }`), operationName: 'Q7' }),
    }),
    expected: overLimit,
  },
  {
    name: '101 ids in nodes',
    message: () => post(`{ nodes(ids: [${times(101, (i) => `"${globalIdOf('Space', `s${i}`)}"`)}]) { id } }`),
    expected: overLimit,
  },
  {
    name: '200 aliases of the whole schema',
    message: () =>
      post(`{ ${times(200, (i) => `a${i}: __schema { types { name fields { name description type { name } } } }`)} }`),
    expected: overLimit,
  },
  {
    name: '600 aliases in the schema',
    message: () => post(`{ __schema { types { ${times(600, (i) => `a${i}: description`)} } } }`),
    expected: overLimit,
  },
  {
    name: 'types in fields in types of the schema',
    message: () => post(`{ __schema { types { ${'fields { type { '.repeat(8)}name${' } }'.repeat(8)} } } }`),
    expected: invalid,
  },
];

const fragments: Attack[] = [
  {
    name: 'fragments that spread the one before twice, 26 levels',
    message: () => post(`${inOrganization('...F26')} ${chain('Organization', 27, twice, 'title')}`),
    expected: executed(1),
  },
  {
    name: 'fragments that spread the one before twice, once under a condition, 26 levels',
    message: () =>
      post(
        `query ($a: Boolean = true) ${inOrganization('...F26')} ${chain('Organization', 27, (name) => `...${name} ... @include(if: $a) { ...${name} }`, 'title')}`,
      ),
    expected: executed(1),
  },
  {
    name: 'fragments that spread the one before under 20 conditions',
    message: () => {
      const names = Array.from({ length: 20 }, (_, i) => `$c${i}`);
      const body = chain(
        'Organization',
        21,
        (name) => {
          const condition = names[Number(name.slice(1)) % 20];
          return `...${name} @include(if: ${condition}) ...${name} @skip(if: ${condition})`;
        },
        'title',
      );
      const variables = Object.fromEntries(names.map((name) => [name.slice(1), true]));
      const query = `query (${names.map((name) => `${name}: Boolean!`).join(' ')}) ${inOrganization('...F20')} ${body}`;
      return post(query, JSON.stringify(variables));
    },
    expected: { status: [200, 400], calls: [0, 1] },
  },
  {
    name: 'fragments that double the fields, 12 levels',
    message: () =>
      post(
        `${ofCollection('...F12')} ${chain('Collection', 13, (name) => `a${name}: parent { ...${name} } b${name}: parent { ...${name} }`)}`,
      ),
    expected: { status: [200, 400], code: limitCodes, calls: [0, 1] },
  },
  {
    name: 'fragments that double the fields, 26 levels',
    message: () =>
      post(
        `${ofCollection('...F26')} ${chain('Collection', 27, (name) => `a: parent { ...${name} } b: parent { ...${name} }`)}`,
      ),
    expected: { status: [200, 400], code: limitCodes, calls: [0, 1] },
  },
  {
    name: 'fragments that merge equal fields, 37 levels',
    message: () =>
      post(
        `${ofCollection('...F36')} ${chain('Collection', 37, (name) => `parent { ...${name} } parent { ...${name} }`)}`,
      ),
    expected: { status: [200, 400], calls: [0, 40] },
    cpuMs: 1_500,
  },
  {
    name: 'fragments that merge equal lists, 12 levels',
    message: () =>
      post(
        `${inOrganization('...F11')} ${chain('Organization', 12, (name) => times(2, () => `sites(first: 1) { nodes { organization { ...${name} } } }`), 'title')}`,
      ),
    expected: { status: [200, 400], calls: [0, 40] },
    cpuMs: 1_500,
  },
  {
    name: 'a chain of 5,000 fragments',
    message: () =>
      post(`${inOrganization('...F4999')} ${chain('Organization', 5_000, (name) => `...${name}`, 'title')}`),
    expected: overLimit,
  },
  {
    name: 'a chain of 1,500 fragments',
    message: () =>
      post(`${inOrganization('...F1499')} ${chain('Organization', 1_500, (name) => `...${name}`, 'title')}`),
    expected: { status: [200, 400], calls: [0, 1] },
  },
  {
    name: 'a chain of 1,500 fragments, the last one first',
    message: () => {
      const texts = chain('Organization', 1_500, (name) => `...${name}`, 'title').split(/ (?=fragment)/);
      return post(`${inOrganization('...F1499')} ${texts.reverse().join(' ')}`);
    },
    expected: { status: [200, 400], calls: [0, 1] },
  },
  {
    name: 'a fragment that spreads itself',
    message: () => post(`${inOrganization('...F')} fragment F on Organization { title ...F }`),
    expected: invalid,
  },
  {
    name: 'a cycle of two fragments, through fields',
    message: () =>
      post(
        `${ofCollection('...A')} fragment A on Collection { parent { ...B } } fragment B on Collection { parent { ...A } }`,
      ),
    expected: invalid,
  },
  {
    name: 'a cycle of 1,000 fragments',
    message: () =>
      post(
        `${inOrganization('...F0')} ${times(1_000, (i) => `fragment F${i} on Organization { ...F${(i + 1) % 1_000} }`)}`,
      ),
    expected: invalid,
  },
  {
    name: '100 cycles through one fragment',
    message: () =>
      post(
        `${inOrganization('...F0')} fragment F0 on Organization { ${times(100, (i) => `...G${i}`)} } ${times(100, (i) => `fragment G${i} on Organization { ...F0 }`)}`,
      ),
    expected: invalid,
  },
  {
    name: '2,000 fragments that nothing spreads',
    message: () => post(`{ __typename } ${times(2_000, (i) => `fragment F${i} on Query { __typename }`)}`),
    expected: invalid,
  },
  {
    name: '500 spreads of a fragment of 100 fields',
    message: () =>
      post(
        `${inOrganization(times(500, () => '...F'))} fragment F on Organization { ${times(100, () => 'title hostname')} }`,
      ),
    expected: { status: [200, 400], calls: [0, 1] },
  },
];

export const documentLimits: Group = { name: 'limits of documents', settings: {}, attacks: [...limits, ...fragments] };
