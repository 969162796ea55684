import { GraphQLScalarType, Kind } from 'graphql';
import { describeConformance } from '../../../support/execution/conformance.ts';

const schema =
  'type Query { test(text: String, number: Int): String thing: Thing } type Thing { test(text: String): String }';
const asText = (value: unknown) => JSON.stringify(value);

/** Its values can be changed. */
const dayScalar = new GraphQLScalarType({
  name: 'Day',
  parseValue: (value) => new Date(String(value)),
  parseLiteral: (node) => new Date(node.kind === Kind.STRING ? node.value : 0),
});

function nextDay(day: Date): string {
  day.setUTCDate(day.getUTCDate() + 1);
  return asText(day);
}

const nextDays = () => ({
  Day: dayScalar,
  Thing: { test: (_: unknown, { days: [day] }: { days: [Date] }) => nextDay(day) },
});

class Thing {
  readonly #text = 'private';
  test() {
    return this.#text;
  }
}

describeConformance('resolvers', {
  'a field without one is a property': { schema, query: '{ test }', root: () => ({ test: 'property' }) },
  'an inherited property': { schema, query: '{ test }', root: () => Object.create({ test: 'inherited' }) },
  'a getter': {
    schema,
    query: '{ thing { test } }',
    root: () => ({
      thing: {
        get test() {
          return 'got';
        },
      },
    }),
  },
  'a getter that throws': {
    schema,
    query: '{ thing { test } }',
    root: () => ({
      thing: {
        get test() {
          throw new Error('Not got.');
        },
      },
    }),
    errors: 1,
  },
  'a method keeps its object': { schema, query: '{ thing { test } }', root: () => ({ thing: new Thing() }) },
  'a method gets arguments, and info': {
    schema,
    query: '{ test(number: 3) aliased: test(text: "given", number: 4) }',
    root: (note) => ({
      test: (args: object, _context: object, info: { fieldName: string; path: object }) => {
        note([args, info.fieldName, info.path]);
        return asText(args);
      },
    }),
  },
  'a property of a value that is no object': { schema, query: '{ thing { test } }', root: () => ({ thing: 'text' }) },
  'a function gets source, arguments and info': {
    schema,
    query: '{ test thing { test(text: "a") aliased: test(text: null) } }',
    root: () => ({ test: 'from the root', thing: { test: 'from the thing' } }),
    resolvers: (note) => ({
      Query: { test: (source, args) => asText([source, args]) },
      Thing: {
        test: (source, args, _context, info) => {
          note([info.path, info.returnType, info.parentType.name]);
          return asText([source, args]);
        },
      },
    }),
  },
  'a function that waits': {
    schema,
    query: '{ test(text: "a") }',
    resolvers: () => ({ Query: { test: async (_, { text }) => text } }),
  },
  'arguments belong to one call': {
    schema:
      'type Query { things: [Thing] } type Thing { test(list: [Int], object: In, n: Int = 1): String } input In { deep: [Int] }',
    query:
      'query ($deep: [Int]) { things { test(list: [1], object: { deep: $deep }, n: 2) constant: test(list: [1], object: { deep: [1] }) } }',
    variables: { deep: [1] },
    root: () => ({ things: [{}, {}] }),
    resolvers: () => ({
      Thing: {
        test: (_, args) => {
          args.n += 1;
          args.added = args.n;
          return asText(args);
        },
      },
    }),
  },
  'what a scalar makes of a literal belongs to one call': {
    schema: 'scalar Day type Query { things: [Thing] } type Thing { test(days: [Day]): String }',
    query: '{ things { test(days: ["2026-11-26"]) } }',
    root: () => ({ things: [{}, {}] }),
    resolvers: nextDays,
  },
  'what a scalar makes of a literal belongs to one call, beside a variable, too': {
    schema: 'scalar Day type Query { things: [Thing] } type Thing { test(days: [Day], n: Int): String }',
    query: 'query ($n: Int = 1) { things { test(days: ["2026-11-26"], n: $n) } }',
    root: () => ({ things: [{}, {}] }),
    resolvers: nextDays,
  },
  'arguments have no prototype': {
    schema,
    query: '{ test(text: "a") plain: thing { test } }',
    root: () => ({ thing: {} }),
    resolvers: (note) => ({
      Query: { test: (_, args) => void note([Object.getPrototypeOf(args) === Object.prototype, Object.keys(args)]) },
      Thing: {
        test: (_, args) => void note([Object.getPrototypeOf(args) === Object.prototype, Object.isFrozen(args)]),
      },
    }),
  },
});
