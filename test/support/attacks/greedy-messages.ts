import { globalIdOf } from '../execution/expectations.ts';
import { type Reply, text } from '../upstreams/fault-upstream.ts';
import { type HttpMessage, post, times } from './attacks.ts';
import { fieldsOfOrganization, sitesOfOrganization } from './many-fields.ts';
import { anyClient, anyTurn, type GreedyMessage } from './separate-greed.ts';

const aliases = (count: number, field: (i: number) => string) => `{ ${times(count, (i) => `a${i}: ${field(i)}`)} }`;

/** Some 9,000 fields in 100 kB, all of them valid but for what is added. */
export const manyFields = (last = '') =>
  `query ${anyTurn} { ${times(44, (i) => `a${i}: organization(id: "o${i}") { ${sitesOfOrganization(12)} }`)} ${last} }`;

const explained = ({ body, ...message }: HttpMessage): HttpMessage => ({
  ...message,
  body: `${String(body).slice(0, -1)},"extensions":{"explain":"plan"}}`,
});

const largeRecord = Buffer.from(JSON.stringify({ id: 'o', title: 'x'.repeat(7_000_000) }));

/** Never replies. */
export const hanging: Reply = () => {};

/** Sends 7 MB, and never the last byte. */
export const almostAll: Reply = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write(largeRecord.subarray(0, -2));
};

const largeTitle = JSON.stringify({ title: 'x'.repeat(1_000_000) });

/** Records of 1 MB. */
export const megabyte: Reply = text(largeTitle, 200, { 'content-type': 'application/json' });

const members = Buffer.from(
  JSON.stringify({ items: Array.from({ length: 1000 }, (_, i) => ({ object: 'member', id: `m${i}`, role: 'admin' })) }),
);

/** Lists of 1,000 members. */
export const thousandMembers: Reply = text(members, 200, { 'content-type': 'application/json' });

/** What greedy clients send, by what it costs. */
export const greedyMessages = {
  read: post(`{ organization(id: "h${anyClient}") { title } }`),
  reads: post(aliases(20, (i) => `organization(id: "h${anyClient}-${i}") { title }`)),
  records: post(aliases(100, (i) => `organization(id: "l${i}") { members(first: 1000) { nodes { id role } } }`)),
  json: post(`{ organization(id: "o") { site(id: "s") ${aliases(30, () => 'adaptiveSchema { jsonSchema }')} } }`),
  invalidFields: post(`{ organization(id: "${anyTurn}") { ${times(9_000, (i) => `titel${i}`)} } }`),
  lastFieldInvalid: post(manyFields('unknown')),
  syntaxError: post(`{ ${anyTurn} ${times(14_000, () => `a${' '.repeat(65)}`)} ! }`),
  tooManyNames: post(`{ ${anyTurn} ${'a '.repeat(450_000)} ! }`),
  introspection: post(
    `query ${anyTurn} { __schema { types { name description fields { name description args { name description type { name ofType { name } } } type { name } } } } }`,
  ),
  list: post(
    'query ($v: [ID!]!) { nodes(ids: $v) { id } }',
    `{"v":[${times(19_000, (i) => `"id-${anyTurn}-${'x'.repeat(20)}${i}"`, ',')}]}`,
  ),
  wrongItems: post(
    'query ($v: [ID!]!) { nodes(ids: $v) { id } }',
    `{"v":[${times(9_900, (i) => `{"${anyTurn}":"${'x'.repeat(60)}${i}"}`, ',')}]}`,
  ),
  lastItemWrong: post(
    'query ($v: [ID!]!) { nodes(ids: $v) { id } }',
    `{"v":[${times(19_000, (i) => `"id-${anyTurn}-${'x'.repeat(20)}${i}"`, ',')},{}]}`,
  ),
  values: post(
    'query ($v: [ID!]!) { nodes(ids: $v) { id } }',
    `{"v":[${times(60_000, (i) => `"${anyTurn}${i}"`, ',')}]}`,
  ),
  text: post(`query ${anyTurn} ($v: ID!) { organization(id: $v) { id } }`, `{"v":"${'x'.repeat(1_000_000)}"}`),
  invalidIds: post(
    'mutation ($input: CreateSiteInput!) { createSite(input: $input) { userErrors { code } } }',
    `{"input":{"organizationId":"o","title":"title","spaces":{"ids":[${times(19_000, (i) => `"${globalIdOf('Revision', 's', String(i))}"`, ',')}]}}}`,
  ),
  plan: explained(post(manyFields())),
  planOfOneRoot: explained(post(`query ${anyTurn} { organization(id: "o") { ${fieldsOfOrganization} } }`)),
  conversion: {
    ...post(
      `mutation ${anyTurn} { createSite(input: { organizationId: "o", title: "New" }) { site { organization { ${fieldsOfOrganization} } } } }`,
    ),
    path: '/convert',
  },
  wrongItemsBehindLines: post(
    `${'\n'.repeat(14_900)}query ${anyTurn} ($v: [ID!]!) { nodes(ids: $v) { id } }`,
    `{"v":[${times(198, () => '{}', ',')}]}`,
  ),
} satisfies Record<string, HttpMessage>;

const megabytes = post(aliases(4, (i) => `organization(id: "b${anyClient}-${i}") { title }`));

/** Requests for half a million errors and for large responses, and clients that read nothing, send no end or leave. */
export const greedyClients: Readonly<Record<string, GreedyMessage>> = {
  errorOfEachItem: post(
    `{ organizations(first: 1000) { nodes { ${times(499, (i) => `a${i}: sites(first: -1) { totalCount }`)} } } }`,
  ),
  largeResponse: megabytes,
  unreadResponse: { ...megabytes, client: 'reads nothing' },
  unfinishedBody: { ...post('{ __typename }', `"${'x'.repeat(1_000_000)}"`), client: 'sends no end' },
  leaves: { ...greedyMessages.records, client: 'leaves' },
};
