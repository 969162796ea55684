import type { SizedRequest } from './complexity.ts';

type Case = [name: string, sized: SizedRequest];

const times = (count: number, item: (i: number) => string, separator = ' ') =>
  Array.from({ length: count }, (_, i) => item(i)).join(separator);

/** Documents of a size; a comment at the end makes each of them new. `max`: the size that the limits of documents allow. */
const documents = (max: number, make: (size: number) => string): SizedRequest => ({
  max,
  make: (size, unique) => ({ query: `${make(size)} #${unique}` }),
});

const organization = (selection: string) => `{ organization(id: "o") { ${selection} } }`;

/** Documents that grow in each way that the limits allow, valid ones and those with an error for each part. */
export const growingDocuments: readonly Case[] = [
  ['one field, repeated', documents(14_000, (n) => organization(times(n, () => 'id')))],
  ['aliases', documents(500, (n) => organization(times(n, (i) => `a${i}: title`)))],
  ['aliases of calls', documents(500, (n) => organization(times(n, (i) => `a${i}: sites(first: 1) { totalCount }`)))],
  [
    'aliases with invalid arguments',
    documents(500, (n) => organization(times(n, (i) => `a${i}: sites(first: -1) { totalCount }`))),
  ],
  ['unknown fields', documents(14_000, (n) => organization(times(n, (i) => `f${i}`)))],
  [
    'unknown fields, behind lines',
    documents(14_000, (n) => `${'\n'.repeat(n)}${organization(times(n, (i) => `f${i}`, '\n'))}`),
  ],
  ['unknown arguments', documents(4_000, (n) => `{ organization(id: "o", ${times(n, (i) => `a${i}: 1`)}) { id } }`)],
  ['one argument, repeated', documents(4_000, (n) => `{ organization(${times(n, () => 'id: "o"')}) { id } }`)],
  ['unknown directives', documents(200, (n) => organization(`id ${times(n, (i) => `@d${i}`)}`))],
  ['conditions', documents(200, (n) => organization(times(n, () => 'id @include(if: true)')))],
  [
    'spreads of a fragment',
    documents(6_000, (n) => `${organization(times(n, () => '...F'))} fragment F on Organization { id }`),
  ],
  ['unknown fragments', documents(6_000, (n) => organization(times(n, (i) => `...F${i}`)))],
  [
    'unused fragments',
    documents(2_000, (n) => `{ __typename } ${times(n, (i) => `fragment F${i} on Organization { id }`)}`),
  ],
  [
    'fragments of one name',
    documents(2_000, (n) => `{ __typename } ${times(n, () => 'fragment F on Organization { id }')}`),
  ],
  [
    'fragments',
    documents(
      1_400,
      (n) => `${organization(times(n, (i) => `...F${i}`))} ${times(n, (i) => `fragment F${i} on Organization { id }`)}`,
    ),
  ],
  ['inline fragments', documents(2_400, (n) => organization(times(n, () => '... on Organization { id }')))],
  ['inline fragments of another type', documents(2_400, (n) => organization(times(n, () => '... on Space { id }')))],
  ['operations', documents(100, (n) => times(n, (i) => `query Q${i} { organization(id: "o") { id } }`))],
  ['operations of one name', documents(100, (n) => times(n, () => 'query Q { organization(id: "o") { id } }'))],
  ['unused variables', documents(2_500, (n) => `query (${times(n, (i) => `$v${i}: ID`)}) { __typename }`)],
  ['variables of one name', documents(2_500, (n) => `query (${times(n, () => '$v: ID')}) { __typename }`)],
  ['variables of unknown types', documents(2_500, (n) => `query (${times(n, (i) => `$v${i}: T${i}`)}) { __typename }`)],
  [
    'fields of an input',
    documents(3_500, (n) => `mutation { createTeam(input: { ${times(n, (i) => `f${i}: 1`)} }) { team { id } } }`),
  ],
  [
    'one field of an input, repeated',
    documents(3_500, (n) => `mutation { createTeam(input: { ${times(n, () => 'title: "t"')} }) { team { id } } }`),
  ],
  ['comments', documents(1e6, (n) => `{ __typename } ${times(n, () => '#', '\n')}`)],
  ['white space before a syntax error', documents(1e6, (n) => `${' \n'.repeat(n)} {`)],
  ['a syntax error at the end', documents(14_000, (n) => `{ ${times(n, (i) => `f${i}`)}`)],
  ['tokens beyond their limit', documents(1e6, (n) => `{ ${times(15_000 + n, () => 'a')} }`)],
  ['a long text', documents(1e6, (n) => `{ organization(id: "${'x'.repeat(n)}") { id } }`)],
  ['a block text', documents(1e6, (n) => `{ organization(id: """${'\n x'.repeat(n)}""") { id } }`)],
];

