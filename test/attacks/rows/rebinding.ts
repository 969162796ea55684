import { type Attack, get, getQuery, post } from '../../support/attacks/attacks.ts';
import { badRequest, executed, type Group } from './groups.ts';

/** DNS rebinding: a page of another site resolves its own name to the gateway's address. */
const rebinding: Attack[] = [
  {
    name: 'a POST to an unknown Host',
    message: () => post('{ organization(id: "o1") { title } }', undefined, { host: 'evil.example', authorization: '' }),
    expected: { ...badRequest, status: [400, 403, 421], code: undefined, data: undefined },
  },
  {
    name: 'a GET to an unknown Host',
    message: () => getQuery('{ organization(id: "o1") { title } }', { host: 'evil.example:4000' }),
    expected: { status: [400, 403, 421], calls: 0 },
  },
  {
    name: 'a name that begins with that of the gateway',
    message: () => post('{ __typename }', undefined, { host: 'localhost.evil.example' }),
    expected: { status: [400, 403, 421], calls: 0 },
  },
  {
    name: 'a name that ends with that of the gateway',
    message: () => post('{ __typename }', undefined, { host: 'evillocalhost' }),
    expected: { status: [400, 403, 421], calls: 0 },
  },
  {
    name: 'an address of another network',
    message: () => post('{ __typename }', undefined, { host: '192.0.2.7' }),
    expected: { status: [400, 403, 421], calls: 0 },
  },
  {
    name: 'X-Forwarded-Host of the gateway',
    message: () => post('{ __typename }', undefined, { host: 'evil.example', 'x-forwarded-host': 'localhost' }),
    expected: { status: [400, 403, 421], calls: 0 },
  },
  {
    name: 'localhost is served',
    message: () => post('{ organization(id: "o1") { title } }', undefined, { host: 'localhost:4000' }),
    expected: executed(1),
  },
  {
    name: '127.0.0.1 is served',
    message: () => post('{ organization(id: "o1") { title } }', undefined, { host: '127.0.0.1' }),
    expected: executed(1),
  },
  {
    name: '[::1] is served',
    message: () => post('{ organization(id: "o1") { title } }', undefined, { host: '[::1]:4000' }),
    expected: executed(1),
  },
  {
    name: 'an allowed host is served',
    message: () => post('{ organization(id: "o1") { title } }', undefined, { host: 'Graph.Example.com' }),
    expected: executed(1),
  },
  {
    name: 'a GET without Sec-Fetch-Site and without a preflight',
    message: () => get('/graphql?query={organizations{nodes{id}}}'),
    expected: { status: [400, 403], code: 'BAD_REQUEST', data: false, calls: 0 },
  },
  {
    name: 'a GET with a preflight header',
    message: () => get('/graphql?query={__typename}', { 'apollo-require-preflight': '1' }),
    expected: executed(0),
  },
];

export const rebindingAttacks: Group = {
  name: 'a gateway with UPSTREAM_TOKEN',
  settings: { UPSTREAM_TOKEN: 'token-of-the-developer', ALLOWED_HOSTS: 'graph.example.com' },
  attacks: rebinding,
};
