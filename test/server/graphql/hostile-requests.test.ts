import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type TestWorld } from '../../support/gateways/gateway.ts';

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
  it.each([5_000, 100_000])('of %i levels are rejected, declared or not', async (depth) => {
    for (const query of ['{ __typename }', 'query ($x: [ID!]!) { nodes(ids: $x) { id } }']) {
      const { status, errors } = await post(bodyOf(query, `{"x":${nested(depth)}}`));
      expect(status).toBe(200);
      expect(errors[0].extensions.code).toBe('BAD_USER_INPUT');
    }
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
    const { errors, calls } = await world.execute(`{ organizations(first: 1) { nodes { ...F25 } } } ${fragments}`);
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['OPERATION_TOO_EXPENSIVE']);
    expect(calls).toEqual([]);
  });

  it('100 aliases of one list take one call', async () => {
    const aliases = Array.from({ length: 100 }, (_, i) => `a${i}: organizations { nodes { id } }`).join(' ');
    const { data, calls } = await world.execute(`{ ${aliases} }`);
    expect(Object.keys(data)).toHaveLength(100);
    expect(calls).toHaveLength(1);
  });
});
