import { type Attack, type Expected, post } from '../../support/attacks/attacks.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { type Group, limitCodes } from './groups.ts';

/** Ids that a proxy, a URL parser or a router in front of the service could turn into another path. */
const ids: Readonly<Record<string, string>> = {
  '../orgs/o1': '../orgs/o1',
  '..': '..',
  '.': '.',
  'a slash': 'a/b',
  'a backslash': 'a\\b',
  'an encoded slash': '..%2Forgs%2Fo1',
  'an encoded slash in lower case': 'a%2fb',
  'an encoded backslash': 'a%5Cb',
  'encoded dots': '%2e%2e',
  'one encoded dot': '.%2E',
  'a slash that is encoded twice': '..%252Forgs%252Fo1',
  'a slash that is encoded three times': 'a%25252Fb',
  'a NUL': 'a\u0000',
  'a line break': 'a\r\nhost: evil',
  'a tab': 'a\tb',
  'a delete character': 'a\u007f',
  'a C1 control character': 'a\u0085b',
  'a lone surrogate': 'a\uD800',
  'dots with a path parameter': '..;/orgs',
};

const rejected: Expected = { status: [200, 400], code: limitCodes, calls: 0, hasNot: /"restId"/ };

/** An invalid id in the input of a mutation is a user error. */
const rejectedInput: Expected = {
  status: 200,
  calls: 0,
  has: /"clientMutationId":null,"userErrors":\[\{"field":\["id"\],"code":"INVALID"\}\]/,
};

/** The places where an id becomes a segment of a path. */
const places: Readonly<Record<string, (id: string) => { query: string; id: string }>> = {
  'a plain id': (id) => ({ query: 'query ($id: ID!) { space(id: $id) { restId title } }', id }),
  'a global id': (id) => ({
    query: 'query ($id: ID!) { space(id: $id) { restId title } }',
    id: globalIdOf('Space', id.toWellFormed()),
  }),
  'a global id in node': (id) => ({
    query: 'query ($id: ID!) { node(id: $id) { ... on Site { restId title } } }',
    id: globalIdOf('Site', 'o1', id.toWellFormed()),
  }),
  'a nested id': (id) => ({
    query: 'query ($id: ID!) { organization(id: "o1") { site(id: $id) { restId title } } }',
    id,
  }),
};

const deletion =
  'mutation ($id: ID!) { deleteSpace(input: { id: $id }) { clientMutationId userErrors { field code } } }';

const deletions = Object.entries(ids).map(
  ([name, id]): Attack => ({
    name: `${name} in a deletion`,
    message: () => post(deletion, JSON.stringify({ id })),
    expected: rejectedInput,
  }),
);

const attacks = Object.entries(places).flatMap(([place, request]) =>
  Object.entries(ids)
    // A global id cannot contain what is not well formed.
    .filter(([, id]) => id.isWellFormed() || !place.includes('global'))
    .map(([name, id]): Attack => {
      const { query, id: sent } = request(id);
      return {
        name: `${name} in ${place}`,
        message: () => post(query, JSON.stringify({ id: sent })),
        expected: rejected,
      };
    }),
);

const other: Attack[] = [
  {
    name: 'a question mark stays in its segment',
    message: () => post('{ space(id: "s1?limit=5#x") { title } }'),
    expected: { status: 200, calls: [0, 1] },
  },
  {
    name: 'an id of another type',
    message: () => post(deletion, JSON.stringify({ id: globalIdOf('Organization', 'o1') })),
    expected: rejectedInput,
  },
  {
    name: 'a global id with more keys than its type has',
    message: () => post(`{ node(id: "${globalIdOf('Space', 's1', 's2')}") { id } }`),
    expected: { status: 200, code: 'BAD_USER_INPUT', calls: 0 },
  },
  {
    name: 'a global id of an unknown type',
    message: () => post(`{ node(id: "${globalIdOf('__proto__', 's1')}") { id } }`),
    expected: { status: 200, code: 'BAD_USER_INPUT', calls: 0 },
  },
  {
    name: 'a slash in one of 50 mutations: none of them is sent',
    message: () => {
      const one = (i: number) =>
        `m${i}: deleteSpace(input: { id: "${i === 49 ? '../orgs/o1' : `s${i}`}" }) { clientMutationId }`;
      return post(`mutation { ${Array.from({ length: 50 }, (_, i) => one(i)).join(' ')} }`);
    },
    expected: { status: [200, 400], code: 'NOT_EXECUTED', calls: 0 },
  },
];

export const idAttacks: Group = { name: 'ids', settings: {}, attacks: [...attacks, ...deletions, ...other] };
