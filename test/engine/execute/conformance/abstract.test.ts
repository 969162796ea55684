import { thenable } from '../../../support/execution/completion-values.ts';
import { describeConformance, type Note, type Scenario } from '../../../support/execution/conformance.ts';

const animals = `
  interface Animal { name: String }
  type Dog implements Animal { name: String barks: Boolean }
  type Cat implements Animal { name: String purrs: Boolean }
  type Query { all: [Animal] one: Animal }
`;
const members = `
  union Animal = Dog | Cat
  type Dog { name: String barks: Boolean }
  type Cat { name: String purrs: Boolean }
  type Stone { weight: Int }
  type Query { all: [Animal] one: Animal must: Animal! }
`;
const query = '{ all { __typename ... on Dog { name barks } ... on Cat { name purrs } } }';
const one = '{\n  one { __typename ... on Cat { name } }\n}';

const rex = { kind: 'Dog', name: 'Rex', barks: true };
const tom = { kind: 'Cat', name: 'Tom', purrs: false };
const all = () => ({ all: [rex, tom], one: tom });

type Value = typeof rex;

function check(kind: string, wrap: (isType: boolean) => unknown, note: Note) {
  return (value: Value) => {
    note(`${kind}? ${value.name}`);
    return wrap(value.kind === kind);
  };
}

/** `__isTypeOf` of both types, which tells by `kind`, with what is done to its result. */
const typeChecks =
  (wrap: (isType: boolean) => unknown = (isType) => isType) =>
  (note: Note) => ({
    Dog: { __isTypeOf: check('Dog', wrap, note) },
    Cat: { __isTypeOf: check('Cat', wrap, note) },
  });
const later = async <Value>(value: Value) => value;
const fail = () => {
  throw new Error('No type today.');
};
const reject = async () => fail();

/** A field whose `__resolveType` gives this. */
const resolvesTo = (resolveType: unknown, errors: number, schema = members): Scenario => ({
  schema,
  query: one,
  root: all,
  resolvers: () => ({ Animal: { __resolveType: resolveType } }) as never,
  errors,
});

describeConformance('abstract types', {
  'tell an interface’s type by __isTypeOf': { schema: animals, query, root: all, resolvers: typeChecks() },
  'tell an interface’s type by an async __isTypeOf': {
    schema: animals,
    query,
    root: all,
    resolvers: typeChecks(later),
  },
  'tell a union’s type by __isTypeOf': { schema: members, query, root: all, resolvers: typeChecks() },
  'tell a union’s type by an async __isTypeOf': { schema: members, query, root: all, resolvers: typeChecks(later) },
  'report a throw of __isTypeOf': { schema: animals, query, root: all, resolvers: typeChecks(fail), errors: 2 },
  'report a rejection of __isTypeOf': { schema: animals, query, root: all, resolvers: typeChecks(reject), errors: 2 },
  'report that no __isTypeOf accepts': {
    schema: animals,
    query,
    root: all,
    resolvers: typeChecks(() => false),
    errors: 2,
  },
  'report that no async __isTypeOf accepts': {
    schema: animals,
    query,
    root: all,
    resolvers: typeChecks(async () => false),
    errors: 2,
  },
  'take a sync acceptance before a pending one, whose rejection is ignored': {
    schema: animals,
    query: '{ one { __typename name } }',
    root: all,
    resolvers: () => ({ Dog: { __isTypeOf: reject }, Cat: { __isTypeOf: () => true } }),
  },
  'take the first of several that accept': {
    schema: animals,
    query: '{ one { __typename name } }',
    root: all,
    resolvers: () => ({ Dog: { __isTypeOf: later }, Cat: { __isTypeOf: later } }),
  },
  'tell a type by __resolveType': {
    ...resolvesTo(({ kind }: Value) => kind, 0),
    query,
  },
  'tell a type by an async __resolveType': { ...resolvesTo(async ({ kind }: Value) => kind, 0), query },
  'tell a type by a thenable of __resolveType': {
    ...resolvesTo(({ kind }: Value) => thenable(Promise.resolve(kind)), 0),
    query,
  },
  'prefer __resolveType to __isTypeOf, and check its answer': {
    schema: members,
    query,
    root: all,
    resolvers: (note) => ({ ...typeChecks()(note), Animal: { __resolveType: () => 'Dog' } }),
    errors: 1,
  },
  'prefer __resolveType to __isTypeOf, and check its async answer': {
    schema: members,
    query,
    root: all,
    resolvers: (note) => ({ ...typeChecks(later)(note), Animal: { __resolveType: async () => 'Dog' } }),
    errors: 1,
  },
  'report a throw of __resolveType': resolvesTo(fail, 1),
  'report a rejection of __resolveType': resolvesTo(reject, 1),
  'null the parent where a non-null type cannot be told': {
    ...resolvesTo(reject, 1),
    query: '{ one { __typename } must { __typename } }',
    root: () => ({ must: rex }),
  },
  'tell a union’s type by __typename of the value': {
    schema: members,
    query,
    root: () => ({ all: [{ ...rex, __typename: 'Dog' }, later({ ...tom, __typename: 'Cat' })] }),
  },
  'tell an interface’s type by __typename of the value': {
    schema: animals,
    query,
    root: () => ({
      all: [
        { ...rex, __typename: 'Dog' },
        { ...tom, __typename: 'Cat' },
      ],
    }),
  },
  'report a value that tells no type': { schema: animals, query: one, root: all, errors: 1 },
  ...Object.fromEntries(
    ['Unknown', 'String', '__Schema', 'Stone', ''].map((__typename) => [
      `report the __typename "${__typename}"`,
      { schema: members, query: one, root: () => ({ one: { __typename } }), errors: 1 },
    ]),
  ),
  ...Object.fromEntries(
    ['Unknown', 'String', 'Stone', '', 7, null, undefined, true, [], { name: 'Cat' }].flatMap((type) => [
      [`report ${JSON.stringify(type)} of __resolveType`, resolvesTo(() => type, 1)],
      [`report ${JSON.stringify(type)} of an async __resolveType`, resolvesTo(async () => type, 1)],
    ]),
  ),
  'report a promise of an unknown type below others': {
    schema: members,
    query,
    root: () => ({ all: [rex, { kind: 'Unknown' }, tom] }),
    resolvers: () => ({ Animal: { __resolveType: async ({ kind }: Value) => kind } }),
    errors: 1,
  },
});
