import { GraphQLError, GraphQLScalarType } from 'graphql';
import { describe, expect, it } from 'vitest';
import {
  describeConformance,
  expectRejected,
  type Note,
  type Scenario,
} from '../../../support/execution/conformance.ts';

const failure = (message: string) => new Error(message);
const coded = () => new GraphQLError('With extensions.', { extensions: { code: 'CODED', detail: [1] } });

const schema = `
  type Query { a: String b: String c: String d: String deep: Query list: [Query] text(a: Boolean, b: Int, c: String, d: [Int]): String }
  type Mutation { first: String second: Query }
`;
const deep = { a: 'A', b: async () => 'B', c: () => 'C', d: 'D' };
const root = () => ({ ...deep, deep: { ...deep, deep: async () => deep, list: [deep, null, deep] } });

const paths = (note: Note) => ({
  Leaf: { at: (_: unknown, __: unknown, ___: unknown, { path }: { path: unknown }) => void note(path) },
  Query: { at: (_: unknown, __: unknown, ___: unknown, { path }: { path: unknown }) => void note(path) },
});

describeConformance('selections', {
  'merge fragments, at all levels': {
    schema,
    query: `{ a ...F ...G deep { a } } fragment F on Query { b deep { b other: deep { b } } } fragment G on Query { c deep { c other: deep { c d } } }`,
    root,
  },
  'keep the order of the document, whatever is complete first': {
    schema,
    query: '{ d b a c deep { b a d: c c: d } }',
    root,
  },
  'apply an alias to fields, objects and lists': { schema, query: '{ x: a y: deep { z: list { b: c } } }', root },
  'spread a fragment once, also one that spreads itself': {
    schema,
    query: '{ a ...F ...F } fragment F on Query { a b ...F }',
    root,
  },
  'leave out fields that the type does not have': {
    schema,
    query: '{ a unknown deep { unknown a } unknownToo }',
    root,
  },
  'of nothing that exists give an empty object': { schema, query: '{ unknown }', root },
  'ignore unknown fragments': { schema, query: '{ a ...Unknown deep { ...Unknown } }', root },
  'that an object lacks give an empty object': { schema, query: '{ a deep }', root },
  'of a leaf are ignored': { schema, query: '{ a { b } }', root },
  'ignore fragments on other and on unknown types': {
    schema,
    query: '{ a ... on Mutation { first } ... on Unknown { b } ...F } fragment F on Mutation { first }',
    root,
  },
  'tell the type’s name': { schema, query: '{ __typename name: __typename deep { __typename } }', root },
  'beside definitions that cannot be executed': {
    schema,
    query: '{ a } type Query { other: String } scalar Other',
    root,
  },
  'with names that objects have': {
    schema: 'type Query { constructor: String toString: String hasOwnProperty: Query }',
    query: '{ constructor toString __proto__: constructor hasOwnProperty { valueOf: toString } }',
    root: () => ({ constructor: 'a', toString: 'b', hasOwnProperty: { toString: 'c' } }),
  },
});

describeConformance('what resolvers are given', {
  'only arguments that are given': {
    schema,
    query:
      '{ text(a: true, b: 0) none: text all: text(a: false, b: 1, c: "", d: [1, null]) nulls: text(a: null, d: null) }',
    root: (note) => ({ text: note }),
  },
  'the field’s path, through lists, unions and aliases': {
    schema: `
      union Any = Leaf
      type Leaf { at: String inner: Leaf all: [[Any!]!] }
      type Query { at: String one: Leaf many: [Any!]! }
    `,
    query: `{
      at first: at one { at inner { deep: at } all { ... on Leaf { at } } }
      many { ... on Leaf { a: at inner { at } b: inner { at all { ... on Leaf { at } } } } }
    }`,
    root: () => {
      const leaf = { __typename: 'Leaf', inner: { inner: {}, all: [[{ __typename: 'Leaf' }], []] } };
      return { one: { ...leaf, all: [[leaf, leaf], [leaf]] }, many: [leaf, Promise.resolve(leaf)] };
    },
    resolvers: paths,
  },
  'the state of the execution': {
    schema,
    query:
      'query Named($given: String, $default: Int = 7, $absent: Int) { result: text(c: $given) ...F } fragment F on Query { result: text(c: $given) }',
    variables: { given: 'it', undeclared: 1 },
    resolvers: (note) => ({
      Query: {
        text: (_, __, ___, info) => {
          const { fieldName, fieldNodes, returnType, parentType, path, schema, fragments, operation } = info;
          note([Object.keys(info).toSorted(), fieldName, fieldNodes.length, String(returnType), parentType.name, path]);
          note([schema.getType('Query') === parentType, Object.keys(fragments), operation.name?.value]);
          note({ ...info.variableValues });
        },
      },
    }),
  },
  'the same arguments and source for each alias': {
    schema,
    query: '{ deep { one: text(b: 1) two: text(b: 1) } }',
    root: () => ({ deep: { id: 'deep' } }),
    resolvers: (note) => ({ Query: { text: (source, args) => note([source, args]) } }),
  },
});

