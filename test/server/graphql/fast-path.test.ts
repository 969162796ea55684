import { createHash } from 'node:crypto';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../../src/sandbox/index.ts';
import { type RawRequest, sendRaw } from '../../support/clients/raw-request.ts';
import { olderAudits } from '../../support/edition/edition-statements.ts';
import { globalIdOf } from '../../support/execution/expectations.ts';
import { admin, FastPathPair, get, post, unseen } from '../../support/gateways/fast-path-pair.ts';

let pair: FastPathPair;

beforeAll(async () => {
  pair = await FastPathPair.start();
});

afterAll(() => pair.close());

beforeEach(() => {
  pair.throughApollo.mockClear();
});

const titles = '{ organizations { nodes { title } } }';
const clientLibrary = { name: '@apollo/client', version: '4.3.0' };
const hashOf = (query: string) => createHash('sha256').update(query).digest('hex');
const persistedQueryOf = (query: string) => ({ version: 1, sha256Hash: hashOf(query) });

describe('the fast path', () => {
  beforeAll(() => pair.negotiate());

  it.each<[string, object]>([
    ['the extension of Apollo Client 4', { query: titles, extensions: { clientLibrary } }],
    ['with data', { query: titles }],
    ['without a call', { query: '{ __typename }' }],
    ['of the schema', { query: '{ __type(name: "Site") { name description fields { name } } }' }],
    ['with letters of all kinds', { query: '{ organizations { nodes { title } } } # Grüße 😀' }],
    ['with an error in its data', { query: '{ a: __typename space(id: "no-such-space") { title } }' }],
    ['with a null at its root', { query: '{ space(id: "no-such-space") { title } }' }],
    ['that the gateway rejects', { query: '{ organizations(first: 1001) { nodes { title } } }' }],
    ['with a name', { query: `query Titles ${titles}`, operationName: 'Titles' }],
    ['with a name, of several', { query: `query Titles ${titles} query Other { __typename }`, operationName: 'Other' }],
    ['with null for optional parts', { query: titles, operationName: null, variables: null, extensions: null }],
    ['with empty objects', { query: titles, variables: {}, extensions: {} }],
    ['with unknown parts', { query: titles, more: [1], variables: { more: 1 } }],
    [
      'with variables',
      {
        query:
          'query ($first: Int!, $with: Boolean!) { organizations(first: $first) { totalCount @include(if: $with) } }',
        variables: { first: 1, with: true },
      },
    ],
    [
      'with user errors',
      {
        query: 'mutation ($input: UpdateSpaceInput!) { updateSpace(input: $input) { userErrors { field code } } }',
        variables: { input: { id: globalIdOf('Space', 'x'), title: null } },
      },
    ],
    [
      'that fails to write',
      { query: `mutation { deleteTeam(input: { id: "${globalIdOf('Team', 'a', 'b')}" }) { deletedId } }` },
    ],
  ])('answers an operation %s as Apollo does', async (_, body) => {
    const query = unseen((body as { query: string }).query);
    await pair.expectSame(post({ ...body, query }), 0);
  });

  it.each<[string, Record<string, string>]>([
    ['with data', { query: titles }],
    ['without a call', { query: '{ __typename }' }],
    ['with an error in its data', { query: '{ a: __typename space(id: "no-such-space") { title } }' }],
    ['with a name, of several', { query: `query Titles ${titles} mutation M { __typename }`, operationName: 'Titles' }],
    ['with letters of all kinds', { query: '{ space(id: "Grüße 😀 + %41 &amp;") { title } }' }],
    ['with variables', { query: 'query ($a: Int) { organizations(first: $a) { totalCount } }', variables: '{"a":1}' }],
    ['with extensions', { query: titles, extensions: JSON.stringify({ clientLibrary }) }],
    ['with an unknown parameter', { query: titles, more: '1' }],
  ])('answers a GET %s as Apollo does', async (_, parameters) => {
    await pair.expectSame(get({ ...parameters, query: unseen(parameters.query as string) }), 0);
  });

  it.each<[string, Record<string, string>]>([
    ['with a header that takes a preflight', { 'apollo-require-preflight': 'x' }],
    ['that names its operation', { 'x-apollo-operation-name': 'x', origin: 'https://app.example' }],
    ['of the own origin', { 'sec-fetch-site': 'same-origin' }],
    ['of a client that is no browser', {}],
  ])('answers a GET %s', async (_, headers) => {
    await pair.expectSame({ ...get({ query: unseen(titles) }), headers: { ...admin, ...headers } }, 0);
  });

  it.each<[string, Partial<RawRequest>]>([
    ['at an address with a query string', { path: '/graphql?x=1' }],
    ['of unknown length', { headers: { ...admin, 'transfer-encoding': 'chunked' } }],
    ['with escaped letters', { body: '{"query":"{ \\u005f_typename }"}' }],
    ['with a byte order mark', { body: '\uFEFF{"query":"{ __typename }"}' }],
    ['for a host that is malformed', { headers: { ...admin, host: 'a b' } }],
  ])('answers a POST %s', async (_, special) => {
    await pair.expectSame({ ...post({ query: unseen(titles) }), ...special }, 0);
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON;charset=UTF-8', 'application/json;x=y'])(
    'answers a body of type %s',
    async (type) => {
      await pair.expectSame({ ...post({ query: unseen(titles) }), headers: { ...admin, 'content-type': type } }, 0);
    },
  );

  it.each([
    ['nothing', {}, 'application/json; charset=utf-8'],
    ['anything', { accept: '*/*' }, 'application/json; charset=utf-8'],
    ['an empty header', { accept: '' }, 'application/json; charset=utf-8'],
    [
      'the new type',
      { accept: 'application/graphql-response+json' },
      'application/graphql-response+json; charset=utf-8',
    ],
    [
      'both',
      { accept: 'application/json;q=0.5, application/graphql-response+json' },
      'application/graphql-response+json; charset=utf-8',
    ],
  ])('gives a client that accepts %s the type that Apollo gives', async (_, accept, type) => {
    await pair.negotiate(accept);
    const request = { ...post({ query: unseen(titles) }), headers: { ...admin, ...accept } };
    const { headers } = await pair.expectSame(request, 0);
    expect(headers).toContain(`content-type: ${type}`);
  });

  it('takes empty parameters of a GET for none', async () => {
    const empty = { operationName: '', variables: '', extensions: '' };
    const { status } = await pair.expectSame(get({ query: unseen(titles), ...empty }), 0);
    expect(status).toBe(200);
  });

  it('executes nothing for a client that accepts no type that there is', async () => {
    const result = await pair.expectSame({ ...post({ query: titles }), headers: { accept: 'text/html' } }, 0);
    expect(result.status).toBe(406);
  });

  it.each(['application/graphql-response+json', 'application/json'])(
    'gives data with errors the same status, with %s',
    async (accept) => {
      await pair.negotiate({ accept });
      const request = post({ query: unseen('{ space(id: "none") { title } __typename }') });
      const { status } = await pair.expectSame({ ...request, headers: { ...admin, accept } }, 0);
      expect(status).toBe(accept === 'application/json' ? 200 : 294);
    },
  );

  it('uses the variables and the token of each request', async () => {
    const query = unseen('query ($id: ID!) { space(id: $id) { title } organizations { nodes { title } } }');
    const send = (id: string, token: string) =>
      sendRaw(pair.gateway.url, {
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, variables: { id } }),
      });
    await send('one', sandboxTokens.admin);
    const results = await Promise.all(['two', 'three'].map((id) => send(id, sandboxTokens.admin)));
    expect(results.map(({ body }) => /no space \\"(\w+)\\"/.exec(body)?.[1])).toEqual(['two', 'three']);
    const outsider = JSON.parse((await send('two', sandboxTokens.outsider)).body);
    expect(outsider.data.organizations.nodes).not.toEqual(JSON.parse(results[0]?.body ?? '').data.organizations.nodes);
    expect((await send('two', 'unknown')).body).toContain('UNAUTHENTICATED');
    expect(pair.throughApollo).not.toHaveBeenCalled();
  });
});

