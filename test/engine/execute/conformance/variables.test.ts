import { GraphQLError, GraphQLScalarType, Kind } from 'graphql';
import { describe, expect, it } from 'vitest';
import { describeConformance, expectRejected, type Scenario } from '../../../support/execution/conformance.ts';

const faulty = new GraphQLScalarType({
  name: 'Faulty',
  parseValue: () => {
    throw new GraphQLError('Faulty value.', { extensions: { code: 'FAULTY' } });
  },
  parseLiteral: () => {
    throw new GraphQLError('Faulty literal.', { extensions: { code: 'FAULTY' } });
  },
});
const complex = new GraphQLScalarType({
  name: 'Complex',
  parseValue: (value) => (value === 'serialized' ? 'parsed' : Number.NaN),
  parseLiteral: (node) => (node.kind === Kind.STRING && node.value === 'serialized' ? 'parsed' : null),
});

const base: Pick<Scenario, 'schema' | 'root' | 'resolvers'> = {
  schema: `
    scalar Faulty scalar Complex
    enum Custom { NULL NAN FALSE TEXT DEFAULT }
    input In { a: String b: [String] c: String! d: Complex e: Faulty f: In n: Int! = 3 }
    type Query {
      object(input: In): String text(input: String): String must(input: String!): String
      default(input: String = "default"): String mustDefault(input: String! = "default"): String
      custom(input: Custom): String mustCustom(input: Custom!): String nested(input: In! = { c: "default" }): String
      list(input: [String]): String listN(input: [String]!): String ofN(input: [String!]): String bothN(input: [String!]!): String
      grid(input: [[Int!]!]): String flag(input: Boolean): String float(input: Float): String id(input: ID): String
    }
  `,
  root: (note) => {
    const text = (args: object) => {
      note(args);
      return JSON.stringify(args);
    };
    const names =
      'object text must default mustDefault custom mustCustom nested list listN ofN bothN grid flag float id';
    return Object.fromEntries(names.split(' ').map((name) => [name, text]));
  },
  resolvers: () => ({
    Faulty: faulty,
    Complex: complex,
    Custom: { NULL: null, NAN: Number.NaN, FALSE: false, TEXT: 'custom', DEFAULT: { object: true } },
  }),
};

const literal = (query: string, errors = 0): [string, Scenario] => [query, { ...base, query: `{ ${query} }`, errors }];
const variable = (type: string, field: string, values: Scenario['variables'], errors = 0): [string, Scenario] => [
  `${field}(input: $input) with ${type} = ${JSON.stringify(values)}`,
  {
    ...base,
    query: `query ($input: ${type}) { ${field}(input: $input) }`,
    ...(values && { variables: values }),
    errors,
  },
];

describeConformance(
  'literals of arguments',
  Object.fromEntries([
    literal('object(input: { a: "foo", b: ["bar"], c: "baz" })'),
    literal('object(input: { a: "foo", b: "bar", c: "baz" })'),
    literal('object(input: { a: null, b: null, c: "C", d: null })'),
    literal('object(input: { b: ["A", null, "C"], c: "C", n: 4 })'),
    literal('object(input: ["foo", "bar"])', 1),
    literal('object(input: { a: "no c" })', 1),
    literal('object(input: { c: null })', 1),
    literal('object(input: { c: "C", n: null })', 1),
    literal('object(input: { c: "C", unknown: 1 })'),
    literal('object(input: { c: "C", d: "serialized", f: { c: "inner", f: { c: "innermost" } } })'),
    literal('object(input: { c: "C", d: "other" })'),
    literal('object(input: { c: "C", e: "faulty" })', 1),
    literal('text text_: text(input: null)'),
    literal('text(input: "x") again: text(input: "\\u00e9 \\n")'),
    literal('text(input: 7)', 1),
    literal('text(input: WHO)', 1),
    literal('must', 1),
    literal('must(input: null)', 1),
    literal('must(input: [1])', 1),
    literal('default other: default(input: null) wrong: default(input: WHO)', 1),
    literal('mustDefault other: mustDefault(input: "x") wrong: mustDefault(input: null)', 1),
    literal('nested other: nested(input: { c: "x" })'),
    literal(
      'a: custom(input: NULL) b: custom(input: NAN) c: custom(input: FALSE) d: custom(input: TEXT) e: custom(input: DEFAULT)',
    ),
    literal('mustCustom(input: NULL)'),
    literal('custom(input: UNKNOWN)', 1),
    literal('custom(input: "TEXT")', 1),
    literal('a: list(input: []) b: list(input: "x") c: list(input: [null]) d: list(input: null) e: list'),
    literal('a: ofN(input: [null])', 1),
    literal('a: grid(input: 1) b: grid(input: [1]) c: grid(input: [[1, 2], []])'),
    literal('grid(input: [[null]])', 1),
    literal('a: flag(input: true) b: float(input: 1) c: float(input: 1.5e3) d: id(input: 7) e: id(input: "x")'),
    literal('flag(input: 1)', 1),
    literal('float(input: "1")', 1),
    literal('id(input: 1.5)', 1),
  ]),
);