const query = 'query ($input: ID!) { organization(id: $input) { id } }';
const variables = (of: (size: number) => Record<string, unknown>): SizedRequest => ({
  make: (size) => ({ query, variables: of(size) }),
});
const keys = (count: number, value: (i: number) => unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, value(i)]));

/** Variables that grow in each way. */
export const growingVariables: readonly Case[] = [
  ['undeclared variables', variables((n) => ({ ...keys(n, (i) => i), input: 'o' }))],
  ['lists in a list for an id', variables((n) => ({ input: Object.values(keys(n, (i) => [i])) }))],
  ['a long id', variables((n) => ({ input: 'x'.repeat(n) }))],
  ['a list for an id', variables((n) => ({ input: Object.values(keys(n, (i) => i)) }))],
  ['an object for an id', variables((n) => ({ input: keys(n, (i) => i) }))],
];

const json = `mutation ($input: CreateTeamInput!) { createTeam(input: $input) { userErrors { field message } } }`;

const members =
  'query ($first: Int!, $after: String) { organization(id: "o") { members(first: $first, after: $after) { nodes { id role } } } }';

/** What names a place, and grows. */
export const growingPlaces: readonly Case[] = [
  ['a long cursor', { make: (n) => ({ query: members, variables: { first: 1, after: 'YWFh'.repeat(n) } }) }],
  [
    'a long node id',
    { make: (n) => ({ query: 'query ($id: ID!) { node(id: $id) { id } }', variables: { id: nodeId(n) } }) },
  ],
];

const nodeId = (keyLength: number) => Buffer.from(`Space:${'%41'.repeat(keyLength)}`).toString('base64url');

/** Fields of members: a value, and a reference that is made ready before its field is resolved. */
const memberFields = { value: 'role', reference: 'organization { id }' };
const aliasesOf = (count: number, field: string) => times(count, (i) => `a${i}: ${field}`);
const membersWith = (selection: string) => members.replace('id role', selection);

/** Fields of records grow with the fields and with the records. */
const growingRecords = Object.entries(memberFields).flatMap(([name, field]): Case[] => [
  [
    `members with 100 aliases of a ${name}`,
    { max: 1_000, make: (first) => ({ query: membersWith(aliasesOf(100, field)), variables: { first } }) },
  ],
  [
    `aliases of a ${name} of 200 members`,
    {
      max: 496,
      make: (n, unique) => ({ query: `${membersWith(aliasesOf(n, field))} #${unique}`, variables: { first: 200 } }),
    },
  ],
]);

/** Lists of a service that has as many members as are requested. */
export const growingLists: readonly Case[] = [
  ...growingRecords,
  ['members', { max: 1_000, make: (first) => ({ query: members, variables: { first } }) }],
  [
    'members without a role',
    { max: 1_000, make: (first) => ({ query: members.replace('"o"', '"broken"'), variables: { first } }) },
  ],
];

/** Inputs with an error for each part. */
export const growingInputs: readonly Case[] = [
  [
    'long names of unknown fields',
    { make: (n) => ({ query: json, variables: { input: keys(Math.ceil(n / 100), (i) => `${i}`.repeat(100)) } }) },
  ],
  ['unknown fields of an input', { make: (n) => ({ query: json, variables: { input: keys(n, (i) => i) } }) }],
  [
    'a long text of an input',
    { make: (n) => ({ query: json, variables: { input: { organizationId: 'o', title: 'ä/'.repeat(n) } } }) },
  ],
];
