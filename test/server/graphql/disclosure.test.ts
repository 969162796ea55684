import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox } from '../../../src/sandbox/index.ts';
import { readSettings } from '../../../src/server/settings/settings.ts';
import { type GraphQLResult, startGateway, type TestGateway } from '../../support/gateways/gateway.ts';

let sandbox: Sandbox;
let sandboxUrl: string;
let open: TestGateway;
let closed: TestGateway;

const off = { INTROSPECTION: 'false', SUGGESTIONS: 'false', EXPLAIN: 'false', EXPLORER: 'false' };

beforeAll(async () => {
  sandbox = await createSandbox();
  sandboxUrl = await sandbox.listen();
  open = await startGateway(sandboxUrl);
  closed = await startGateway(sandboxUrl, off);
});

afterAll(async () => {
  for (const service of [open, closed, sandbox]) await service.close();
});

const jsonType = { 'content-type': 'application/json' };

async function post(gateway: TestGateway, body: object, accept = 'application/graphql-response+json') {
  const headers = { ...jsonType, accept, authorization: 'Bearer sandbox-admin' };
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: JSON.stringify(body) });
  return { ...((await response.json()) as GraphQLResult), status: response.status };
}

describe('introspection', () => {
  const queries = [
    '{ __schema { types { name } } }',
    '{ a: __type(name: "Space") { name } }',
    'query { ...F } fragment F on Query { ... { b: __schema { __typename } } }',
  ];

  it.each(queries)('is answered by default: %s', async (query) => {
    expect((await post(open, { query })).errors).toBeUndefined();
  });

  it.each(queries)('is refused where it is turned off, by both paths: %s', async (query) => {
    for (let time = 0; time < 2; time++) {
      const { status, data, errors } = await post(closed, { query });
      expect({ status, data, errors: errors?.map(({ message, extensions }) => [message, extensions.code]) }).toEqual({
        status: 422,
        data: undefined,
        errors: [
          [
            'Introspection is turned off. Ask for the schema where you got the address of this endpoint.',
            'GRAPHQL_VALIDATION_FAILED',
          ],
        ],
      });
    }
  });

  it('leaves __typename', async () => {
    expect((await post(closed, { query: '{ __typename organizations { __typename } }' })).data).toEqual({
      __typename: 'Query',
      organizations: { __typename: 'OrganizationConnection' },
    });
  });
});

describe('suggestions', () => {
  const requests: [string, object][] = [
    ['a field', { query: '{ organisations { totalCount } }' }],
    ['a field of a fragment', { query: '{ node(id: "x") { title } }' }],
    ['an argument', { query: '{ organizations(firstt: 1) { totalCount } }' }],
    ['a type', { query: '{ node(id: "x") { ... on Spacee { id } } }' }],
    ['an enum value', { query: '{ space(id: "x") { comments(status: RESOLVEDD) { totalCount } } }' }],
    ['a field of the nodes of a connection', { query: '{ organizations { title } }' }],
    ['an input field', { query: 'mutation { deleteSpace(input: { idd: "x", id: "y" }) { clientMutationId } }' }],
    [
      'an input field in a variable',
      {
        query: 'mutation ($input: UpdateSpaceInput!) { updateSpace(input: $input) { space { id } } }',
        variables: { input: { id: 'x', titel: 'y' } },
      },
    ],
    [
      'an enum value in a variable',
      {
        query: 'mutation ($input: UpdateSpaceInput!) { updateSpace(input: $input) { space { id } } }',
        variables: { input: { id: 'x', editMode: 'LOCKEDD' } },
      },
    ],
  ];

  it.each(requests)('of %s are given by default', async (_, request) => {
    if (_ === 'an enum value') return;
    expect(JSON.stringify((await post(open, request)).errors)).toContain('Did you mean');
  });

  it('name the nodes of a connection that has no such field, and nothing where they have none either', async () => {
    const { errors } = await post(open, { query: '{ organizations { title xyzzy } }' });
    expect(errors?.map(({ message }) => message)).toEqual([
      'Cannot query field "title" on type "OrganizationConnection". Did you mean "nodes { title }"?',
      'Cannot query field "xyzzy" on type "OrganizationConnection".',
    ]);
  });

  it.each(requests)('of %s are left out where they are turned off', async (_, request) => {
    for (let time = 0; time < 2; time++) {
      const { errors } = await post(closed, request);
      expect(errors).toHaveLength(1);
      expect(JSON.stringify(errors)).not.toMatch(/did you mean/i);
    }
  });
});

describe('explain', () => {
  const query = '{ organizations { totalCount } }';

  it.each([true, 'plan', 1])('%j is refused where it is turned off', async (mode) => {
    const { status, data, errors } = await post(closed, { query, extensions: { explain: mode } });
    expect({ status, data }).toEqual({ status: 422, data: undefined });
    expect(errors).toEqual([
      {
        message: 'Explain is turned off. Send the request without "explain" in its extensions.',
        extensions: { code: 'BAD_USER_INPUT' },
      },
    ]);
  });

  it('may be declined', async () => {
    expect((await post(closed, { query, extensions: { explain: false } })).errors).toBeUndefined();
  });
});

describe('the explorer', () => {
  it('is at no address where it is turned off', async () => {
    const [page, unknown] = await Promise.all(['/', '/unknown'].map((path) => fetch(closed.url + path)));
    expect(page?.status).toBe(404);
    expect(await page?.text()).toBe(await unknown?.text());
  });
});