describeConformance(
  'variables of arguments',
  Object.fromEntries([
    variable('In', 'object', { input: { a: 'foo', b: ['bar'], c: 'baz' } }),
    variable('In', 'object', { input: { a: 'foo', b: 'bar', c: 'baz' } }),
    variable('In', 'object', { input: { c: 'C', d: 'serialized', n: 4, f: { c: 'inner' } } }),
    variable('In', 'object', { input: null }),
    variable('In', 'object', {}),
    variable('In', 'object', undefined),
    variable('In', 'nested', {}, 0),
    variable('In = { c: "variable" }', 'object', {}),
    variable('In = { c: "variable" }', 'object', { input: null }),
    variable('In = { c: "variable" }', 'object', { input: { c: 'given' } }),
    variable('In = null', 'object', {}),
    variable('In = { a: "no c" }', 'object', {}, 1),
    variable('String', 'text', {}),
    variable('String', 'text', { input: null }),
    variable('String', 'text', { input: 'x' }),
    variable('String', 'text', { other: 'x' }),
    variable('String = "variable"', 'text', {}),
    variable('String = "variable"', 'text', { input: null }),
    variable('String = "variable"', 'must', {}),
    variable('String', 'must', {}, 1),
    variable('String', 'default', {}),
    variable('String', 'default', { input: null }),
    variable('String', 'mustDefault', {}),
    variable('String', 'mustDefault', { input: null }, 1),
    variable('String!', 'must', { input: 'x' }),
    variable('Custom!', 'mustCustom', { input: 'NULL' }, 1),
    variable('Custom', 'custom', { input: 'DEFAULT' }),
    variable('[String]', 'list', { input: null }),
    variable('[String]', 'list', { input: ['a', null, 'b'] }),
    variable('[String]', 'list', { input: 'a' }),
    variable('[String]!', 'listN', { input: ['a'] }),
    variable('[String]', 'listN', {}, 1),
    variable('[String!]', 'ofN', { input: null }),
    variable('[String!]', 'ofN', { input: ['a'] }),
    variable('[String!]!', 'bothN', { input: ['a'] }),
    variable('[[Int!]!]', 'grid', { input: [[1], 2] }),
    variable('ID', 'id', { input: 7 }),
    variable('Float', 'float', { input: 7 }),
  ]),
);

const inside =
  'query ($a: String, $b: [String], $c: String!) { object(input: { a: $a, b: ["x", $c], c: $c, f: { c: $c, b: $b } }) text(input: $a) }';

describeConformance('variables inside literals', {
  'that are given': { ...base, query: inside, variables: { a: 'A', b: ['B'], c: 'C' } },
  'that are null': { ...base, query: inside, variables: { a: null, b: null, c: 'C' } },
  'that are missing': { ...base, query: inside, variables: { c: 'C' } },
  'in a list': { ...base, query: 'query ($a: String) { list(input: ["x", $a]) }' },
  'in a list of non-null items': { ...base, query: 'query ($a: String) { ofN(input: ["x", $a]) }', errors: 1 },
  'that no definition declares': { ...base, query: '{ text(input: $unknown) default(input: $unknown) }' },
  'that no definition declares, for a non-null argument': { ...base, query: '{ must(input: $unknown) }', errors: 1 },
  'with names that objects have': {
    ...base,
    query:
      'query ($constructor: String, $toString: String = "d") { text(input: $constructor) default(input: $toString) }',
  },
});

describe('both executors leave to graphql-js', () => {
  it.each<[type: string, field: string, input: unknown]>([
    ['In', 'object', 'foo'],
    ['In', 'object', { a: 'no c' }],
    ['In', 'object', { c: null }],
    ['In', 'object', { c: 'C', unknown: 1 }],
    ['In', 'object', { c: 'C', e: 'faulty' }],
    ['In', 'object', { c: 'C', f: { c: 1, f: {} } }],
    ['In!', 'object', undefined],
    ['String!', 'must', undefined],
    ['String!', 'must', null],
    ['String!', 'must', [1]],
    ['String', 'text', 7],
    ['Custom', 'custom', 'UNKNOWN'],
    ['[String]!', 'listN', null],
    ['[String!]', 'ofN', ['a', null]],
    ['[String!]!', 'bothN', null],
    ['[String!]!', 'bothN', [null]],
    ['Query!', 'text', {}],
    ['Unknown!', 'text', 'x'],
    ['Unknown', 'text', undefined],
  ])('a variable of type %s for %s: %j', async (type, field, input) => {
    const variables = input === undefined ? {} : { input };
    await expectRejected({ ...base, query: `query ($input: ${type}) { ${field}(input: $input) }`, variables });
    expect.hasAssertions();
  });
});
