import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import type { Space } from '../../../src/resources/spaces/contract.ts';
import { globalIdOf, present, queriesOf } from '../../support/execution/expectations.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { everyField, expectedSpace, spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let organizationId: string;
let space: (title: string) => Space;

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  space = await spacesByTitle(rest);
  organizationId = space('Dispatch Guides').organization;
});

afterAll(() => world.close());

describe("a space's edges", () => {
  it('cost no call for the ids of other records', async () => {
    const { id, organization, parent, revision } = space('Dispatch Guides');
    const { data, calls } = await world.execute(`{
      space(id: "${id}") { organization { id restId } parent { id restId } revision { restId } }
    }`);
    expect(data.space).toEqual({
      organization: { id: globalIdOf('Organization', organization), restId: organization },
      parent: { id: globalIdOf('Collection', parent ?? ''), restId: parent },
      revision: { restId: revision },
    });
    expect(operationsOf(calls)).toEqual(['spaces.get']);
  });

  it("give a revision's content for its call alone, and its id beside a list for that of the space", async () => {
    const { id, revision } = space('Dispatch Guides');
    const content = await world.execute(`{ space(id: "${id}") { restId revision { restId type } } }`);
    expect(content.data.space).toEqual({ restId: id, revision: { restId: revision, type: 'edits' } });
    expect(operationsOf(content.calls)).toEqual(['spaceContents.get']);
    const ids = await world.execute(`{ space(id: "${id}") { revision { restId } comments { totalCount } } }`);
    expect(ids.data.space.revision).toEqual({ restId: revision });
    expect(operationsOf(ids.calls)).toEqual(['spaceComments.list', 'spaces.get']);
    const [first, second] = ids.calls;
    expect(second?.startedAt).toBeLessThan((first?.startedAt ?? 0) + (first?.ms ?? 0));
  });

  it('cost a call each for what their records hold', async () => {
    const { id, organization, parent } = space('Dispatch Guides');
    const { data, calls } = await world.execute(`{
      space(id: "${id}") { title organization { title } parent { title } }
    }`);
    const { title } = await rest.call(contract.organizations.get, { path: { organizationId: organization } });
    const collection = await rest.call(contract.collections.get, { path: { collectionId: parent ?? '' } });
    expect(data.space).toMatchObject({ organization: { title }, parent: { title: collection.title } });
    expect(operationsOf(calls)).toEqual(['collections.get', 'organizations.get', 'spaces.get']);
  });

  it('lead to null at the top of an organization', async () => {
    const { data } = await world.execute(
      `{ space(id: "${space('Partner Integration Kit').id}") { parent { title } } }`,
    );
    expect(data.space).toEqual({ parent: null });
  });

  it('lead to a collection that a list of the same request held, without a call', async () => {
    const { data, calls } = await world.execute(`{
      organization(id: "${organizationId}") {
        collections { nodes { title spaces(first: 1) { nodes { parent { title } } } } }
      }
    }`);
    const collections: { title: string; spaces: { nodes: unknown[] } }[] = data.organization.collections.nodes;
    const filled = collections.filter(({ spaces: { nodes } }) => nodes.length > 0);
    expect(filled.length).toBeGreaterThan(3);
    for (const { title, spaces } of filled) expect(spaces.nodes).toEqual([{ parent: { title } }]);
    expect(new Set(operationsOf(calls))).toEqual(new Set(['collections.list', 'collections.spaces']));
  });
});

describe('a space inside another answer', () => {
  it('is not fetched again where a site space holds it', async () => {
    const [site] = await rest.items(contract.sites.list, { path: { organizationId } });
    const path = { organizationId, siteId: site?.id ?? '' };
    const siteSpaces = await rest.items(contract.siteSpaces.list, { path });
    const [first] = siteSpaces;
    const { data, calls } = await world.execute(`{
      organization(id: "${organizationId}") { site(id: "${path.siteId}") { siteSpaces { nodes { space ${everyField} } } } }
    }`);
    const given = data.organization.site.siteSpaces.nodes;
    expect(given.map(({ space }: { space: unknown }) => present(space))).toEqual(
      siteSpaces.map(({ space }) => space && expectedSpace(space)),
    );
    expect(first?.space).toBeDefined();
    expect(operationsOf(calls)).toEqual(['siteSpaces.list']);
  });

  it('makes no call for itself when only its lists are selected', async () => {
    const { id } = space('Dispatch API');
    const { data, calls } = await world.execute(`{
      space(id: "${id}") { id restId changeRequests { totalCount } comments { totalCount } }
    }`);
    const open = await rest.items(contract.changeRequests.list, { path: { spaceId: id } });
    const comments = await rest.items(contract.spaceComments.list, { path: { spaceId: id } });
    expect(data.space).toEqual({
      id: globalIdOf('Space', id),
      restId: id,
      changeRequests: { totalCount: open.length },
      comments: { totalCount: comments.length },
    });
    expect(operationsOf(calls)).toEqual(['changeRequests.list', 'spaceComments.list']);
  });

  it('is fetched at the same time as its lists', async () => {
    const { calls } = await world.execute(`{
      space(id: "${space('Dispatch API').id}") { title changeRequests { nodes { number } } }
    }`);
    expect(operationsOf(calls)).toEqual(['changeRequests.list', 'spaces.get']);
    const [first, second] = calls;
    expect(second?.startedAt).toBeLessThan((first?.startedAt ?? 0) + (first?.ms ?? 0));
  });
});

describe("a space's sites", () => {
  const titled = '{ totalCount nodes { id title } }';

  it('are the sites of its organization that publish it, with the filters of the list', async () => {
    const { id } = space('Dispatch Guides');
    const expected = (published?: boolean) =>
      rest.items(contract.sites.list, {
        path: { organizationId },
        query: { space: id, ...(published !== undefined && { published }) },
      });
    const { data, calls, errors } = await world.execute(
      `{ space(id: "${id}") { title sites ${titled} hidden: sites(isPublished: false) ${titled} } }`,
    );
    expect(errors).toBeUndefined();
    const all = await expected();
    expect(all.length).toBeGreaterThan(0);
    const connectionOf = (sites: typeof all) => ({
      totalCount: sites.length,
      nodes: sites.map((site) => ({ id: globalIdOf('Site', organizationId, site.id), title: site.title })),
    });
    expect(data.space.sites).toEqual(connectionOf(all));
    expect(data.space.hidden).toEqual(connectionOf(await expected(false)));
    expect(operationsOf(calls)).toEqual(['sites.list', 'sites.list', 'spaces.get']);
    expect(queriesOf(calls, contract.sites.list)).toContainEqual({ limit: '25', space: id });
  });

  it('wait for the space, as planned', async () => {
    const query = `{ space(id: "${space('Dispatch Guides').id}") { sites(first: 1) { nodes { title } } } }`;
    const { extensions } = await explainOperation(world, { query }, true);
    expect(extensions?.explain.calls).toHaveLength(2);
    expect(extensions?.explain.plan).toMatchObject({
      calls: 2,
      levels: 2,
      tree: [{ operation: 'spaces.get', next: [{ operation: 'sites.list', calls: 1 }] }],
    });
  });

  it('are null where there is no space', async () => {
    const { data, errors } = await world.execute('{ space(id: "nowhere") { sites { totalCount } } }');
    expect(data).toEqual({ space: null });
    expect(errors).toMatchObject([{ path: ['space'], extensions: { code: 'NOT_FOUND' } }]);
  });
});
