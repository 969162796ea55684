import fc from 'fast-check';
import { buildSchema, getVariableValues, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { canonicalVariables } from '../../../src/engine/document/canonical-variables.ts';

const schema = buildSchema(`
  input Filter { text: String = "all" limit: Int tags: [String!] inner: Filter }
  type Query { list(first: Int, filter: Filter, tags: [[String]]): Int }
`);
const document = parse(`query ($first: Int = 1, $maybe: Boolean, $filter: Filter, $tags: [[String]]) {
  list(first: $first, filter: $filter, tags: $tags) @skip(if: $maybe)
}`);
const [operation] = document.definitions as OperationDefinitionNode[];

type Values = Record<string, unknown>;

function coerced(values: Values): Values {
  const result = getVariableValues(schema, operation?.variableDefinitions ?? [], values);
  if (result.coerced === undefined) throw new Error(String(result.errors));
  return result.coerced;
}

/** What a resolver can tell apart; `JSON` has no text for an absent value. */
const { filter } = fc.letrec((tie) => ({
  filter: fc.record(
    {
      text: fc.option(fc.string()),
      limit: fc.option(fc.integer({ min: -9, max: 9 })),
      tags: fc.option(fc.array(fc.string(), { maxLength: 3 })),
      inner: fc.option(tie('filter'), { depthSize: 'small' }),
    },
    { requiredKeys: [] },
  ),
}));
const variables = fc.record(
  {
    first: fc.option(fc.integer({ min: 0, max: 3 })),
    maybe: fc.option(fc.boolean()),
    filter: fc.option(filter),
    tags: fc.option(fc.array(fc.option(fc.array(fc.option(fc.string()), { maxLength: 2 })), { maxLength: 2 })),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Values>;

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

const areEqual = (one: unknown, other: unknown): boolean => {
  try {
    expect(one).toStrictEqual(other);
    return true;
  } catch {
    return false;
  }
};

describe('the canonical form of variables', () => {
  it('is the same for the same coerced values in any order, and for no others', () => {
    fc.assert(
      fc.property(variables, variables, (one, other) => {
        const [first, second] = [coerced(one), coerced(other)];
        expect(canonicalVariables(reversed(first) as Values)).toBe(canonicalVariables(first));
        expect(canonicalVariables(first) === canonicalVariables(second)).toBe(areEqual({ ...first }, { ...second }));
      }),
      { numRuns: 500 },
    );
  });

  it('differs for absent, null, default and given values', () => {
    const forms = [
      {},
      { maybe: null },
      { maybe: true },
      { first: null },
      { first: 2 },
      { filter: null },
      { filter: {} },
    ];
    expect(new Set(forms.map((values) => canonicalVariables(coerced(values)))).size).toBe(forms.length);
    expect(canonicalVariables(coerced({}))).toBe(canonicalVariables(coerced({ first: 1 })));
  });

  it.each([
    ['nested too deeply', () => JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)],
    ['that JSON does not know', () => new Date(0)],
    ['of any size', () => 1n],
    ['that is a function', () => () => 1],
  ])('is none for a value %s', (_, value) => {
    expect(canonicalVariables({ value: value() })).toBeUndefined();
  });

  it.each([
    [{ a: '1' }, { a: 1 }],
    [{ a: [] }, { a: {} }],
    [{ a: 0 }, { a: -0 }],
    [{ a: ['1', '2'] }, { a: ['1,2'] }],
    [{ a: 'x","b":"y' }, { a: 'x', b: 'y' }],
    [{ a: undefined }, {}],
  ])('of %j is not that of %j', (one, other) => {
    expect(canonicalVariables(one)).not.toBe(canonicalVariables(other));
  });
});
