import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, startWorld, type TestWorld } from './support/gateway.ts';

let world: TestWorld;
let id: string;

beforeAll(async () => {
  world = await startWorld();
  const { data } = await world.ask('{ organizations { nodes { id } } }');
  id = data.organizations.nodes[0].id;
});

afterAll(() => world.close());

describe('organization', () => {
  it('makes no call for itself when only its lists are selected', async () => {
    const { data, calls, errors } = await world.ask(
      'query ($id: ID!) { organization(id: $id) { id restId sites { nodes { title } } } }',
      { variables: { id } },
    );
    expect(errors).toBeUndefined();
    expect(data.organization.sites.nodes.length).toBeGreaterThan(0);
    expect(operationsOf(calls)).toEqual(['sites.list']);
  });

  it('is fetched at the same time as its lists', async () => {
    const { data, calls } = await world.ask(
      'query ($id: ID!) { organization(id: $id) { title sites { nodes { title } } } }',
      { variables: { id } },
    );
    expect(data.organization.title).toEqual(expect.any(String));
    expect(operationsOf(calls)).toEqual(['organizations.get', 'sites.list']);
    const [first, second] = calls;
    expect(second?.startedAt).toBeLessThan((first?.startedAt ?? 0) + (first?.ms ?? 0));
  });

  it('is asked for when nothing else would show that it exists', async () => {
    const { data, calls } = await world.ask('query ($id: ID!) { organization(id: $id) { restId } }', {
      variables: { id },
    });
    expect(data.organization.restId).toEqual(expect.any(String));
    expect(operationsOf(calls)).toEqual(['organizations.get']);
  });

  it.each(['title', 'restId', 'sites { nodes { title } }', 'title emailDomains members { totalCount }'])(
    'is null with one NOT_FOUND error where there is none, with { %s }',
    async (selection) => {
      const { data, errors } = await world.ask(`{ organization(id: "nowhere") { ${selection} } }`);
      expect(data).toEqual({ organization: null });
      expect(errors).toHaveLength(1);
      expect(errors?.[0]).toMatchObject({ path: ['organization'], extensions: { code: 'NOT_FOUND' } });
    },
  );
});
