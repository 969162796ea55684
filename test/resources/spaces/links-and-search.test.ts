import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../src/resources/contract.ts';
import type { Space } from '../../../src/resources/spaces/contract.ts';
import { queriesOf } from '../../support/execution/expectations.ts';
import { operationsOf, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { expectConnection } from '../../support/resources/connections.ts';
import { expectedLink, expectedStats, linkSelection } from '../../support/resources/contents.ts';
import { spacesByTitle } from '../../support/resources/spaces.ts';
import { type RestCalls, restCalls } from '../../support/sandbox/sandbox-calls.ts';

let world: TestWorld;
let rest: RestCalls;
let space: (title: string) => Space;

beforeAll(async () => {
  world = await startWorld();
  rest = restCalls(world.sandboxUrl);
  space = await spacesByTitle(rest);
});

afterAll(() => world.close());

describe("a space's links", () => {
  const document =
    (id: string, status = '') =>
    (window: string, selection: string) =>
      `{ space(id: "${id}") { links(${window} ${status}) ${selection} } }`;

  it('come in windows, with every field', async () => {
    const { id } = space('Dispatch Guides');
    const links = await rest.items(contract.spaces.links, { path: { spaceId: id } });
    await expectConnection(world, {
      document: document(id),
      at: ['space', 'links'],
      node: linkSelection,
      endpoint: contract.spaces.links,
      nodes: links.map(expectedLink),
    });
  });

  it.each(['OK', 'BROKEN', 'IN_APP'] as const)('are filtered by the status %s', async (status) => {
    const { id } = space('Dispatch Guides');
    const asked = status === 'IN_APP' ? 'in-app' : (status.toLowerCase() as 'ok' | 'broken');
    const { data, calls } = await world.execute(
      document(id, `status: ${status}`)('first: 1000', '{ nodes { status } }'),
    );
    const links = await rest.items(contract.spaces.links, { path: { spaceId: id }, query: { status: asked } });
    expect(data.space.links.nodes).toEqual(links.map(() => ({ status })));
    expect(queriesOf(calls, contract.spaces.links)).toEqual([{ status: asked, limit: '1000' }]);
  });

  it('have statistics, for one item of the list', async () => {
    const { id } = space('Dispatch Guides');
    const stats = '{ stats { totalCount broken { totalCount changeRequestCount } } }';
    const { data, calls } = await world.execute(document(id)('first: 25', stats));
    const listing = await rest.call(contract.spaces.links, { path: { spaceId: id } });
    expect(data.space.links).toEqual({ stats: expectedStats(listing.stats) });
    expect(listing.stats?.broken?.total).toBeGreaterThan(0);
    expect(queriesOf(calls, contract.spaces.links)).toEqual([{ limit: '1' }]);
  });
});

describe("a space's search", () => {
  const document = (id: string, query: string) => (window: string, selection: string) =>
    `{ space(id: "${id}") { search(query: "${query}", ${window}) ${selection} } }`;
  const page = '{ restId title path sections { restId title path body urls { app } } urls { app } }';

  it('comes in windows, with every field', async () => {
    const { id } = space('Dispatch Guides');
    const found = await rest.items(contract.spaces.search, { path: { spaceId: id }, query: { query: 'the' } });
    expect(found.some(({ sections = [] }) => sections.length > 0)).toBe(true);
    await expectConnection(world, {
      document: document(id, 'the'),
      at: ['space', 'search'],
      node: page,
      endpoint: contract.spaces.search,
      nodes: found.map(({ id: restId, sections, ...same }) => ({
        restId,
        ...same,
        sections: sections?.map(({ id: sectionId, ...section }) => ({ restId: sectionId, ...section })),
      })),
    });
  });

  it('sends the query as it is written', async () => {
    const query = 'a&b=c #50% "quoted" ü';
    const { calls, errors } = await world.execute(
      'query ($id: ID!, $query: String!) { space(id: $id) { search(query: $query) { nodes { restId } } } }',
      { variables: { id: space('Dispatch Guides').id, query } },
    );
    expect(errors).toBeUndefined();
    expect(queriesOf(calls, contract.spaces.search)).toEqual([{ query, limit: '25' }]);
  });

  it('leads to the pages; their ids cost no call', async () => {
    const { id } = space('Dispatch Guides');
    const found = (selection: string) =>
      world.execute(document(id, 'the')('first: 2', `{ nodes { restId title page ${selection} } }`));
    const ids = await found('{ restId }');
    for (const { page, restId } of ids.data.space.search.nodes) expect(page).toEqual({ restId });
    expect(operationsOf(ids.calls)).toEqual(['spaces.search']);
    const titles = await found('{ title }');
    for (const { page, title } of titles.data.space.search.nodes) expect(page).toEqual({ title });
    expect(operationsOf(titles.calls)).toEqual(['spaceContents.page', 'spaceContents.page', 'spaces.search']);
  });

  it('refuses a query that the service refuses, at its own field', async () => {
    const query = 'x'.repeat(513);
    const { data, errors } = await world.execute(
      document(space('Dispatch Guides').id, query)('first: 1', '{ totalCount }'),
    );
    expect(data.space).toEqual({ search: null });
    expect(errors).toMatchObject([{ path: ['space', 'search'], extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});
