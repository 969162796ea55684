import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type TestWorld } from '../../support/gateway.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.close());

/** Posts a body without a token; resolves to the status and the parsed response. */
async function post(body: string) {
  const response = await fetch(`${world.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  return { status: response.status, ...(await response.json()) };
}

const bodyOf = (query: string, variables = '{}') => `{"query":${JSON.stringify(query)},"variables":${variables}}`;

/** Arrays in arrays. */
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('variables that are nested deeply', () => {
  it.each([5_000, 100_000])('of %i levels are harmless in an undeclared variable', async (depth) => {
    const query = '{ __typename }';
    for (let time = 0; time < 3; time++) {
      const { status, data } = await post(bodyOf(query, time === 0 ? '{}' : `{"x":${nested(depth)}}`));
      expect({ status, data }).toEqual({ status: 200, data: { __typename: 'Query' } });
    }
  });

  it('are rejected where they are declared', async () => {
    const query = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
    await post(bodyOf(query, '{"ids":[]}'));
    const { status, errors } = await post(bodyOf(query, `{"ids":${nested(5_000)}}`));
    expect(status).toBe(200);
    expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

describe('fragments that multiply', () => {
  /** Fragments of which each spreads the one before it in these ways. */
  const chain = (length: number, ways: (previous: string) => string, last: string) =>
    Array.from({ length }, (_, i) => `fragment F${i} on Organization { ${i === 0 ? last : ways(`F${i - 1}`)} }`).join(
      ' ',
    );

  it('are collected once where they are spread twice', async () => {
    const fragments = chain(27, (previous) => `...${previous} ...${previous}`, 'id');
    const { status, data, errors } = await post(bodyOf(`{ organization(id: "x") { ...F26 } } ${fragments}`));
    expect(status).toBe(200);
    expect(data).toEqual({ organization: null });
    expect(errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  it('are collected once for each set of conditions', async () => {
    const fragments = chain(27, (previous) => `...${previous} ... @include(if: $a) { ...${previous} }`, 'id');
    const query = `query ($a: Boolean = true) { organization(id: "x") { ...F26 } } ${fragments}`;
    expect((await post(bodyOf(query))).errors[0].extensions.code).toBe('UNAUTHENTICATED');
  });

  it('are rejected where they select too many fields', async () => {
    const half = (alias: string, previous: string) =>
      `${alias}: sites(first: 1) { nodes { organization { ...${previous} } } }`;
    const fragments = chain(26, (previous) => `${half('a', previous)} ${half('b', previous)}`, 'id');
    const { data, errors } = await world.execute(`{ organizations(first: 1) { nodes { ...F25 } } } ${fragments}`);
    expect(data.organizations.nodes).toHaveLength(1);
    expect(new Set(errors?.map(({ extensions }) => extensions.code))).toEqual(new Set(['OPERATION_TOO_EXPENSIVE']));
  });

  it('3,000 aliases of one list take one call', async () => {
    const aliases = Array.from({ length: 3_000 }, (_, i) => `a${i}: organizations { nodes { id } }`).join(' ');
    const { data, calls } = await world.execute(`{ ${aliases} }`);
    expect(Object.keys(data)).toHaveLength(3_000);
    expect(calls).toHaveLength(1);
  });
});
