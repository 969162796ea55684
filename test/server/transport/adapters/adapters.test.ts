import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSandbox, type Sandbox, sandboxTokens } from '../../../../src/sandbox/index.ts';
import { createGateway, type Gateway } from '../../../../src/server/gateway.ts';
import { readSettings } from '../../../../src/server/settings/settings.ts';
import { globalIdOf } from '../../../support/execution/expectations.ts';
import { type EmbeddingServer, embeddings } from '../../../support/gateways/embedding-servers.ts';
import { HeldUpstream } from '../../../support/upstreams/held-upstream.ts';

const maxBodyBytes = 4096;
const titles = '{ organizations(first: 1) { nodes { title } } }';
const byFirst = 'query Titles($first: Int!) { organizations(first: $first) { nodes { title } } }';
const update = 'mutation ($input: UpdateSpaceInput!) { updateSpace(input: $input) { userErrors { field code } } }';
const persisted = '{ persisted: __typename }';
const hash = createHash('sha256').update(persisted).digest('hex');
const persistedQuery = { version: 1, sha256Hash: hash };

const jsonType = { 'content-type': 'application/json' };
const authorization = { authorization: `Bearer ${sandboxTokens.admin}` };
const post = (body: unknown, headers: Record<string, string> = { ...jsonType, ...authorization }): RequestInit => ({
  method: 'POST',
  headers,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const search = (parameters: Record<string, string>) => `?${new URLSearchParams(parameters)}`;

interface Case {
  name: string;
  init: RequestInit;
  search?: string;
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  /** What the body has to hold. */
  body: object;
  /** A body parser in front answers these itself, or lets them pass. */
  skipBodyParser?: boolean;
}

const error = (code: string, message: unknown = expect.any(String)) => ({
  errors: [{ message, extensions: { code } }],
});
const oneTitle = { data: { organizations: { nodes: [{ title: expect.any(String) }] } } };
const responseType = 'application/graphql-response+json';

const cases: readonly Case[] = [
  { name: 'a query', init: post({ query: titles }), body: oneTitle },
  {
    name: 'variables and an operation name',
    init: post({ query: byFirst, variables: { first: 1 }, operationName: 'Titles' }),
    body: oneTitle,
  },
  {
    name: 'a mutation',
    init: post({ query: update, variables: { input: { id: globalIdOf('Space', 'x'), title: null } } }),
    body: { data: { updateSpace: { userErrors: [{ field: ['title'] }] } } },
  },
  {
    name: 'an accepted media type',
    init: post({ query: titles }, { ...jsonType, ...authorization, accept: responseType }),
    type: `${responseType}; charset=utf-8`,
    body: oneTitle,
  },
  { name: 'a GET', init: { headers: authorization }, search: search({ query: titles }), body: oneTitle },
  {
    name: 'a GET with variables',
    init: { headers: authorization },
    search: search({ query: byFirst, variables: '{"first":1}', operationName: 'Titles' }),
    body: oneTitle,
  },
  {
    name: 'a mutation in a GET',
    init: {},
    search: search({ query: 'mutation { deleteSpace(input: { id: "x" }) { clientMutationId } }' }),
    status: 405,
    headers: { allow: 'POST' },
    body: error('BAD_REQUEST'),
  },
  {
    name: 'the extensions of Apollo Client',
    init: post({ query: titles, extensions: { clientLibrary: { name: '@apollo/client', version: '4.3.0' } } }),
    body: oneTitle,
  },
  {
    name: 'an unknown persisted query',
    init: post({ extensions: { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } } }),
    headers: { 'cache-control': 'no-store' },
    body: error('PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound'),
  },
  {
    name: 'a persisted query with its text',
    init: post({ query: persisted, extensions: { persistedQuery } }),
    body: { data: { persisted: 'Query' } },
  },
  {
    name: 'a persisted query by its hash',
    init: post({ extensions: { persistedQuery } }),
    body: { data: { persisted: 'Query' } },
  },
  {
    name: 'a persisted query by its hash in a GET',
    init: {},
    search: search({ extensions: JSON.stringify({ persistedQuery }) }),
    body: { data: { persisted: 'Query' } },
  },
  {
    name: 'a hash that is not that of its text',
    init: post({ query: titles, extensions: { persistedQuery } }),
    status: 400,
    body: error('BAD_REQUEST', 'provided sha does not match query'),
  },
  {
    name: 'a request without credentials',
    init: post({ query: titles }, jsonType),
    body: error('UNAUTHENTICATED'),
  },
  {
    name: 'a document that is invalid',
    init: post({ query: '{ unknown }' }, { ...jsonType, accept: responseType }),
    status: 422,
    type: `${responseType}; charset=utf-8`,
    body: error('GRAPHQL_VALIDATION_FAILED'),
  },
  {
    name: 'a part that fails',
    init: post(
      { query: '{ space(id: "none") { title } __typename }' },
      { ...jsonType, ...authorization, accept: responseType },
    ),
    status: 294,
    type: `${responseType}; charset=utf-8`,
    body: { data: { space: null, __typename: 'Query' }, errors: [{ extensions: { code: 'NOT_FOUND' } }] },
  },
  {
    name: 'a subscription',
    init: post({ query: 'subscription { x }' }, { ...jsonType, accept: responseType }),
    status: 422,
    type: `${responseType}; charset=utf-8`,
    body: error('BAD_USER_INPUT', 'The schema does not support subscription operations.'),
  },
  {
    name: 'malformed JSON',
    init: post('{"query":"{ __typename'),
    status: 400,
    body: error('BAD_REQUEST', expect.stringMatching(/^Body /)),
    skipBodyParser: true,
  },
  {
    name: 'a key that reaches a prototype',
    init: post('{"query":"{ __typename }","variables":{"a":[{"__proto__":{"polluted":1}}]}}'),
    status: 400,
    body: error('BAD_REQUEST', expect.stringMatching(/^Body /)),
  },
  {
    name: 'a batch',
    init: post([{ query: titles }]),
    status: 400,
    body: error('BAD_REQUEST', 'The body is a list. Send each operation in a request of its own.'),
  },
  { name: 'no body', init: { method: 'POST', headers: jsonType }, status: 400, body: error('BAD_REQUEST') },
  {
    name: 'a form',
    init: post('query=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    status: 415,
    body: error('BAD_REQUEST'),
  },
  ...[';;;', 'application/json, text/plain'].map((type) => ({
    name: `a malformed media type, ${type}`,
    init: post({ query: titles }, { ...authorization, 'content-type': type }),
    status: 415,
    body: error('BAD_REQUEST', 'The body must be of type application/json.'),
  })),
  { name: 'a PUT', init: { method: 'PUT' }, status: 405, headers: { allow: 'GET, POST' }, body: error('BAD_REQUEST') },
  {
    name: 'a DELETE',
    init: { method: 'DELETE' },
    status: 405,
    headers: { allow: 'GET, POST' },
    body: error('BAD_REQUEST'),
  },
  {
    name: 'a GET of a page of another site',
    init: { headers: { origin: 'https://evil.example' } },
    search: search({ query: '{ __typename }' }),
    status: 400,
    body: error('BAD_REQUEST', expect.stringContaining('cross-site request forgery')),
  },
  {
    name: 'a text of a page of another site',
    init: post({ query: '{ __typename }' }, { 'content-type': 'text/plain' }),
    status: 400,
    body: error('BAD_REQUEST', expect.stringContaining('cross-site request forgery')),
  },
  {
    name: 'a body as large as allowed',
    init: post(JSON.stringify({ query: '{ __typename }' }).padEnd(maxBodyBytes)),
    body: { data: { __typename: 'Query' } },
  },
  {
    name: 'a body that is too large',
    init: post(JSON.stringify({ query: '{ __typename }' }).padEnd(maxBodyBytes + 1)),
    status: 413,
    body: error('BAD_REQUEST', 'Request body is too large'),
    skipBodyParser: true,
  },
];

const settings = readSettings({
  PORT: '0',
  SHUTDOWN_TIMEOUT: '400',
  BASE_PATH: '/api',
  MAX_BODY_BYTES: String(maxBodyBytes),
});
let sandbox: Sandbox;
let sandboxUrl: string;

beforeAll(async () => {
  sandbox = await createSandbox();
  sandboxUrl = await sandbox.listen();
});

afterAll(() => sandbox.close());

describe.each(Object.entries(embeddings))('embedded in %s', (name, embed) => {
  let gateway: Gateway;
  let server: EmbeddingServer;

  beforeAll(async () => {
    gateway = await createGateway({ upstreamUrl: sandboxUrl, settings });
    server = await embed(gateway);
  });

  afterAll(async () => {
    await server.close();
    await gateway.close();
  });

  const applicable = cases.filter(({ skipBodyParser }) => !(skipBodyParser && name.includes('body parser')));

  it.each(applicable)('answers $name, new and cached', async (one) => {
    const { status = 200, type = 'application/json; charset=utf-8', headers = {}, body } = one;
    let first: string | undefined;
    for (let time = 0; time < 2; time++) {
      const response = await server.send(one.init, one.search);
      const text = await response.text();
      expect(response.status, text).toBe(status);
      expect(Object.fromEntries(response.headers)).toMatchObject({ 'content-type': type, ...headers });
      expect(JSON.parse(text)).toMatchObject(body);
      first ??= text;
      // The sandbox gives each of its answers an id.
      expect(withoutIds(text)).toBe(withoutIds(first));
    }
    expect('polluted' in {}).toBe(false);
  });
});

const withoutIds = (text: string) => text.replaceAll(/"requestId":"[^"]+"/g, '');

describe.each(Object.entries(embeddings))('a client of a gateway in %s that goes away', (_name, embed) => {
  const closers: (() => Promise<void>)[] = [];

  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  it('has its REST calls aborted, and harms nobody', async () => {
    const upstream = new HeldUpstream();
    const gateway = await createGateway({ upstreamUrl: await upstream.open(), settings });
    const server = await embed(gateway);
    closers.push(
      server.close,
      () => gateway.close(),
      () => upstream.close(),
    );
    const controller = new AbortController();
    const query = '{ organization(id: "a") { title } }';
    const left = server.send({ ...post({ query }), signal: controller.signal });
    left.catch(() => {});
    const call = await upstream.call(0);
    controller.abort();
    await call.cancelled;
    const next = server.send(post({ query }));
    (await upstream.call(1)).respond({ id: 'a', title: 'next' });
    expect(await (await next).json()).toEqual({ data: { organization: { title: 'next' } } });
  });
});
