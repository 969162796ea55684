import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Organization } from '../../../src/resources/organizations/contract.ts';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { sites } from '../../../src/resources/sites/contract.ts';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { enumName, globalIdOf, present } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectNode, expectOneError } from '../../support/resources/reads.ts';
import { renamed } from '../../support/resources/renames.ts';
import { everyField } from '../../support/resources/selections.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let all: Organization[];
let organizationId: string;
let id: string;

const selection = everyField('Organization');

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  all = await rest.items(organizations.list);
  organizationId = all[0]?.id ?? '';
  id = globalIdOf('Organization', organizationId);
});

afterAll(() => world.close());

function expected(organization: Organization) {
  const { object: _, id, sso, ai, inviteLinks, defaultRole, defaultContent, ...same } = organization;
  const { internal_isOnNewTrial: isOnNewTrial, internal_billingMigration: billingMigration, ...plain } = same;
  return present({
    ...renamed(plain),
    id: globalIdOf('Organization', id),
    restId: id,
    isSsoEnforced: sso,
    isAiEnabled: ai,
    areInviteLinksEnabled: inviteLinks,
    isOnNewTrial,
    ...renamed({ billingMigration }),
    defaultRole: enumName(defaultRole),
    defaultContent: defaultContent && { type: defaultContent.type, site: { restId: defaultContent.site } },
  });
}

describe('organization', () => {
  it('has every field of the REST record, renamed, from one call', async () => {
    const record = await rest.call(organizations.get, { path: { organizationId } });
    const { data, calls, errors } = await world.execute(`query ($id: ID!) { organization(id: $id) ${selection} }`, {
      variables: { id },
    });
    expect(errors).toBeUndefined();
    expect(present(data.organization)).toEqual(expected(record));
    expect(operationsOf(calls)).toEqual(['organizations.get']);
  });

  it('is found by its plain REST id, and by its global id as a node', async () => {
    const { data } = await world.execute(`{ organization(id: "${organizationId}") { id title } }`);
    expect(data.organization).toEqual({ id, title: all[0]?.title });
    const node = await expectNode(world, { type: 'Organization', id, selection, endpoint: organizations.get });
    expect(present(node)).toEqual(expected(all[0] as Organization));
  });

  it('makes no call for itself when only its lists are selected', async () => {
    const { data, calls, errors } = await world.execute(
      'query ($id: ID!) { organization(id: $id) { id restId sites { nodes { title } } } }',
      { variables: { id } },
    );
    expect(errors).toBeUndefined();
    expect(data.organization.sites.nodes.length).toBeGreaterThan(0);
    expect(operationsOf(calls)).toEqual(['sites.list']);
  });

  it('is fetched at the same time as its lists', async () => {
    const { data, calls } = await world.execute(
      'query ($id: ID!) { organization(id: $id) { title sites { nodes { title } } } }',
      { variables: { id } },
    );
    expect(data.organization.title).toBe(all[0]?.title);
    expect(operationsOf(calls)).toEqual(['organizations.get', 'sites.list']);
    const [first, second] = calls;
    expect(second?.startedAt).toBeLessThan((first?.startedAt ?? 0) + (first?.ms ?? 0));
  });

  it('is asked for when nothing else would show that it exists', async () => {
    const { data, calls } = await world.execute('query ($id: ID!) { organization(id: $id) { restId } }', {
      variables: { id },
    });
    expect(data.organization).toEqual({ restId: organizationId });
    expect(operationsOf(calls)).toEqual(['organizations.get']);
  });

  it.each(['title', 'restId', 'sites { nodes { title } }', 'title emailDomains members { totalCount }'])(
    'is null with one NOT_FOUND error where there is none, with { %s }',
    async (fields) => {
      await expectOneError(world, `{ organization(id: "nowhere") { ${fields} } }`, {
        at: ['organization'],
        code: 'NOT_FOUND',
      });
    },
  );

  it('is not to be seen by those who are no members', async () => {
    const calls = await expectOneError(world, `{ organization(id: "${id}") { title } }`, {
      at: ['organization'],
      code: 'NOT_FOUND',
      options: { token: sandboxTokens.outsider },
    });
    expect(calls).toEqual(['organizations.get']);
  });

  it("refuses another type's id, naming both types", async () => {
    const site = globalIdOf('Site', organizationId, 'site');
    const calls = await expectOneError(world, `{ organization(id: "${site}") { title } }`, {
      at: ['organization'],
      code: 'BAD_USER_INPUT',
      message: /Expected an? Organization id, got an? Site id/,
    });
    expect(calls).toEqual([]);
  });

  it('leads to the site that people see first, which only its record costs a call', async () => {
    const site = all[0]?.defaultContent?.site;
    const { data, calls } = await world.execute(
      `{ organization(id: "${id}") { defaultContent { type site { restId title organization { restId } } } } }`,
    );
    const { title } = await rest.call(sites.get, {
      path: { organizationId, siteId: site ?? '' },
    });
    expect(data.organization.defaultContent).toEqual({
      type: 'site',
      site: { restId: site, title, organization: { restId: organizationId } },
    });
    expect(operationsOf(calls)).toEqual(['organizations.get', 'sites.get']);
  });
});

