import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Plan, PlannedCall } from '../../../src/engine/plan/call-tree.ts';
import { type ExplainResponse, explainOperation } from '../../support/execution/explain.ts';
import { type LevelWorld, startLevelWorld } from '../../support/gateways/level-world.ts';

let sent: string[] = [];
let gateway: LevelWorld['gateway'];
let waves: LevelWorld['waves'];
let known: LevelWorld['known'];
let close: LevelWorld['close'];

beforeAll(async () => {
  const onRequest = ({ method, url }: { method: string; url: string }) => void sent.push(`${method} ${url}`);
  ({ gateway, waves, known, close } = await startLevelWorld({ onRequest }));
});

afterAll(() => close());

beforeEach(() => {
  sent = [];
  waves.count();
});

function post(query: string, explain: true | 'plan', variables = {}): Promise<ExplainResponse> {
  return explainOperation(gateway, { query, variables }, explain);
}

async function planFor(query: string, variables = {}): Promise<Plan> {
  const { extensions } = await post(query, 'plan', variables);
  return extensions?.explain.plan as Plan;
}

/** A plan's calls, one line each, indented below what they wait for. */
function lines(tree: readonly PlannedCall[], indent = ''): string[] {
  return tree.flatMap(({ calls, operation, field, next }) => [
    `${indent}${calls} ${operation} ${field}`,
    ...lines(next, `${indent}  `),
  ]);
}

/** All calls of a plan, each before those that wait for it. */
function flat(tree: readonly PlannedCall[]): PlannedCall[] {
  return tree.flatMap((call) => [call, ...flat(call.next)]);
}

const idOf = (type: string) => known.get(type)?.[0]?.id as string;

