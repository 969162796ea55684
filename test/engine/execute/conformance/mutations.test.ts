import { describeConformance, type Note } from '../../../support/execution/conformance.ts';

const schema = `
  type Counter { value: Int read: Int readLater: Int }
  type Query { counter: Counter }
  type Mutation { add(n: Int!): Counter addLater(n: Int!): Counter! fail: Counter failLater: Counter must: Counter! }
`;

/** A counter whose mutations note what they see. */
function root(note: Note) {
  let value = 0;
  const counter = () => ({
    value,
    read: () => value,
    readLater: async () => {
      await new Promise(setImmediate);
      note(`read ${value}`);
      return value;
    },
  });
  const add = ({ n }: { n: number }) => {
    note(`add ${n}`);
    value += n;
    return counter();
  };
  const fail = () => {
    note('fail');
    throw new Error(`No more than ${value}.`);
  };
  return {
    counter,
    add,
    addLater: async (args: { n: number }) => {
      await new Promise(setImmediate);
      return add(args);
    },
    fail,
    failLater: async () => {
      await new Promise(setImmediate);
      fail();
    },
    must: fail,
  };
}

const sees = '{ value read readLater }';

describeConformance('mutations', {
  'run one after the other': {
    schema,
    root,
    query: `mutation { a: add(n: 1) ${sees} b: addLater(n: 2) ${sees} c: add(n: 4) ${sees} d: addLater(n: 8) ${sees} }`,
  },
  'run in the order of the document where one fails': {
    schema,
    root,
    query: `mutation { a: add(n: 1) ${sees} b: fail ${sees} c: addLater(n: 2) ${sees} d: failLater ${sees} e: add(n: 4) ${sees} }`,
    errors: 2,
  },
  'stop after a failure that leaves no data': {
    schema,
    root,
    query: `mutation { a: addLater(n: 1) ${sees} must ${sees} b: add(n: 1) ${sees} }`,
    errors: 1,
  },
  'run once for a field that is selected twice': {
    schema,
    root,
    query:
      'mutation { a: add(n: 1) { value } ...F } fragment F on Mutation { a: add(n: 1) { read } b: add(n: 2) { read } }',
  },
  'skip a field that the type does not have': { schema, root, query: 'mutation { unknown a: add(n: 1) { value } }' },
  'report arguments that lack a value': {
    schema,
    root,
    query: 'mutation { add { value } b: add(n: 1) { value } }',
    errors: 1,
  },
  'skip what conditions exclude': {
    schema,
    root,
    query: 'mutation ($no: Boolean!) { add(n: 1) @include(if: $no) { value } b: add(n: 2) { value } }',
    variables: { no: false },
  },
});
