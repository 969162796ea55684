import type { Random } from '../../../src/sandbox/random.ts';

/** A request that costs as much as its size allows. */
export interface HostileRequest {
  query: string;
  variables?: unknown;
}

/** Size of the largest request body, in bytes, less what surrounds the document. */
const size = 1_000_000;

const times = (count: number, item: (i: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);

/** As many items as fit into a text of so many characters. */
function filled(item: (i: number) => string, length = size): string {
  const items: string[] = [];
  let used = 0;
  for (let i = 0; ; i++) {
    const next = item(i);
    used += next.length + 1;
    if (used > length) return items.join(' ');
    items.push(next);
  }
}

/** Fragments of which each spreads the one before it in these ways. */
export function fragmentChain(
  length: number,
  spread: (previous: string) => string,
  last: string,
  type = 'Organization',
) {
  return times(length, (i) => `fragment F${i} on ${type} { ${i === 0 ? last : spread(`F${i - 1}`)} }`);
}

/** JSON of so many nested lists, or objects. */
export const nestedLists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
export const nestedObjects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

const nestedFields = (depth: number, name = 'organization') => `${`{ ${name} `.repeat(depth)}${'}'.repeat(depth)}`;

/** The largest number of tokens that documents may have by default, less a few. */
const tokens = 14_900;

const ofOrganization = (selection: string) => `{ organization(id: "o") { ${selection} } }`;
const half = (alias: string, previous: string) => `${alias}: organization { ...${previous} }`;

/** Documents within all limits but one, or within all of them, that make each step before the first call costly. */
export const hostileDocuments: Readonly<Record<string, () => HostileRequest>> = {
  'one field, repeated': () => ({ query: `{ ${filled(() => '__typename')} }` }),
  'one field, repeated within the tokens': () => ({
    query: `{ organization(id: "o") { ${times(tokens - 20, () => 'id')} } }`,
  }),
  'one field with arguments, repeated within the tokens': () => ({
    query: ofOrganization(times(1_400, () => 'sites(first: 1, search: "x") { totalCount }')),
  }),
  'fields with a selection, repeated': () => ({ query: ofOrganization(times(2_000, () => 'sites { nodes { id } }')) }),
  'a deep merge': () => ({
    query: ofOrganization(
      times(400, () => 'sites { nodes { organization { sites { nodes { organization { id } } } } } }'),
    ),
  }),
  'conflicting fields': () => ({ query: ofOrganization(times(2_400, (i) => `x: ${i % 2 ? 'id' : 'title'}`)) }),
  'conflicting selections': () => ({
    query: ofOrganization(times(900, (i) => `sites { x: ${i % 2 ? 'totalCount' : '__typename'} }`)),
  }),
  'aliases of one list': () => ({ query: `{ ${times(3_000, (i) => `a${i}: organizations { nodes { id } }`)} }` }),
  'aliases as many as allowed': () => ({ query: ofOrganization(times(500, (i) => `a${i}: sites { nodes { id } }`)) }),
  'aliases of the schema': () => ({
    query: `{ ${times(200, (i) => `a${i}: __schema { types { name fields { name } } }`)} }`,
  }),
  'introspection that multiplies by its lists': () => ({
    query: `{ __schema { types { ${times(3, () => 'fields { type { fields { type { fields { name } } } } }')} } } }`,
  }),
  'introspection with many aliases': () => ({
    query: `{ __schema { types { fields { type { fields { ${times(490, (i) => `n${i}: description`)} } } } } } }`,
  }),
  'types by their names': () => ({
    query: `{ ${times(99, (i) => `t${i}: __type(name: "Query") { fields { type { fields { description args { description } } } } }`)} }`,
  }),
  'doubled fragments': () => ({
    query: `${ofOrganization('...F26')} ${fragmentChain(27, (previous) => `...${previous} ...${previous}`, 'id')}`,
  }),
  'doubled fragments below aliases': () => ({
    query: `{ organization(id: "o") { site(id: "s") { ...F30 } } } ${fragmentChain(31, (p) => `${half('a', p)} ${half('b', p)}`, 'id', 'Site')}`,
  }),
  'doubled fragments with conditions': () => ({
    query: `query ($a: Boolean = true) ${ofOrganization('...F50')} ${fragmentChain(51, (p) => `...${p} ... @include(if: $a) { ...${p} }`, 'id')}`,
  }),
  'a chain of fragments': () => ({
    query: `${ofOrganization('...F4999')} ${fragmentChain(5_000, (p) => `...${p}`, 'id')}`,
  }),
  'a chain of fragments within the tokens': () => ({
    query: `${ofOrganization('...F1699')} ${fragmentChain(1_700, (p) => `...${p}`, 'id')}`,
  }),
  'a chain of fragments, defined the other way round': () => ({
    query: `${times(1_700, (i) => `fragment F${i} on Organization { ${i === 1_699 ? 'id' : `...F${i + 1}`} }`)} ${ofOrganization('...F0')}`,
  }),
  'a chain of fragments through fields': () => ({
    query: `{ organization(id: "o") { site(id: "s") { ...F999 } } } ${fragmentChain(1_000, (p) => `organization { sites { nodes { ...${p} } } }`, 'id', 'Site')}`,
  }),
  'fragments that form a ring': () => ({
    query: `${ofOrganization('...F0')} ${times(1_700, (i) => `fragment F${i} on Organization { ...F${(i + 1) % 1_700} }`)}`,
  }),
  'fragments that each spread all others': () => ({
    query: `${ofOrganization('...F0')} ${times(75, (i) => `fragment F${i} on Organization { id ${times(75 - i - 1, (j) => `...F${i + j + 1}`)} }`)}`,
  }),
  'many fragments in one selection': () => ({
    query: `${ofOrganization(times(1_000, (i) => `...F${i}`))} ${times(1_000, (i) => `fragment F${i} on Organization { id title }`)}`,
  }),
  'the same fragment in many selections': () => ({
    query: `{ organization(id: "o") { site(id: "s") { ${times(400, (i) => `a${i}: organization { ...F99 }`)} } } } ${fragmentChain(
      100,
      (p) => `id ...${p} title`,
      times(50, () => 'id'),
    )}`,
  }),
  'fragments that nothing uses': () => ({ query: `{ __typename } ${fragmentChain(1_600, (p) => `...${p}`, 'id')}` }),
  'unknown fragments': () => ({ query: `{ ${times(4_000, (i) => `...Unknown${i}`)} }` }),
  'unknown fields': () => ({ query: ofOrganization(times(10_000, (i) => `organisation${i}`)) }),
  'unknown fields with long names': () => ({
    query: ofOrganization(filled((i) => `${'organisationTitle'.repeat(20)}${i}`)),
  }),
  'unknown types': () => ({ query: `{ ${times(3_000, (i) => `... on Organisations${i} { id }`)} }` }),
  'unknown types with long names': () => ({
    query: `{ ${times(1_000, (i) => `... on ${'OrganizationMember'.repeat(40)}${i} { id }`)} }`,
  }),
  'unknown arguments': () => ({ query: `{ organization(${times(4_000, (i) => `idd${i}: 1`)}) { id } }` }),
  'unknown directives': () => ({ query: ofOrganization(`id ${times(199, (i) => `@includes${i}`)}`) }),
  'too many directives': () => ({ query: ofOrganization(`id ${times(5_000, () => '@include(if: true)')}`) }),
  'unknown variables': () => ({ query: ofOrganization(times(2_000, (i) => `sites(first: $v${i}) { totalCount }`)) }),
  'variables that nothing uses': () => ({ query: `query (${times(3_000, (i) => `$v${i}: Int`)}) { __typename }` }),
  'variables in all operations': () => ({
    query: `${times(100, (i) => `query Q${i} ($v: Int) { organization(id: "o") { ...F } }`)} fragment F on Organization { ${times(900, () => 'sites(first: $v) { totalCount }')} }`,
  }),
  'too many operations': () => ({ query: times(2_500, (i) => `query Q${i} { __typename }`) }),
  'operations of the same name': () => ({ query: times(100, () => 'query Q { __typename }') }),
  'mutations, more than allowed': () => ({
    query: `mutation { ${times(400, (i) => `m${i}: deleteSpace(input: { id: "s" }) { clientMutationId }`)} }`,
  }),
  'nested fields': () => ({ query: nestedFields(100_000) }),
  'nested fields within the tokens': () => ({ query: nestedFields(4_000) }),
  'nested inline fragments': () => ({ query: `${'{ ... '.repeat(3_000)}{ id }${'}'.repeat(3_000)}` }),
  'a value of nested lists': () => ({ query: `{ nodes(ids: ${nestedLists(100_000)}) { id } }` }),
  'a value of nested lists within the tokens': () => ({ query: `{ nodes(ids: ${nestedLists(6_000)}) { id } }` }),
  'a value of nested objects': () => ({ query: `{ nodes(ids: ${'{a:'.repeat(4_000)}1${'}'.repeat(4_000)}) { id } }` }),
  'a type of nested lists': () => ({
    query: `query ($v: ${'['.repeat(6_000)}ID${']'.repeat(6_000)}) { nodes(ids: $v) { id } }`,
  }),
  'braces that never close': () => ({ query: '{a'.repeat(400_000) }),
  'brackets that never close': () => ({ query: `{ a(b: ${'['.repeat(900_000)}` }),
  'a long text': () => ({ query: `{ organization(id: "${'x'.repeat(900_000)}") { id } }` }),
  'a long text with escapes': () => ({ query: `{ organization(id: "${'\\u0041'.repeat(70_000)}") { id } }` }),
  'a long block text': () => ({ query: `{ organization(id: """${'x\n'.repeat(400_000)}""") { id } }` }),
  'a long number': () => ({ query: `{ organizations(first: ${'9'.repeat(900_000)}) { totalCount } }` }),
  'a long name': () => ({ query: `{ ${'o'.repeat(900_000)} }` }),
  'long names that differ': () => ({ query: `{ ${times(90, (i) => `${'o'.repeat(10_000)}${i}`)} }` }),
  'ids, more than allowed': () => ({ query: `{ nodes(ids: [${times(14_000, () => '"x"')}]) { id } }` }),
  'invalid values': () => ({
    query: ofOrganization(times(900, (i) => `sites(first: "x${i}", search: 1) { totalCount }`)),
  }),
  'an object with unknown fields': () => ({
    query: `mutation { createSite(input: { ${times(4_000, (i) => `titel${i}: 1`)} }) { clientMutationId } }`,
  }),
  'an object with the same field': () => ({
    query: `mutation { createSite(input: { ${times(4_000, () => 'title: "x"')} }) { clientMutationId } }`,
  }),
  'lines without end': () => ({ query: `{ ${'\n'.repeat(900_000)} unknown }` }),
  'lines before many errors': () => ({ query: `{ ${'\n'.repeat(14_000)} ${times(200, (i) => `unknown${i}`)} }` }),
  'comments without end': () => ({ query: `{ ${'#\n'.repeat(450_000)} __typename }` }),
  'commas without end': () => ({ query: `{ ${','.repeat(900_000)} __typename }` }),
  'type definitions': () => ({ query: times(2_000, (i) => `type T${i} { a: Int }`) }),
  'nodes of all types': () => ({
    query: `{ nodes(ids: ["x"]) { ${times(1_200, () => '... on Organization { id title sites { totalCount } }')} } }`,
  }),
};

/** Documents that every client may send, with variables that make each step before the first call costly. */
export const hostileVariables: Readonly<Record<string, () => HostileRequest>> = {
  'nested lists': () => ({ query: '{ __typename }', variables: rawJson(nestedLists(400_000)) }),
  'nested objects': () => ({ query: '{ __typename }', variables: rawJson(nestedObjects(150_000)) }),
  'many ids': () => ({
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 150_000 }, (_, i) => `${i}`) },
  }),
  'many invalid ids': () => ({
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
    variables: { ids: Array.from({ length: 150_000 }, () => ({})) },
  }),
  'wrong values behind lines': () => ({
    query: `${'\n'.repeat(tokens)}query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`,
    variables: { ids: Array.from({ length: 198 }, () => ({})) },
  }),
  'wrong values behind lines in a small body': () => ({
    query: `${'\n'.repeat(9_500)}query ($ids: [ID!]!) { nodes(ids: $ids) { id } }`,
    variables: { ids: Array.from({ length: 198 }, () => ({})) },
  }),
  'many unknown fields': () => ({
    query: 'mutation ($input: CreateSiteInput!) { createSite(input: $input) { clientMutationId } }',
    variables: { input: Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`titel${i}`, 1])) },
  }),
  'one unknown field with a long name': () => ({
    query: 'mutation ($input: CreateSiteInput!) { createSite(input: $input) { clientMutationId } }',
    variables: { input: { [`t${'x'.repeat(900_000)}`]: 1 } },
  }),
  'many undeclared variables': () => ({
    query: '{ __typename }',
    variables: Object.fromEntries(Array.from({ length: 70_000 }, (_, i) => [`v${i}`, 1])),
  }),
  'one long text': () => ({
    query: 'query ($id: ID!) { organization(id: $id) { id } }',
    variables: { id: 'x'.repeat(950_000) },
  }),
  'many small values': () => ({ query: '{ __typename }', variables: { v: Array.from({ length: 450_000 }, () => 1) } }),
};

