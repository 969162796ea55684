import { describeConformance, type Scenario } from '../../../support/execution/conformance.ts';

const schema = `
  type Query {
    text: String later: String must: String! mustLater: String!
    thing: Query thingLater: Query mustThing: Query! mustThingLater: Query!
    things: [Query!] mustThings: [Query!]!
    needs(given: String!): String
  }
`;

/** Values that each null their field, for a field whose name ends in `Later` as a promise. */
const nothing: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  undefined: () => undefined,
  'a throw': () => {
    throw new Error('It failed.');
  },
  'an error': () => new Error('It is an error.'),
};

function world(fails: () => unknown): object {
  const self: object = {
    text: fails,
    later: async () => fails(),
    must: fails,
    mustLater: async () => fails(),
    thing: () => self,
    thingLater: async () => self,
    mustThing: () => self,
    mustThingLater: async () => self,
    things: () => [self, Promise.resolve(self)],
    mustThings: async () => [self],
  };
  return self;
}

const queries: Readonly<Record<string, string>> = {
  'a nullable field': '{ text later }',
  'an object with a non-null field': '{ thing { must } other: thing { text } }',
  'an object with a non-null field that waits': '{ thing { mustLater } }',
  'a promised object': '{ thingLater { must } second: thingLater { mustLater } }',
  'each branch of a tree': `{
    thing { text later thing { text later mustThing { text } } thingLater { text later } }
    thingLater { text later thing { text later } thingLater { text later } other: thingLater { must } }
  }`,
  'the nearest nullable object above a chain': `{
    thing { mustThing { mustThingLater { mustThing { must } } } }
    thingLater { mustThingLater { mustThing { mustThingLater { mustLater } } } }
    other: thing { mustThing { mustThingLater { mustThing { mustThingLater { mustLater } } } } }
  }`,
  'the list above an item': '{ things { must } thing { mustThings { must } } }',
  'the data at the root': '{ text must }',
  'the data at the root, later': '{ mustLater }',
  'the data above a chain': '{ mustThing { mustThingLater { must } } text }',
};
/** Number of errors of each query: with null, nullable fields have none. */
const errors: readonly (readonly [ofNull: number, ofFailure: number])[] = [
  [0, 2],
  [1, 2],
  [1, 1],
  [2, 2],
  [1, 14],
  [3, 3],
  [2, 2],
  [1, 2],
  [1, 1],
  [1, 2],
];

const needs = (query: string, more: Partial<Scenario> = {}): Scenario => ({
  schema,
  query,
  resolvers: (note) => ({
    Query: {
      needs: (_, args) => {
        note(args);
        return `given ${args.given}`;
      },
    },
  }),
  ...more,
});

describeConformance('non-null', {
  ...Object.fromEntries(
    Object.entries(nothing).flatMap(([what, fails], i) =>
      Object.entries(queries).map(([name, query], q): [string, Scenario] => [
        `${what} nulls ${name}`,
        { schema, query, root: () => world(fails), errors: errors[q]?.[i < 2 ? 0 : 1] ?? 0 },
      ]),
    ),
  ),
  'a literal for a non-null argument': needs('{ needs(given: "literal") }'),
  'a variable for a non-null argument': needs('query ($v: String!) { needs(given: $v) }', { variables: { v: 'it' } }),
  'a default of a variable for a non-null argument': needs('query ($v: String = "default") { needs(given: $v) }'),
  'a missing non-null argument': needs('{ needs text }', { errors: 1 }),
  'null for a non-null argument': needs('{ needs(given: null) text }', { errors: 1 }),
  'a missing variable for a non-null argument': needs('query ($v: String) { needs(given: $v) }', { errors: 1 }),
  'a null variable for a non-null argument': needs('query ($v: String = "d") { needs(given: $v) }', {
    variables: { v: null },
    errors: 1,
  }),
  'an error before a rejection of a sibling': {
    schema,
    query: '{ mustLater must }',
    root: (note) => ({
      mustLater: async () => {
        await Promise.resolve();
        throw new Error('Later.');
      },
      must: () => void note('must'),
    }),
    errors: 1,
  },
});