describe('the defaults', () => {
  const features = ({ introspection, suggestions, explain, explorer }: ReturnType<typeof readSettings>) => ({
    introspection,
    suggestions,
    explain,
    explorer,
  });

  it('tell everything in development, and only the schema in production', () => {
    expect(features(readSettings({}))).toEqual({
      introspection: true,
      suggestions: true,
      explain: true,
      explorer: true,
    });
    expect(features(readSettings({ NODE_ENV: 'production', UPSTREAM_URL: 'https://api.example.com' }))).toEqual({
      introspection: true,
      suggestions: false,
      explain: false,
      explorer: false,
    });
  });
});

describe('caching', () => {
  it.each<[string, string, RequestInit]>([
    ['a result', '/graphql', { method: 'POST', headers: jsonType, body: '{"query":"{ __typename }"}' }],
    [
      'a result of the fast path',
      '/graphql',
      { method: 'POST', headers: jsonType, body: '{"query":"{ __typename }"}' },
    ],
    ['a rejected document', '/graphql', { method: 'POST', headers: jsonType, body: '{"query":"{"}' }],
    ['malformed JSON', '/graphql', { method: 'POST', headers: jsonType, body: '{' }],
    ['a wrong method', '/graphql', { method: 'PUT' }],
    ['a blocked GET', '/graphql?query={__typename}', { headers: { origin: 'https://other.example' } }],
  ])('of %s is forbidden, and it depends on the client', async (_, path, init) => {
    const { headers } = await fetch(open.url + path, init);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('vary')).toBe('accept, authorization');
  });

  it.each(['/healthz', '/readyz', '/unknown', '/%'])('of %s is forbidden', async (path) => {
    expect((await fetch(open.url + path)).headers.get('cache-control')).toBe('no-store');
  });

  it('depends on forwarded headers', async () => {
    const forwarding = await startGateway(sandboxUrl, { FORWARD_HEADERS: 'X-Api-Key, Cookie' });
    const { headers } = await fetch(`${forwarding.url}/graphql?query={__typename}`);
    void { query: '{ __typename }' };
    expect(headers.get('vary')).toBe('accept, authorization, x-api-key, cookie');
    await forwarding.close();
  });
});

/** Sends raw bytes; resolves to the status and the log lines that they left. */
async function raw(gateway: TestGateway, text: string): Promise<{ status: number; log: string }> {
  const from = gateway.log.length;
  const answer = await new Promise<string>((resolve, reject) => {
    let received = '';
    const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('end', () => resolve(received)).on('error', reject);
  });
  return { status: Number(answer.split(' ')[1]), log: gateway.log.slice(from).join('') };
}

const target = '/graphql?query=%7Bsekret%7D&variables=%7B%22a%22%3A%22sekret%22%7D';
const last = 'Connection: close\r\nX-Key: sekret\r\n\r\n';

describe('a missing or malformed Host', () => {
  it.each([
    `GET ${target} HTTP/1.0\r\n`,
    `GET ${target} HTTP/1.1\r\n`,
    `GET ${target} HTTP/1.1\r\nHost:\r\n`,
    `GET ${target} HTTP/1.1\r\nHost: a b\r\n`,
    `GET ${target} HTTP/1.1\r\nHost: [::1\r\n`,
    `GET ${target} HTTP/1.1\r\nHost: a/b\r\n`,
    `GET ${target} HTTP/1.1\r\nHost: a@b\r\n`,
    `GET ${target} HTTP/1.1\r\nHost: localhost\r\nHost: other\r\n`,
    `GET http://sekret@other.example${target} HTTP/1.1\r\nHost: localhost\r\n`,
    'GET / HTTP/1.1\r\nHost: a b\r\n',
  ])('is status 400 without content in the log: %j', async (head) => {
    const { status, log } = await raw(open, head + last);
    expect(status).toBe(400);
    expect(log).not.toMatch(/sekret|stack/);
  });

  it('does not keep probes of HTTP/1.0 away', async () => {
    expect((await raw(open, 'GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});

describe('with UPSTREAM_TOKEN', () => {
  let own: TestGateway;

  beforeAll(async () => {
    own = await startGateway(sandboxUrl, { UPSTREAM_TOKEN: 'sandbox-admin' });
  });

  afterAll(() => own.close());

  it.each([
    ['no header', {}, 400],
    ['a preflight header', { 'apollo-require-preflight': '1' }, 200],
    ['the name of an operation', { 'x-apollo-operation-name': 'Q' }, 200],
    ['the own origin', { 'sec-fetch-site': 'same-origin' }, 200],
    ['another origin', { 'sec-fetch-site': 'cross-site' }, 400],
  ])('a GET with %s is answered accordingly', async (_, headers: Record<string, string>, status) => {
    for (let time = 0; time < 2; time++) {
      const response = await fetch(`${own.url}/graphql?query=%7B__typename%7D`, { headers });
      expect(response.status).toBe(status);
    }
  });
});

describe('a persisted query', () => {
  it.each([
    [
      'a hash of another query',
      { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 'sekret' } } },
    ],
    [
      'a hash that is no text',
      { query: '{ __typename }', extensions: { persistedQuery: { version: 1, sha256Hash: 5 } } },
    ],
    ['no hash', { query: '{ __typename }', extensions: { persistedQuery: { version: 1 } } }],
    [
      'another version',
      { query: '{ __typename }', extensions: { persistedQuery: { version: 2, sha256Hash: 'sekret' } } },
    ],
    ['no object', { query: '{ __typename }', extensions: { persistedQuery: 'sekret' } }],
    ['no object and no query', { extensions: { persistedQuery: ['sekret'] } }],
  ])('with %s has status 422, without content in the log', async (_, body) => {
    const from = open.log.length;
    const { status, errors } = await post(open, body);
    expect(status).toBe(422);
    expect(errors).toHaveLength(1);
    expect(open.log.slice(from).join('')).not.toMatch(/sekret|stack|"level":50/);
  });
});
