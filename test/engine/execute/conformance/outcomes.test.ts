import { GraphQLError } from 'graphql';
import { thenable } from '../../../support/execution/completion-values.ts';
import { describeConformance, type Scenario } from '../../../support/execution/conformance.ts';

const failure = (message: string) => new Error(message);
const coded = () => new GraphQLError('With extensions.', { extensions: { code: 'CODED', detail: [1] } });

/** Everything that a resolver of a text can do. */
const outcomes: Readonly<Record<string, () => unknown>> = {
  text: () => 'text',
  throws: () => {
    throw failure('thrown');
  },
  throwsText: () => {
    throw 'a thrown text';
  },
  throwsNothing: () => {
    throw undefined;
  },
  throwsCoded: () => {
    throw coded();
  },
  returnsError: () => failure('returned'),
  later: async () => 'later',
  rejects: () => Promise.reject(failure('rejected')),
  rejectsText: () => Promise.reject('a rejected text'),
  rejectsNothing: () => Promise.reject(),
  rejectsCoded: () => Promise.reject(coded()),
  laterError: async () => failure('later returned'),
  laterCoded: async () => coded(),
};
const thenables: Readonly<Record<string, () => unknown>> = {
  thenableText: () => thenable(Promise.resolve('thenable')),
  thenableRejects: () => thenable(Promise.reject(failure('rejected thenable'))),
  thenableError: () => thenable(Promise.resolve(failure('thenable error'))),
  thenThrows: () => ({
    // biome-ignore lint/suspicious/noThenProperty: it is the value under test
    then() {
      throw failure('thrown by then');
    },
  }),
  thenIsNoFunction: () => 'then',
};
const both = { ...outcomes, ...thenables };
const fieldsOf = (fields: object, type: string) => Object.keys(fields).map((name) => `${name}: ${type}`);

const outcomeSchema = `
  type Query { inner: Inner list: [String] must: Must musts: [Must] ${fieldsOf(both, 'String')} }
  type Inner { ${fieldsOf(both, 'String')} }
  type Must { ${fieldsOf(both, 'String!')} }
`;
const failing = Object.keys(both).filter((name) => /throws|error|rejects/i.test(name) || /Coded$/.test(name));
const selection = `{ ${Object.keys(both).join(' ')} }`;

describeConformance('outcomes of resolvers', {
  'are values or errors of their fields': {
    schema: outcomeSchema,
    query: selection,
    root: () => both,
    errors: failing.length,
  },
  'are values or errors below the root': {
    schema: outcomeSchema,
    query: `{ inner ${selection} text }`,
    root: () => ({ ...both, inner: both }),
    errors: failing.length,
  },
  ...Object.fromEntries(
    Object.keys(both).flatMap((name): [string, Scenario][] => [
      [
        `${name} for a non-null field, in an object and in a list`,
        {
          schema: outcomeSchema,
          query: `{ must { ${name} } musts { ${name} } text }`,
          root: () => ({ ...both, must: both, musts: [both, both] }),
          errors: failing.includes(name) ? 3 : 0,
        },
      ],
      [
        `${name} for an item of a list`,
        {
          schema: outcomeSchema,
          query: '{ list text }',
          root: () => ({ ...both, list: () => ['first', itemOf(name), 'last'] }),
          errors: failing.includes(name) ? 1 : 0,
        },
      ],
    ]),
  ),
  'a rejected list': {
    schema: outcomeSchema,
    query: '{ musts { text } text }',
    root: () => ({ text: 1, musts: () => Promise.reject(failure('No list.')) }),
    errors: 1,
  },
  'a rejection after its parent is null': {
    schema: 'type Query { thing: Thing text: String } type Thing { later: String! now: String! }',
    query: '{ thing { later now } text }',
    root: () => ({ text: 'text', thing: { later: () => Promise.reject(failure('Later.')), now: null } }),
    errors: 1,
  },
});

/** The value that an outcome stands for; in a list, what is thrown elsewhere is an error. */
function itemOf(name: string): unknown {
  try {
    return both[name]?.();
  } catch {
    return failure('An error in a list.');
  }
}
