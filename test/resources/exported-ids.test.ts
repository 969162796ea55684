import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { globalIdOf } from '../support/execution/expectations.ts';
import { startGateway, type TestGateway } from '../support/gateways/gateway.ts';
import {
  byPath,
  type FaultUpstream,
  json,
  type Reply,
  startFaultUpstream,
} from '../support/upstreams/fault-upstream.ts';

const sites = '/v1/orgs/o/sites';
const links = '/v1/orgs/o/sites/new/share-links';
const create = (exported = 'id @export(as: "siteId")') =>
  `createSite(input: { organizationId: "o", title: "Guide" }) { site { ${exported} } userErrors { code } }`;
const link =
  'createShareLink(input: { siteId: $siteId, name: "n" }) { shareLink { restId } userErrors { field message } }';
const declared = '$siteId: ID! = ""';

let upstream: FaultUpstream;
let replies: Record<string, Reply>;

beforeAll(async () => {
  upstream = await startFaultUpstream();
});

afterAll(() => upstream.close());

beforeEach(() => {
  replies = { [sites]: json({ id: 'new' }, 201), [links]: json({ id: 'l' }, 201) };
  upstream.reply(byPath(replies));
});

const arrived = () => upstream.arrived.map(({ url }) => url);

describe.each(['compiled', 'graphql-js'])('an id that a mutation exports, executed by %s', (EXECUTOR) => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await startGateway(upstream.url, { EXECUTOR });
  });

  afterAll(() => gateway.close());

  const execute = (selection: string, variables?: Record<string, unknown>, declarations = declared) =>
    gateway.execute(`mutation Test(${declarations}) ${selection}`, { variables });

  it('is in the input of a later one', async () => {
    const { data, errors } = await execute(`{ ${create()} ${link} }`);
    expect(errors).toBeUndefined();
    expect(data.createShareLink.shareLink).toEqual({ restId: 'l' });
    expect(arrived()).toEqual([sites, links]);
  });

  it('is in it wherever the document selects it', async () => {
    const { data, errors } = await gateway.execute(`
      mutation Test(${declared}) { first: ${create('...Made')} ${link} }
      fragment Made on Site { id @export(as: "siteId") }`);
    expect(errors).toBeUndefined();
    expect(data.createShareLink.shareLink).toEqual({ restId: 'l' });
  });

  it.each([
    ['fails', json({}, 403)],
    ['has user errors', json({}, 409)],
    ['returns a record without an id', json({}, 201)],
  ])('keeps a later one from being sent where the earlier one %s', async (_, reply) => {
    replies[sites] = reply;
    const { data, errors } = await execute(`{ ${create()} ${link} }`);
    expect(data.createShareLink).toBeNull();
    const last = errors?.at(-1);
    const message = 'Not executed: no earlier mutation in this request has an id for "$siteId".';
    expect(last).toMatchObject({ message, path: ['createShareLink'], extensions: { code: 'NOT_EXECUTED' } });
    expect(arrived()).toEqual([sites]);
  });

  const other = globalIdOf('Site', 'o', 'other');

  describe.each([
    ['the mutation', create().replace(') {', ') @include(if: $makes) {')],
    ['the field alone', create('restId id @export(as: "siteId") @include(if: $makes)')],
    ['a fragment', create('restId ...Made @include(if: $makes)')],
    ['a field of the same name', `${create('restId')} ${create().replace(') {', ') @include(if: $makes) {')}`],
  ])('that a condition of %s leaves out', (_, conditional) => {
    const fragment = conditional.includes('Made') ? 'fragment Made on Site { id @export(as: "siteId") }' : '';
    const run = (used: string, variables: object = {}, declaration = declared) =>
      gateway.execute(`mutation Test($makes: Boolean!, ${declaration}) { ${conditional} ${used} } ${fragment}`, {
        variables: { makes: false, ...variables },
      });
    const sent = conditional.startsWith('createSite(input: { organizationId: "o", title: "Guide" }) @') ? [] : [sites];

    it.each([
      ['', declared],
      [' or a default', `$siteId: ID! = "${other}"`],
    ])('has no value%s in a later one', async (_name, declaration) => {
      const { data, errors } = await run(link, {}, declaration);
      expect(data.createShareLink).toBeNull();
      const message = 'Not executed: no earlier mutation in this request has an id for "$siteId".';
      expect(errors).toMatchObject([{ message, path: ['createShareLink'], extensions: { code: 'NOT_EXECUTED' } }]);
      expect(arrived()).toEqual(sent);
    });

    it('stops an operation with @stopOnFailure', async () => {
      const { data } = await gateway.execute(
        `mutation Test($makes: Boolean!, ${declared}) @stopOnFailure { ${conditional} ${link}
          updateSpace(input: { id: "s", title: "x" }) { userErrors { code } } } ${fragment}`,
        { variables: { makes: false } },
      );
      expect(data).toMatchObject({ createShareLink: null, updateSpace: null });
      expect(arrived()).toEqual(sent);
    });

    it.each([
      ['in a later one', link],
      [
        'below a later one',
        'pingOrganization(input: { organizationId: "o" }) { organization { site(id: $siteId) { id } } }',
      ],
      [
        'in none that is executed',
        `updateSpace(input: { id: "s", title: "x" }) { userErrors { code } } ${link.replace(') {', ') @include(if: $makes) {')}`,
      ],
    ])('takes no value of a request, used %s', async (_place, used) => {
      const { errors } = await run(used, { siteId: other });
      expect(errors?.map(({ extensions }) => extensions.code)).toContain('BAD_USER_INPUT');
      expect(arrived()).toEqual([]);
    });

    it('is planned as no call', async () => {
      const response = await fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer realistic-token' },
        body: JSON.stringify({
          query: `mutation Test($makes: Boolean!, ${declared}) { ${conditional} ${link} } ${fragment}`,
          variables: { makes: false, siteId: other },
          extensions: { explain: 'plan' },
        }),
      });
      const { plan } = ((await response.json()) as { extensions: { explain: { plan: object } } }).extensions.explain;
      const message = 'The document exports "$siteId". Do not send a value for it.';
      expect(plan).toMatchObject({ calls: sent.length, rejected: [{ message }] });
    });
  });

  it('may come from one of two mutations, which a condition selects', async () => {
    const { data } = await gateway.execute(
      `mutation Test($isFirst: Boolean!, ${declared}) {
        first: ${create().replace(') {', ') @include(if: $isFirst) {')}
        second: ${create().replace(') {', ') @skip(if: $isFirst) {')} ${link} }`,
      { variables: { isFirst: false } },
    );
    expect(data.createShareLink.shareLink).toEqual({ restId: 'l' });
  });

  it.each<[string, string, Record<string, unknown>?, string?]>([
    [
      'an id of another type',
      `{ ${create()} updateSpace(input: { id: $siteId, title: "x" }) { userErrors { message } } }`,
    ],
    ['a value for it', `{ ${create()} ${link} }`, { siteId: other }],
    ['a use before it', `{ ${link} ${create()} }`],
    ['a use in the mutation itself', `{ ${create('id @export(as: "siteId") section(id: $siteId) { id }')} ${link} }`],
    [
      'a use below a later mutation',
      `{ ${create()} pingOrganization(input: { organizationId: "o" }) { organization { site(id: $siteId) { id } } } }`,
    ],
    [
      'a condition on it',
      `{ ${create()} ${link} createTeam(input: { organizationId: "o", title: "x" }) @skip(if: $hidden) { userErrors { code } } }`,
      { hidden: 'x' },
      `${declared}, $hidden: ID`,
    ],
    ['a variable that is not declared', `{ ${create('id @export(as: "unknown")')} }`, {}, ''],
    [
      'a variable of another type',
      `{ ${create()} updateSpace(input: { id: "s", title: $siteId }) { userErrors { code } } }`,
      {},
      '$siteId: String = ""',
    ],
    ['a variable that a request has to send', `{ ${create()} ${link} }`, {}, '$siteId: ID!'],
    ['another field', `{ ${create('title @export(as: "siteId")')} ${link} }`],
    ['an id in a list', `{ ${create('sections { nodes { id @export(as: "siteId") } }')} ${link} }`],
    ['two exports', `{ ${create()} again: ${create()} ${link} }`],
    [
      'the name in a variable',
      `{ ${create('id @export(as: $name)')} ${link} }`,
      { name: 'siteId' },
      `${declared}, $name: String!`,
    ],
    ['a null name', `{ ${create('id @export(as: null)')} ${link} }`],
    ['a root field', `{ ${create('restId')} ${link.replace('{ shareLink', '@export(as: "siteId") { shareLink')} }`],
  ])('is rejected before the first write for %s', async (_, selection, variables = {}, declarations = declared) => {
    const query = declarations === '' ? `mutation Test ${selection}` : `mutation Test(${declarations}) ${selection}`;
    const { data, errors = [] } = await gateway.execute(query, { variables });
    const userErrors = Object.values((data ?? {}) as object).flatMap((payload) => payload?.userErrors ?? []);
    expect(errors.length + userErrors.length).toBeGreaterThan(0);
    expect(arrived()).toEqual([]);
  });

  it.each(['constructor', 'toString'])('may have the name of what every object has: %s', async (name) => {
    replies['/v1/orgs/o/collections'] = json({ id: 'c' }, 201);
    const collection = (more: string, selected: string) =>
      `createCollection(input: { organizationId: "o", title: "x"${more} }) { collection { ${selected} } userErrors { message } }`;
    const { data, errors } = await execute(
      `{ ${collection('', `id @export(as: "${name}")`)} below: ${collection(`, parentId: $${name}`, 'restId')} }`,
      {},
      `$${name}: ID`,
    );
    expect(errors).toBeUndefined();
    expect(data.below).toEqual({ collection: { restId: 'c' }, userErrors: [] });
  });

  it('may have the name of a condition in another operation', async () => {
    const { data, errors } = await gateway.execute(
      `mutation Test(${declared}) { ${create()} ${link} } query Other($siteId: Boolean!) { __typename @skip(if: $siteId) }`,
      { operationName: 'Test' },
    );
    expect(errors).toBeUndefined();
    expect(data.createShareLink.shareLink).toEqual({ restId: 'l' });
  });

  it('says what is wrong with an id of another type', async () => {
    const { data } = await execute(
      `{ ${create()} updateSpace(input: { id: $siteId, title: "x" }) { userErrors { field message } } }`,
    );
    const message = 'Expected a Space id, got a Site id.';
    expect(data.updateSpace.userErrors).toEqual([{ field: ['id'], message }]);
  });

  it('is not exported by a query', async () => {
    const { errors } = await gateway.execute('{ organization(id: "o") { id @export(as: "x") } }');
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('is checked against the parents of other ids when it is known', async () => {
    const section = globalIdOf('SiteSection', 'o', 'elsewhere', 'x');
    const update = `updateSite(input: { id: $siteId, defaultSectionId: "${section}" }) { userErrors { field message } }`;
    const { data } = await execute(`{ ${create()} ${update} }`);
    expect(data.updateSite.userErrors).toMatchObject([{ field: ['defaultSectionId'] }]);
    expect(arrived()).toEqual([sites]);
  });

  it('is no id that a client can send', async () => {
    const { data } = await gateway.execute(
      'mutation { updateSpace(input: { id: "\\u0000", title: "x" }) { userErrors { field } } }',
    );
    expect(data.updateSpace.userErrors).toEqual([{ field: ['id'] }]);
    expect(arrived()).toEqual([]);
  });
});