describe('"explain": "plan"', () => {
  it('tells the calls of nested lists, and which of them wait for which', async () => {
    const plan = await planFor(`{
      organizations(first: 5) { nodes { title
        sites(first: 10) { nodes { title
          sections(first: 10) { nodes { title
            siteSpaces(first: 10) { nodes { space { title changeRequests(first: 5) { nodes { subject } } } } }
          } }
        } }
      } }
    }`);
    expect(lines(plan.tree)).toEqual([
      '1 organizations.list organizations',
      '  5 sites.list organizations.nodes.sites',
      '    50 siteSections.list organizations.nodes.sites.nodes.sections',
      '      5000 changeRequests.list organizations.nodes.sites.nodes.sections.nodes.siteSpaces.nodes.space.changeRequests',
    ]);
    expect(plan).toMatchObject({ calls: 5056, levels: 4 });
    expect(plan.tree[0]).toMatchObject({ method: 'GET', path: '/v1/orgs', level: 1 });
  });

  it('names only operations that the place of a record allows', async () => {
    const operations = async (query: string) => {
      const { tree } = await planFor(query);
      return flat(tree).map(({ operation, or = [] }) => [operation, ...or].join(' or '));
    };
    const links = 'links { totalCount }';
    const space = `space(id: "${idOf('Space')}")`;
    const request = `node(id: "${idOf('ChangeRequest')}")`;
    expect(await operations(`{ ${space} { page(id: "p") { markdown ${links} cover { file { name } } } } }`)).toEqual([
      'spaceContents.page',
      'spaceContents.file or spaceContents.files',
      'spaceContents.pageLinks',
    ]);
    expect(
      await operations(`{ ${space} { search(query: "a", first: 1) { nodes { page { title ${links} } } } } }`),
    ).toEqual(['spaces.search', 'spaceContents.page', 'spaceContents.pageLinks']);
    const inRequest = `... on ChangeRequest { pages { children { ${links} } } files { nodes { backlinks { totalCount } } } }`;
    expect(await operations(`{ ${request} { ${inRequest} } }`)).toEqual([
      'changeRequestContents.pages',
      'changeRequestContents.pageLinks',
      'changeRequestContents.files',
      'changeRequestContents.fileBacklinks',
    ]);
    // The id of a page may be of either.
    expect(await operations(`{ node(id: "${idOf('Page')}") { ... on Page { ${links} } } }`)).toEqual([
      'spaceContents.pageLinks or changeRequestContents.pageLinks',
    ]);
  });

  it('names the arguments that are rejected before any call', async () => {
    const { rejected } = await planFor(
      `{
        node(id: "garbage") { id }
        wrong: organization(id: "${idOf('Space')}") { title }
        organizations(first: 5000) { nodes { title } }
        fine: organization(id: "${idOf('Organization')}") { title }
      }`,
    );
    expect(rejected).toEqual([
      { field: 'node', message: '"garbage" is not a global id. Use the "id" of a record.' },
      { field: 'wrong', message: 'Expected an Organization id, got a Space id.' },
      { field: 'organizations', message: '"first" must be from 0 to 1000, not 5000.' },
    ]);
    const write = await planFor('mutation { gone: deleteSite(input: { id: "garbage" }) { deletedId } }');
    expect(write.rejected).toEqual([
      { field: 'gone', message: 'input.id: "garbage" is not a global id. Use the "id" of a Site.' },
    ]);
    expect(sent).toEqual([]);
  });

  it('names at most 20 of them', async () => {
    const fields = Array.from({ length: 25 }, (_, i) => `a${i}: node(id: "garbage") { id }`);
    expect((await planFor(`{ ${fields.join(' ')} }`)).rejected).toHaveLength(20);
  });

  it('calls nothing and changes nothing', async () => {
    const result = await post(
      `mutation ($id: ID!) { updateSpace(input: { id: $id, title: "Planned" }) { space { title } } }`,
      'plan',
      { id: idOf('Space') },
    );
    expect(result).toEqual({ data: null, extensions: { explain: { plan: expect.objectContaining({ calls: 1 }) } } });
    expect(sent).toEqual([]);
  });

  it('puts mutations one after the other, and reads again only what a write does not answer', async () => {
    const plan = await planFor(
      `mutation ($space: ID!, $request: ID!) {
        first: updateSpace(input: { id: $space, title: "One" }) { space { title organization { title } } }
        second: mergeChangeRequest(input: { id: $request }) { changeRequest { status } }
      }`,
      { space: idOf('Space'), request: idOf('ChangeRequest') },
    );
    expect(lines(plan.tree)).toEqual([
      '1 spaces.update first',
      '  1 organizations.get first.space.organization',
      '1 changeRequests.merge second',
      '  1 changeRequests.get second.changeRequest',
    ]);
    expect(plan.levels).toBe(4);
  });

  it('goes by the arguments and the conditions of the request', async () => {
    const query = `query ($first: Int, $withSites: Boolean!) {
      organizations(first: $first) { nodes { title sites @include(if: $withSites) { totalCount } } }
    }`;
    expect(await planFor(query, { first: 7, withSites: true })).toMatchObject({ calls: 8, levels: 2 });
    expect(await planFor(query, { withSites: true })).toMatchObject({ calls: 26, levels: 2 });
    expect(await planFor(query, { first: 7, withSites: false })).toMatchObject({ calls: 1, levels: 1 });
  });

  it('counts the pages of a window that goes on with shorter pages than it asks for', async () => {
    const first = await gateway.execute('{ organizations(first: 1) { pageInfo { endCursor } } }');
    const after = first.data.organizations.pageInfo.endCursor;
    const query =
      'query ($after: String) { organizations(first: 5, after: $after) { nodes { sites { totalCount } } } }';
    const plan = await planFor(query, { after });
    expect(lines(plan.tree)).toEqual([
      '5 organizations.list organizations',
      '  5 sites.list organizations.nodes.sites',
    ]);
    expect(plan.levels).toBe(6);
  });

  it('knows kinds and number of the records that global ids name', async () => {
    const ids = ['Site', 'Space', 'Team'].map(idOf);
    const { tree } = await planFor(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Site { title } ... on Space { title } } }',
      { ids: [...ids, ...ids, Buffer.from('User:u').toString('base64url'), 'no id'] },
    );
    expect(lines(tree)).toEqual(['1 sites.get nodes', '1 spaces.get nodes', '1 teams.get nodes']);
    expect(tree[0]?.or).toEqual(['sites.list']);
  });

  it('says null where no argument bounds a list', async () => {
    const query = 'query ($id: ID!) { space(id: $id) { pages { title links(first: 1) { totalCount } } } }';
    const plan = await planFor(query, { id: idOf('Space') });
    expect(plan).toMatchObject({ calls: null, levels: 2 });
    expect(lines(plan.tree)).toEqual([
      '1 spaceContents.pages space.pages',
      '  null spaceContents.pageLinks space.pages.links',
    ]);
  });

  it('lets a record that is asked for by another name than its id go before what is below it', async () => {
    const query = (by: string) =>
      `query ($id: ID!) { space(id: $id) { changeRequest(by: ${by}) { comments { totalCount } } } }`;
    expect(await planFor(query('{ id: "x" }'), { id: idOf('Space') })).toMatchObject({ calls: 1, levels: 1 });
    expect(await planFor(query('{ number: 1 }'), { id: idOf('Space') })).toMatchObject({ calls: 2, levels: 2 });
  });

  it('leaves out what refuses its arguments', async () => {
    const plan = await planFor('{ organizations(first: 2000) { nodes { title sites { totalCount } } } }');
    expect(plan).toMatchObject({ calls: 0, levels: 0, maxCalls: 0, maxLevels: 0, tree: [], fallbacks: [] });
  });

  it('refuses a document that spells out more than can be planned', async () => {
    const depth = 20;
    const doubling = Array.from(
      { length: depth },
      (_, i) => `fragment D${i} on Collection { a: parent { ...D${i + 1} } b: parent { ...D${i + 1} } }`,
    );
    const { errors } = await post(
      `query ($id: ID!) { collection(id: $id) { ...D0 } } ${doubling.join(' ')} fragment D${depth} on Collection { title }`,
      'plan',
      { id: idOf('Collection') },
    );
    expect(errors).toEqual([expect.objectContaining({ extensions: { code: 'OPERATION_TOO_EXPENSIVE' } })]);
    expect(sent).toEqual([]);
  });

  it('leaves what is wrong with a request to be said as always', async () => {
    const unfit = await post('query ($first: Int!) { organizations(first: $first) { totalCount } }', 'plan', {
      first: 'x',
    });
    expect(unfit.errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    const invalid = await post('{ nothing }', 'plan');
    expect(invalid.errors?.[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(sent).toEqual([]);
  });
});

describe('"explain": true', () => {
  it('tells the plan beside the calls', async () => {
    const { extensions, data } = await post('{ organizations(first: 3) { nodes { title } } }', true);
    expect(extensions?.explain).toMatchObject({
      plan: { calls: 1, levels: 1 },
      calls: [{ operation: 'organizations.list' }],
    });
    expect(data).not.toBeNull();
  });
});

describe('all calls whose key is known start at once', () => {
  const oneRound = [
    [
      'records and lists along a path',
      'Site',
      '... on Site { title organization { title members { totalCount } } sections { nodes { title } } }',
    ],
    [
      'those above a record that is not needed itself',
      'SiteSection',
      '... on SiteSection { site { organization { title sites { totalCount } } } }',
    ],
    [
      'those beside a record',
      'ChangeRequest',
      '... on ChangeRequest { subject space { title pages { title } } comments { totalCount } }',
    ],
    [
      'those above a page',
      'Page',
      '... on Page { title content { ... on Space { title revision { pages { title } } } } }',
    ],
  ] as const;

  for (const [what, type, selection] of oneRound) {
    it(what, async () => {
      const query = `query ($id: ID!) { node(id: $id) { ${selection} } }`;
      const variables = { id: idOf(type) };
      const plan = await planFor(query, variables);
      const { calls } = await gateway.execute(query, { variables });
      expect(calls.length).toBeGreaterThan(1);
      expect(plan).toMatchObject({ calls: calls.length, levels: 1 });
      expect(waves.count()).toBe(1);
    });
  }

  it('however deep look-ups by argument are nested', async () => {
    const siteId = idOf('Site');
    const site = await gateway.execute('query ($id: ID!) { node(id: $id) { ... on Site { organization { id } } } }', {
      variables: { id: siteId },
    });
    waves.count();
    const query = `query ($organization: ID!, $site: ID!) {
      organization(id: $organization) { title site(id: $site) { title sections { nodes { title } } } }
    }`;
    const { calls } = await gateway.execute(query, {
      variables: { organization: site.data.node.organization.id, site: siteId },
    });
    expect(calls.map(({ operation }) => operation).sort()).toEqual([
      'organizations.get',
      'siteSections.list',
      'sites.get',
    ]);
    expect(waves.count()).toBe(1);
  });
});
