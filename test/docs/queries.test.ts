import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../src/sandbox/index.ts';
import { repeatedCalls } from '../support/execution/expectations.ts';
import { startWorld, type TestWorld } from '../support/gateways/gateway.ts';
import { type PlainServer, plainServer } from '../support/upstreams/plain-server.ts';
import { read } from './pages.ts';

/** The rows of the table: a query's name, the calls of a plain server, and those of docgraph. */
const rows = [
  ...read('docs/performance.md').matchAll(/^\| \[`(\w+)`\]\(queries\.md#(\w+)\) \| (\d+) \| (\d+) \| (.+) \|$/gm),
];
const table = rows.map(([, name = '', anchor, plain, ours]) => ({
  name,
  anchor,
  calls: [Number(plain), Number(ours)],
}));

/** The queries under their names. */
const sections = read('docs/queries.md').matchAll(/^## (\w+)\n.*?^```graphql\n(.*?)^```$/gms);
const queries = new Map([...sections].map(([, name = '', query = '']) => [name, query]));

let world: TestWorld;
let plain: PlainServer;
let variables: Record<string, unknown>;
let arrived: string[];

beforeAll(async () => {
  arrived = [];
  world = await startWorld({ onRequest: ({ method, url }) => void arrived.push(`${method} ${url}`) });
  plain = plainServer(world.sandboxUrl);
  variables = await findVariables();
});

afterAll(async () => {
  await plain.close();
  await world.close();
});

/** Ids of an organization and of records in it, and the first twenty site spaces of all organizations. */
async function findVariables() {
  const { data } = await world.execute(`{ organizations { nodes { id
    members(first: 1) { nodes { id } }
    sites { nodes { id siteSpaces { nodes { id space { id pages { id } } } } } } } } }`);
  const [organization] = data.organizations.nodes;
  const [site] = organization.sites.nodes;
  const [{ space }] = site.siteSpaces.nodes;
  const siteSpaces = data.organizations.nodes.flatMap(({ sites }: typeof organization) =>
    sites.nodes.flatMap((one: typeof site) => one.siteSpaces.nodes),
  );
  return {
    organizationId: organization.id,
    memberId: organization.members.nodes[0].id,
    siteId: site.id,
    siteSpaceIds: siteSpaces.slice(0, 20).map(({ id }: { id: string }) => id),
    spaceId: space.id,
    pageId: space.pages[0].id,
  };
}

describe('the table of typical queries', () => {
  it('has a row for each query in docs/queries.md', () => {
    expect(table.map(({ name }) => name)).toEqual([...queries.keys()]);
    expect(table.map(({ anchor }) => anchor)).toEqual(table.map(({ name }) => name.toLowerCase()));
    expect(table).toHaveLength(12);
  });

  it.each(table)('states how many calls $name makes', async ({ name, calls }) => {
    const query = queries.get(name) ?? '';
    arrived.length = 0;
    const theirs = await plain.execute(query, variables, sandboxTokens.admin);
    const plainCalls = arrived.splice(0);
    const ours = await world.execute(query, { variables });
    expect([theirs.errors, ours.errors]).toEqual([undefined, undefined]);
    expect(JSON.stringify(theirs.data)).toBe(JSON.stringify(ours.data));
    expect(arrived.toSorted()).toEqual(ours.calls.map(({ method, path }) => `${method} ${path}`).sort());
    expect(repeatedCalls(ours.calls)).toEqual([]);
    expect([plainCalls.length, ours.calls.length]).toEqual(calls);
  });
});
