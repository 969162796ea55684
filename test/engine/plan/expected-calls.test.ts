import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Plan } from '../../../src/engine/plan/call-tree.ts';
import { fillIds } from '../../../src/explorer/app/ids.ts';
import { examples, startingIds } from '../../../src/explorer/examples.ts';
import { explainOperation } from '../../support/execution/explain.ts';
import { startGateway, startWorld, type TestGateway, type TestWorld } from '../../support/gateways/gateway.ts';
import { HeldUpstream } from '../../support/upstreams/held-upstream.ts';

let world: TestWorld;
/** A gateway that has read nothing before the test. */
let gateway: TestGateway;

beforeAll(async () => {
  world = await startWorld();
  gateway = await startGateway(world.sandboxUrl);
});

afterAll(async () => {
  await gateway.close();
  await world.close();
});

const query = '{ organizations(first: 100) { nodes { sites(first: 100) { nodes { sections { totalCount } } } } } }';

async function planOf(text: string, variables: Record<string, unknown> = {}, target = gateway): Promise<Plan> {
  const { extensions } = await explainOperation(target, { query: text, variables }, 'plan');
  return extensions?.explain?.plan as Plan;
}

/** All entries of a plan's tree, by level. */
function entriesOf({ tree }: Plan) {
  const all = [];
  for (let level = tree; level.length > 0; level = level.flatMap(({ next }) => next)) all.push(...level);
  return all;
}

it('expects 8 items of an outermost list and 2 of a nested one before any was read, and what was seen afterwards', async () => {
  expect(await planOf(query)).toMatchObject({ calls: 1 + 100 + 100 * 100, expectedCalls: 1 + 8 + 8 * 2 });
  const { calls } = await gateway.execute(query);
  expect((await planOf(query)).expectedCalls).toBe(calls.length);
});

it('counts the lists of a request when it has ended: the first ones are not the usual ones', async () => {
  const upstream = new HeldUpstream();
  const held = await startGateway(await upstream.open());
  const text = '{ organizations(first: 10) { nodes { sites(first: 10) { nodes { sections { totalCount } } } } } }';
  const list = (...items: string[]) => ({ items: items.map((id) => ({ id })), count: items.length });
  const execution = held.execute(text);
  (await upstream.call(0)).respond(list('first', 'second'));
  const [first, second] = await Promise.all([upstream.call(1), upstream.call(2)]);
  first.respond(list('a', 'b', 'c', 'd', 'e'));
  await upstream.call(3 + 4);
  expect((await planOf(text, {}, held)).expectedCalls).toBe(1 + 8 + 8 * 2);
  second.respond(list());
  for (const call of upstream.calls.slice(3)) call.respond(list());
  await execution;
  expect((await planOf(text, {}, held)).expectedCalls).toBe(1 + 2 + 5);
  await held.close();
  await upstream.close();
});

it('expects no more items than an argument allows', async () => {
  await world.execute(query);
  const limited = '{ organizations(first: 2) { nodes { sites(first: 1) { nodes { sections { totalCount } } } } } }';
  expect(await planOf(limited, {}, world)).toMatchObject({ calls: 5, expectedCalls: 5 });
});

it('counts a long list among short ones for no more items than its window has', async () => {
  const { data } = await world.execute(query);
  const made = data.organizations.nodes.map(({ sites }: { sites: { nodes: unknown[] } }) => sites.nodes.length);
  const windows = made.map((size: number) => Math.min(size, 10)).reduce((sum: number, size: number) => sum + size);
  expect(Math.max(...made)).toBeGreaterThan(10);
  const window = query.replace('sites(first: 100)', 'sites(first: 10)');
  const [, , sections] = entriesOf(await planOf(window, {}, world));
  expect(sections?.expectedCalls).toBe(windows);
});

it('expects what the nested example makes, with lists in records and lists that records tell to be empty', async () => {
  const [nested] = examples;
  const { query: text = '' } = nested ?? {};
  const fresh = await startGateway(world.sandboxUrl);
  const first = await planOf(text, {}, fresh);
  const { calls } = await fresh.execute(text);
  const second = await planOf(text, {}, fresh);
  await fresh.close();
  expect(first.calls).toBeGreaterThan(100 * calls.length);
  expect(first.expectedCalls).toBeGreaterThan(calls.length / 2);
  expect(first.expectedCalls).toBeLessThan(calls.length * 2);
  expect(Math.abs(second.expectedCalls - calls.length)).toBeLessThan(calls.length / 10);
});

it('expects no more than the most, of the whole and of each entry', async () => {
  const ids = (await world.execute(startingIds)).data;
  for (const { query: text, variables } of examples.filter((example) => !example.query.includes('mutation'))) {
    const plan = await planOf(text, fillIds(variables, ids) as Record<string, unknown>, world);
    expect(plan.expectedCalls).toBeLessThanOrEqual(plan.calls ?? Number.POSITIVE_INFINITY);
    const beyond = entriesOf(plan).filter(({ calls, expectedCalls }) => expectedCalls > (calls ?? expectedCalls));
    expect(beyond).toEqual([]);
  }
});

it('expects every write of a batch', async () => {
  const batch = 'mutation { deleteSpaces(input: { ids: ["a", "b", "c"] }) { results { space { title } } } }';
  const plan = await planOf(batch);
  expect([plan.calls, plan.expectedCalls]).toEqual([6, 6]);
});

it('states the expected calls of each field beside those at most, by level', async () => {
  const { calls } = await gateway.execute(query);
  const rows = entriesOf(await planOf(query)).map((call) => [
    call.level,
    call.operation,
    call.expectedCalls,
    call.calls,
  ]);
  const made = (id: string) => calls.filter(({ operation }) => operation === id).length;
  expect(rows).toEqual([
    [1, 'organizations.list', 1, 1],
    [2, 'sites.list', made('sites.list'), 100],
    [3, 'siteSections.list', made('siteSections.list'), 10_000],
  ]);
  expect(made('siteSections.list')).toBeGreaterThan(1);
});
