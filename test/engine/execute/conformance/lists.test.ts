import { describeConformance, type Scenario } from '../../../support/execution/conformance.ts';

const types = ['[Int]', '[Int]!', '[Int!]', '[Int!]!', '[[Int!]]'];
const schemaFor = (type: string) =>
  `type Query { list: ${type} other: Int nested: Nested } type Nested { list: ${type} }`;

const failure = () => new Error('Bad item.');
/** A rejection that graphql-js may leave unhandled, behind an item that makes the list null. */
function rejection(): Promise<never> {
  const rejected = Promise.reject(failure());
  rejected.catch(() => {});
  return rejected;
}

/** What resolvers give for a list of numbers, and how many errors that is for each of the types above. */
const values: Readonly<Record<string, readonly [give: () => unknown, errors: readonly number[]]>> = {
  numbers: [() => [1, 2], [0, 0, 0, 0, 2]],
  'null between numbers': [() => [1, null, 2], [0, 0, 1, 1, 2]],
  'undefined between numbers': [() => [1, undefined, 2], [0, 0, 1, 1, 2]],
  null: [() => null, [0, 1, 0, 1, 0]],
  'an error': [failure, [1, 1, 1, 1, 1]],
  'an error between numbers': [() => [1, failure(), 2], [1, 1, 1, 1, 3]],
  'two errors': [() => [failure(), 1, failure()], [2, 2, 1, 1, 3]],
  'a rejection': [rejection, [1, 1, 1, 1, 1]],
  'a promise of numbers': [async () => [1, 2], [0, 0, 0, 0, 2]],
  'a promise of null': [async () => null, [0, 1, 0, 1, 0]],
  'promises of numbers': [() => [1, Promise.resolve(2), Promise.resolve(3)], [0, 0, 0, 0, 3]],
  'promises of null': [() => [1, Promise.resolve(null), 2], [0, 0, 1, 1, 2]],
  'a rejection between numbers': [() => [1, rejection(), 2], [1, 1, 1, 1, 3]],
  'an error before rejections': [() => [failure(), rejection(), rejection()], [3, 3, 1, 1, 3]],
  'a promise of promises': [async () => [Promise.resolve(1), 2], [0, 0, 0, 0, 2]],
  lists: [() => [[1], [], null, Promise.resolve([2])], [3, 3, 1, 1, 0]],
  'an empty list': [() => [], [0, 0, 0, 0, 0]],
  'a sparse list': [() => Object.assign(new Array(3), { 0: 1, 2: 2 }), [0, 0, 1, 1, 2]],
};

function argumentsOf(..._: number[]): Iterable<number> {
  // biome-ignore lint/complexity/noArguments: it is the value under test
  return arguments;
}

const asList: Readonly<Record<string, readonly [give: () => unknown, errors: number]>> = {
  'a Set': [() => new Set([1, 2, 2, 3]), 0],
  'a generator': [
    function* () {
      yield 1;
      yield Promise.resolve(2);
      yield 3;
    },
    0,
  ],
  'a generator that throws': [
    function* () {
      yield 1;
      throw failure();
    },
    1,
  ],
  'the arguments of a function': [() => argumentsOf(1, 2), 0],
  'a typed array': [() => new Uint8Array([1, 2]), 0],
  'a Map': [() => new Map([[1, 2]]), 1],
  'an iterable that is no array': [
    () => ({
      *[Symbol.iterator]() {
        yield 1;
      },
    }),
    0,
  ],
  'a String object': [() => new String('12'), 0],
  'a text': [() => 'text', 1],
  'a number': [() => 7, 1],
  'an object with a length': [() => ({ length: 1, 0: 1 }), 1],
  'a function that gives numbers': [() => () => [1], 1],
};

describeConformance('lists', {
  ...Object.fromEntries(
    Object.entries(values).flatMap(([name, [give, errors]]) =>
      types.map((type, i): [string, Scenario] => [
        `${name} for ${type}`,
        {
          schema: schemaFor(type),
          query: '{ other list }',
          root: () => ({ other: 1, list: give }),
          errors: errors[i] ?? 0,
        },
      ]),
    ),
  ),
  ...Object.fromEntries(
    Object.entries(values).map(([name, [give, errors]]) => [
      `${name} for [Int!]!, below an object`,
      {
        schema: schemaFor('[Int!]!'),
        query: '{ nested { list } other }',
        root: () => ({ other: 1, nested: { list: give } }),
        errors: errors[3] ?? 0,
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(asList).map(([name, [give, errors]]) => [
      `${name} for a list`,
      { schema: schemaFor('[Int]'), query: '{ list }', root: () => ({ list: give }), errors },
    ]),
  ),
});
