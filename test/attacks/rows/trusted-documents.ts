import { createHash } from 'node:crypto';
import { type Attack, attacker, type Expected, get, post, postBody, times } from '../../support/attacks/attacks.ts';
import { badRequest, executed, type Group } from './groups.ts';

const unknown: Expected = { status: 400, code: 'UNKNOWN_DOCUMENT', data: false, calls: 0, maxLength: 300 };
const authorized = { authorization: `Bearer ${attacker}` };
const variables = encodeURIComponent('{"id":"o1"}');
const body = (value: object) => postBody(JSON.stringify(value));
const free = '{ organization(id: "o1") { title } }';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const persisted = (sha256Hash: unknown) => ({ persistedQuery: { version: 1, sha256Hash } });

const ids: Attack[] = [
  { name: 'an id of a prototype', message: () => body({ documentId: '__proto__' }), expected: unknown },
  { name: 'an id of a method', message: () => body({ documentId: 'hasOwnProperty' }), expected: unknown },
  {
    name: 'an id of 1,000,000 characters',
    message: () => body({ documentId: 'a'.repeat(1_000_000) }),
    expected: unknown,
  },
  { name: 'an id that is an object', message: () => body({ documentId: { id: 'organization' } }), expected: unknown },
  { name: 'an id that is a list', message: () => body({ documentId: ['organization'] }), expected: unknown },
  { name: 'an id with a null character', message: () => body({ documentId: 'organization\0' }), expected: unknown },
  { name: 'a hash that is an object', message: () => body({ extensions: persisted({}) }), expected: unknown },
  {
    name: 'an id in a key that reaches a prototype',
    message: () => postBody('{"__proto__":{"documentId":"organization"}}'),
    expected: badRequest,
  },
  {
    name: '20 unknown documents at once',
    message: () => post(`{ a${Math.random().toString(36).slice(2)}: __typename }`),
    expected: unknown,
    copies: 20,
  },
];

const paths: Attack[] = [
  ['a path out of the folder', '/graphql/../../../etc/passwd'],
  ['an encoded path out of the folder', '/graphql/..%2f..%2f..%2fetc%2fpasswd/x'],
  ['a doubly encoded path', '/graphql/%252e%252e%252fetc%252fpasswd'],
  ['an id that is no UTF-8', '/graphql/%ff%fe/x'],
  ['an id with half an escape', '/graphql/organization%/x'],
  ['an empty id', '/graphql//x'],
  ['more segments than a document has', '/graphql/organization/Organization/more'],
  ['an id of 10,000 characters', `/graphql/${'a'.repeat(10_000)}`],
  ['many endpoints in one path', `/graphql${times(500, () => '/graphql', '')}/organization`],
].map(([name = '', path = '']) => ({
  name,
  message: () => get(path, authorized),
  expected: { ...unknown, status: [400, 404], code: ['UNKNOWN_DOCUMENT', 'BAD_REQUEST'], hasNot: /root:/ },
}));

const methods: Attack[] = [
  {
    name: 'a mutation by GET',
    message: () => get('/graphql/deletion/Deletion', authorized),
    expected: { status: 405, code: 'BAD_REQUEST', data: false, calls: 0 },
  },
  ...['PUT', 'DELETE', 'OPTIONS'].map((method) => ({
    name: `${method} of a document`,
    message: () => ({ ...get(`/graphql/organization/Organization?variables=${variables}`, authorized), method }),
    expected: { status: 405, code: 'BAD_REQUEST', calls: 0, data: false } as const,
  })),
  {
    name: 'HEAD of a document',
    message: () => ({ ...get(`/graphql/organization?variables=${variables}`, authorized), method: 'HEAD' }),
    expected: { status: 405, calls: 0 },
  },
  {
    name: 'a GET of a page of another site',
    message: () =>
      get(`/graphql/organization?variables=${variables}`, {
        ...authorized,
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      }),
    expected: badRequest,
  },
  {
    name: 'a form of another site',
    message: () => ({ ...body({ documentId: 'deletion' }), headers: { 'content-type': 'text/plain' } }),
    expected: badRequest,
  },
];

const texts: Attack[] = [
  { name: 'a text', message: () => post(free), expected: unknown },
  {
    name: 'a large text',
    message: () => post(`{ ${times(80_000, () => '__typename')} }`),
    expected: unknown,
    cpuMs: 100,
  },
  { name: 'a deep text', message: () => post('{a'.repeat(100_000)), expected: unknown, cpuMs: 100 },
  {
    name: 'a text with a known id',
    message: () => body({ query: free, documentId: 'organization' }),
    expected: unknown,
  },
  {
    name: 'a text with a known hash',
    message: () => body({ query: free, extensions: persisted(sha256('{ __typename }')) }),
    expected: unknown,
  },
  {
    name: 'a text to register',
    message: () => body({ query: free, extensions: persisted(sha256(free)) }),
    expected: unknown,
  },
  { name: 'a batch', message: () => postBody(`[{"query":${JSON.stringify(free)}}]`), expected: badRequest },
  {
    name: 'an unknown text and a known one in a GET, with an unknown extension',
    message: () =>
      get(
        `/graphql?query=${encodeURIComponent(free)}&query=%7B%20__typename%20%7D&extensions=%7B%22x%22%3A1%7D`,
        authorized,
      ),
    expected: { status: [200, 400], calls: 0, hasNot: /title/ },
  },
];

const legitimate: Attack[] = [
  {
    name: 'a known document',
    message: () => body({ documentId: 'organization', variables: { id: 'o1' } }),
    expected: executed(1),
  },
];

/** Attacks on a gateway that executes trusted documents only. */
export const trustedDocumentAttacks: Group = {
  name: 'trusted documents',
  settings: { TRUSTED_DOCUMENTS: 'enforce', TRUSTED_DOCUMENTS_PATH: 'test/attacks/trusted-documents.json' },
  attacks: [...ids, ...paths, ...methods, ...texts, ...legitimate],
};
