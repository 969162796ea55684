import { afterAll, beforeAll, expect, it } from 'vitest';
import { explainOperation } from '../../support/explain.ts';
import { startWorld, type TestWorld } from '../../support/gateway.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.close());

const query = '{ organizations(first: 100) { nodes { sites(first: 100) { nodes { sections { totalCount } } } } } }';

async function planOf(text: string) {
  const { extensions } = await explainOperation(world, { query: text }, 'plan');
  return extensions?.explain?.plan;
}

it('expects pages of the default size before any list was read, and the mean size of the lists afterwards', async () => {
  expect(await planOf(query)).toMatchObject({ calls: 1 + 100 + 100 * 100, expectedCalls: 1 + 25 + 25 * 25 });
  const { calls } = await world.execute(query);
  expect((await planOf(query))?.expectedCalls).toBe(calls.length);
});

it('expects no more items than an argument allows', async () => {
  await world.execute(query);
  const limited = '{ organizations(first: 2) { nodes { sites(first: 1) { nodes { sections { totalCount } } } } } }';
  expect(await planOf(limited)).toMatchObject({ calls: 5, expectedCalls: 5 });
});

it('expects every write of a batch', async () => {
  const batch = 'mutation { deleteSpaces(input: { ids: ["a", "b", "c"] }) { results { space { title } } } }';
  const plan = await planOf(batch);
  expect([plan?.calls, plan?.expectedCalls]).toEqual([6, 6]);
});

it('states the expected calls of each field beside those at most, by level', async () => {
  const { calls } = await world.execute(query);
  const plan = await planOf(query);
  const rows: unknown[] = [];
  for (let level = plan?.tree ?? []; level.length > 0; level = level.flatMap(({ next }) => next)) {
    for (const call of level) rows.push([call.level, call.operation, call.expectedCalls, call.calls]);
  }
  const made = (id: string) => calls.filter(({ operation }) => operation === id).length;
  expect(rows).toEqual([
    [1, 'organizations.list', 1, 1],
    [2, 'sites.list', made('sites.list'), 100],
    [3, 'siteSections.list', made('siteSections.list'), 10_000],
  ]);
  expect(made('siteSections.list')).toBeGreaterThan(1);
});