/** Text that stands for itself in a request body. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

const rawJson = (text: string) => ({ v: new RawJson(text) });

/** The body of a request. */
export function hostileBody({ query, variables = {} }: HostileRequest): string {
  const parts = Object.entries(variables as Record<string, unknown>).map(
    ([name, value]) => `${JSON.stringify(name)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`,
  );
  return `{"query":${JSON.stringify(query)},"variables":{${parts.join(',')}}}`;
}

/** A random document that multiplies lists by aliases of fields that fail or cost, behind lines of nothing. */
export function randomHostileDocument(random: Random): string {
  const size = (most: number) => Math.ceil(most ** random.next());
  const first = random.pick([-1, 0, size(1_000), 1_000, 1_001]);
  const fields = [
    `sites(first: ${first}) { totalCount }`,
    `sites(after: "${random.pick(['', 'x', 'MS4x'])}") { nodes { id } }`,
    `member(id: "${random.pick(['m', '..', 'U3BhY2U6cw', 'x'.repeat(size(5_000))])}") { role }`,
    'members(first: 3) { nodes { id role } }',
    'title',
    '__typename',
  ];
  const aliases = times(size(499), (i) => `a${i}: ${random.pick(fields)}`);
  const lines = random.pick(['', '\n', '\r\n', '#\n']).repeat(size(6_000));
  return `${lines}${random.pick([
    `{ organizations(first: ${size(1_000)}) { nodes { ${aliases} } } }`,
    `{ organization(id: "o") { ${aliases} } }`,
    `{ nodes(ids: [${times(size(100), (i) => `"T3JnYW5pemF0aW9uOm8${'ABCD'[i % 4]}"`)}]) { ... on Organization { ${aliases} } } }`,
    `{ organizations(first: ${size(1_000)}) { edges { node { sites(first: ${size(1_000)}) { nodes { organization { ${aliases} } } } } } } }`,
  ])}`;
}