describe('organizations', () => {
  it('are those of the user, with every field, from one call', async () => {
    const { data, calls } = await world.execute(`{ organizations { nodes ${selection} } }`);
    expect(all.length).toBe(4);
    expect(data.organizations.nodes.map(present)).toEqual(all.map(expected));
    expect(operationsOf(calls)).toEqual(['organizations.list']);
  });

  it('hold nothing of what other users see', async () => {
    const { data } = await world.execute('{ organizations(first: 100) { nodes { title } totalCount } }', {
      token: sandboxTokens.outsider,
    });
    const titles = data.organizations.nodes.map(({ title }: { title: string }) => title);
    expect(titles).toHaveLength(data.organizations.totalCount);
    expect(titles.filter((title: string) => all.some((one) => one.title === title))).toEqual([all[1]?.title]);
  });

  it('come in pages', () =>
    expectConnection(world, {
      document: (window, inner) => `{ organizations(${window}) ${inner} }`,
      at: ['organizations'],
      node: '{ restId title }',
      endpoint: organizations.list,
      nodes: all.map(({ id: restId, title }) => ({ restId, title })),
    }));

  it('are read by one list where several are asked for by their ids', async () => {
    const ids = [all[2], all[0], all[1]].map((one) => globalIdOf('Organization', one?.id ?? ''));
    const { data, calls } = await world.execute(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Organization { title } } }`,
      { variables: { ids } },
    );
    expect(data.nodes).toEqual([{ title: all[2]?.title }, { title: all[0]?.title }, { title: all[1]?.title }]);
    expect(operationsOf(calls)).toEqual(['organizations.list']);
  });
});

describe('organizationsByEmailDomain', () => {
  it('gives those that a domain belongs to, in full, and they are not fetched again', async () => {
    const emailDomain = all[1]?.emailDomains[0] ?? '';
    const { data, calls } = await world.execute(
      `{ organizationsByEmailDomain(emailDomain: "${emailDomain}") ${selection} again: organizationsByEmailDomain(
         emailDomain: "${emailDomain}") { title } }`,
    );
    expect(data.organizationsByEmailDomain.map(present)).toEqual([expected(all[1] as Organization)]);
    expect(data.again).toEqual([{ title: all[1]?.title }]);
    expect(operationsOf(calls)).toEqual(['organizations.listByEmailDomain']);
  });

  it('gives none for a domain that nobody has', async () => {
    const { data, errors } = await world.execute(
      '{ organizationsByEmailDomain(emailDomain: "nobody.example") { id } }',
    );
    expect(errors).toBeUndefined();
    expect(data.organizationsByEmailDomain).toEqual([]);
  });
});

describe('search in an organization', () => {
  const node = everyField('SearchResult');

  /** Ids of what is found are plain REST ids, for content and pages and their sections alike. */
  const found = ({ id, ...same }: { id: string }): unknown =>
    Object.fromEntries(
      Object.entries({ restId: id, ...same }).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(found) : value,
      ]),
    );

  it('gives what REST finds, page after page', async () => {
    const results = await rest.items(organizations.search, { path: { organizationId }, query: { query: 'route' } });
    expect(results.flatMap(({ pages = [] }) => pages.flatMap(({ sections = [] }) => sections)).length).toBeGreaterThan(
      0,
    );
    await expectConnection(world, {
      document: (window, inner) => `{ organization(id: "${id}") { search(query: "route", ${window}) ${inner} } }`,
      at: ['organization', 'search'],
      node,
      endpoint: organizations.search,
      nodes: results.map(({ id: restId, pages, ...same }) => ({
        restId,
        space: { restId },
        ...same,
        pages: pages?.map((page) => ({ ...(found(page) as object), page: { restId: page.id } })),
      })),
    });
  });

  it('passes any text on as it is', async () => {
    const query = 'a&limit=7 "ü" %2e #x +';
    const { calls, errors, data } = await world.execute(
      'query ($id: ID!, $query: String!) { organization(id: $id) { search(query: $query) { nodes { restId } } } }',
      { variables: { id, query } },
    );
    expect(errors).toBeUndefined();
    expect(data.organization.search.nodes).toEqual([]);
    expect(new URLSearchParams(calls[0]?.path.split('?')[1]).getAll('query')).toEqual([query]);
  });

  it('takes 512 characters, and refuses 513 without a call', async () => {
    const document =
      'query ($id: ID!, $query: String!) { organization(id: $id) { search(query: $query) { totalCount } } }';
    const longest = await world.execute(document, { variables: { id, query: 'x'.repeat(512) } });
    expect(longest).toMatchObject({ errors: undefined, data: { organization: { search: { totalCount: 0 } } } });
    const calls = await expectOneError(world, document, {
      at: ['organization', 'search'],
      code: 'BAD_USER_INPUT',
      message: /at most 512 characters/,
      options: { variables: { id, query: 'x'.repeat(513) } },
    });
    expect(calls).toEqual([]);
  });
});