const special = new GraphQLScalarType({
  name: 'Special',
  serialize: (value) => {
    if (value === 'throw') throw failure('Cannot be serialized.');
    if (value === 'coded') throw coded();
    return value === 'nothing' ? undefined : value;
  },
});

const checkedSchema = 'type Query { all: [Checked] one: Checked! } type Checked { value: String }';
const checked = (isTypeOf: (value: { value: string }) => unknown, errors: number): Scenario => ({
  schema: checkedSchema,
  query: '{ all { value } one { value } }',
  root: () => ({ all: [{ value: 'good' }, { value: 'bad' }, null], one: { value: 'good' } }),
  resolvers: () => ({ Checked: { __isTypeOf: isTypeOf } }) as never,
  errors,
});

describeConformance('checks of values', {
  'an object type’s own __isTypeOf': checked(({ value }) => value === 'good', 1),
  'an object type’s own async __isTypeOf': checked(async ({ value }) => value === 'good', 1),
  'a throw of an object type’s own __isTypeOf': checked(() => {
    throw failure('Not checked.');
  }, 3),
  'a rejection of an object type’s own __isTypeOf': checked(() => Promise.reject(failure('Not checked.')), 3),
  'a non-null object that is of another type': checked(async ({ value }) => value === 'bad', 2),
  'scalars that serialize to nothing, or throw': {
    schema: 'scalar Special type Query { a: Special b: Special c: Special d: Special e: [Special] }',
    query: '{ a b c d e }',
    root: () => ({
      a: 'fine',
      b: 'nothing',
      c: 'throw',
      d: async () => 'coded',
      e: ['fine', 'nothing', { json: [1] }],
    }),
    resolvers: () => ({ Special: special }),
    errors: 4,
  },
  'built-in scalars that cannot hold a value': {
    schema: 'type Query { int: [Int] float: [Float] text: [String] flag: [Boolean] id: [ID] }',
    query: '{ int float text flag id }',
    root: () => {
      const all = [0, -0, 1.5, 2 ** 31, Number.NaN, Number.POSITIVE_INFINITY, '', '7', 'x', true, {}, [], 10n];
      return { int: all, float: all, text: all, flag: all, id: all };
    },
    errors: 36,
  },
  'enum values that are unknown': {
    schema: 'enum Color { RED GREEN } type Query { colors: [Color] }',
    query: '{ colors }',
    root: () => ({ colors: ['RED', 'BLUE', 'red', 0, Promise.resolve('GREEN')] }),
    errors: 3,
  },
  'enum values that stand for others': {
    schema: 'enum Color { RED GREEN } type Query { colors: [Color] }',
    query: '{ colors }',
    root: () => ({ colors: [1, 'two', 'RED'] }),
    resolvers: () => ({ Color: { RED: 1, GREEN: 'two' } }),
    errors: 1,
  },
});

describeConformance('operations', {
  'without a name': { schema, query: '{ a }', root },
  'alone in a document, with a name that is not given': { schema, query: 'query Only { a }', root },
  'of several, by name': {
    schema,
    query: 'query One { a } query Two { b } mutation Three { first }',
    operationName: 'Two',
    root,
  },
  'a mutation beside a query': {
    schema,
    query: 'query One { a } mutation Three { first second { a } }',
    operationName: 'Three',
    root: () => ({ ...root(), first: 'first', second: deep }),
  },
});

describe('both executors leave to graphql-js', () => {
  const rejected: Readonly<Record<string, Scenario>> = {
    'a document without an operation': { schema, query: 'fragment F on Query { a }' },
    'several operations without a name': { schema, query: 'query One { a } query Two { a }' },
    'an unknown name': { schema, query: 'query One { a }', operationName: 'Other' },
    'an empty name': { schema, query: 'query One { a } query Two { a }', operationName: '' },
    'a mutation without its type': { schema: 'type Query { a: String }', query: 'mutation { a }' },
    'a subscription without its type': { schema, query: 'subscription { a }' },
    'invalid variables': { schema, query: 'query ($b: Int!) { text(b: $b) }', variables: { b: 'x' } },
  };

  it.each(Object.entries(rejected))('%s', async (_, scenario) => {
    await expectRejected(scenario);
    expect.hasAssertions();
  });
});
