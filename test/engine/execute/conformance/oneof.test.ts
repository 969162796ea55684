import { describe, expect, it } from 'vitest';
import { describeConformance, expectRejected, type Scenario } from '../../../support/execution/conformance.ts';

const base: Pick<Scenario, 'schema' | 'root'> = {
  schema: `
    input Choice @oneOf { a: String b: Int c: [Int!] }
    type Query { test(input: Choice!): String optional(input: Choice): String }
  `,
  root: (note) => ({ test: (args: object) => JSON.stringify(args), optional: note }),
};
const withVariable = 'query ($input: Choice!) { test(input: $input) }';
const inside = 'query ($a: String, $b: Int) { test(input: { a: $a }) optional(input: { a: $a, b: $b }) }';

describeConformance('@oneOf inputs', {
  'a literal': { ...base, query: '{ test(input: { a: "a" }) optional }' },
  'a default of the variable': { ...base, query: 'query ($input: Choice! = { b: 7 }) { test(input: $input) }' },
  'a default of the variable with two fields': {
    ...base,
    query: 'query ($input: Choice! = { a: "a", b: 7 }) { test(input: $input) }',
    errors: 1,
  },
  'a default of the variable with null': {
    ...base,
    query: 'query ($input: Choice! = { a: null }) { test(input: $input) }',
    errors: 1,
  },
  'a variable': { ...base, query: withVariable, variables: { input: { c: 1 } } },
  'a variable with an undefined field': {
    ...base,
    query: withVariable,
    variables: { input: { a: 'a', b: undefined } },
  },
  'variables inside, one of them given': { ...base, query: '{ test(input: { a: "x" }) }' },
  'a variable inside': { ...base, query: 'query ($a: String!) { test(input: { a: $a }) }', variables: { a: 'a' } },
  'two fields as a literal': { ...base, query: '{ test(input: { a: "a", b: 1 }) }', errors: 1 },
  'null as a literal': { ...base, query: '{ test(input: { a: null }) }', errors: 1 },
  'nothing as a literal': { ...base, query: '{ test(input: {}) optional(input: {}) }', errors: 2 },
  'missing variables inside': { ...base, query: inside, errors: 2 },
  'null and a missing variable inside': { ...base, query: inside, variables: { a: null }, errors: 2 },
  'both variables inside': { ...base, query: inside, variables: { a: 'a', b: 1 }, errors: 1 },
});

describe('both executors leave to graphql-js', () => {
  it.each([
    [{ a: 'a', b: 1 }],
    [{ a: 'a', b: null }],
    [{ a: null }],
    [{}],
    [null],
    [{ a: 'a', unknown: 1 }],
    [{ b: 'no number' }],
  ])('the choice %j', async (input) => {
    await expectRejected({ ...base, query: withVariable, variables: { input } });
    expect.hasAssertions();
  });
});