describe('a persisted query', () => {
  beforeAll(() => pair.negotiate());

  const withHash = (query: string): object => ({
    extensions: { clientLibrary, persistedQuery: persistedQueryOf(query) },
  });

  it('is registered by Apollo, and then answered by text and hash, or by hash alone', async () => {
    const query = unseen(titles);
    // The first request registers the query; what follows does not need Apollo.
    await pair.expectSame(post({ query, ...withHash(query) }), 1);
    await pair.expectSame(post({ query, ...withHash(query) }), 0);
    await pair.expectSame(post(withHash(query)), 0);
    await pair.expectSame(get({ extensions: JSON.stringify({ persistedQuery: persistedQueryOf(query) }) }), 0);
  });

  it('is not found before it is registered, though its text is known', async () => {
    const query = unseen(titles);
    await pair.expectSame(post({ query }), 0);
    const { body } = await pair.expectSame(post(withHash(query)), 2);
    expect(body).toContain('PersistedQueryNotFound');
  });

  it('is rejected where the hash is not that of its text', async () => {
    const [query, other] = [unseen(titles), unseen(titles)];
    for (const one of [query, other]) await sendRaw(pair.gateway.url, post({ query: one, ...withHash(one) }));
    const { status, body } = await pair.expectSame(post({ query, ...withHash(other) }), 2);
    expect(status).toBe(400);
    expect(body).toContain('provided sha does not match query');
  });

  it.each<[string, unknown]>([
    ['another version', { version: 2, sha256Hash: hashOf(titles) }],
    ['no version', { sha256Hash: hashOf(titles) }],
    ['no hash', { version: 1 }],
    ['null', null],
    ['a text', 'x'],
  ])('that has %s is left to Apollo', async (_, persistedQuery) => {
    await pair.expectSame(post({ extensions: { persistedQuery } }), 2);
  });

  it('executes no mutation by GET', async () => {
    const query = unseen('mutation { deleteSpace(input: { id: "x" }) { clientMutationId } }');
    await sendRaw(pair.gateway.url, post({ query, ...withHash(query) }));
    await pair.referenceTo(post({ query, ...withHash(query) }));
    const extensions = JSON.stringify({ persistedQuery: persistedQueryOf(query) });
    expect(await pair.expectSame(get({ extensions }), 2)).toMatchObject({ status: 405 });
  });
});

describe('a request that only Apollo can answer', () => {
  const known = unseen('query Known($first: Int) { organizations(first: $first) { nodes { title } } }');
  const request = { query: known, variables: { first: 1 } };

  beforeAll(async () => {
    await pair.negotiate();
    await sendRaw(pair.gateway.url, post(request));
  });

  it.each<[string, object]>([
    ['for an unknown operation name', { operationName: 'Unknown' }],
    ['for an empty name', { operationName: '' }],
    ['with an invalid value', { variables: { first: 'many' } }],
    ['with variables that are a list', { variables: [] }],
    ['with variables that are a text', { variables: '{}' }],
    ['with a name that is no text', { operationName: 5 }],
    ['with extensions that are no object', { extensions: 5 }],
    ['with an extension', { extensions: { other: 1 } }],
    ['with a query that is no text', { query: 5 }],
    ['with an invalid document', { query: '{ unknown }' }],
    ['with a syntax error', { query: '{' }],
    ['for a subscription', { query: 'subscription { x }', variables: {} }],
    ['with an empty query', { query: '' }],
  ])('%s gets its answer', async (_, special) => {
    await pair.expectSame(post({ ...request, ...special }), 2);
  });

  it.each<[string, Record<string, string>]>([
    ['for a mutation', { query: 'mutation { deleteSpace(input: { id: "x" }) { clientMutationId } }' }],
    ['without a query', { operationName: 'Known' }],
    ['with malformed variables', { query: known, variables: '{' }],
    ['with variables that are a list', { query: known, variables: '[]' }],
    ['with an unknown extension', { query: known, extensions: '{"other":1}' }],
  ])('as a GET %s gets its answer', async (_, parameters) => {
    await pair.expectSame(get(parameters), 2);
  });

  it('as a GET with a parameter twice gets its answer', async () => {
    const { path, ...twice } = get({ query: known });
    await pair.expectSame({ ...twice, path: `${path}&query=x` }, 2);
  });

  it.each<[string, Record<string, string>]>([
    ['from a page of another site', { origin: 'https://evil.example' }],
    ['from an image on another site', { 'sec-fetch-site': 'cross-site' }],
    ['with a content type that takes no preflight', { 'content-type': 'text/plain' }],
    ['with another content type', { 'content-type': 'application/xml' }],
  ])('as a GET %s gets its answer', async (_, headers) => {
    const { status } = await pair.expectSame(
      { ...get({ query: known }), headers: { ...admin, ...without(headers) } },
      2,
    );
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it('to be explained gets its answer', async () => {
    const { body } = await sendRaw(pair.gateway.url, post({ ...request, extensions: { explain: true } }));
    expect(JSON.parse(body).extensions.explain.calls).toHaveLength(1);
    expect(pair.throughApollo).toHaveBeenCalledTimes(1);
  });
});

describe('GraphQL over HTTP', () => {
  const audits = serverAudits({ url: () => `${pair.gateway.url}/graphql` });

  // What the first run sent is cached in the second one.
  it.each([1, 2])('passes all audits of the edition in run %i', async () => {
    expect(audits).toHaveLength(61);
    for (const { id, name, fn } of audits) {
      const { status } = await fn();
      expect(status === 'ok', `${id}: ${name}`).toBe(!olderAudits.has(id));
    }
  });
});

/** A GET sends only the content type that a case names. */
function without(headers: Record<string, string>): Record<string, string> {
  return { 'content-type': '', ...headers };
}
