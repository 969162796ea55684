import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sandboxTokens } from '../../../../src/sandbox/index.ts';
import { startWorld, type TestWorld } from '../../../support/gateways/gateway.ts';
import { hashManifest, sha256, temporaryFolders } from '../../../support/gateways/manifests.ts';

const folderWith = temporaryFolders();
const title = 'query Titles($first: Int!) { organizations(first: $first) { nodes { title } } }';
const several = 'query A { __typename } query B { organizations(first: 1) { nodes { restId } } }';
const deletion = 'mutation Delete { deleteSpace(input: { id: "no-such-space" }) { clientMutationId } }';
const free = 'query Free { organizations(first: 1) { nodes { title } } }';
const hash = sha256(title);

interface Answer {
  status: number;
  code: string | undefined;
  data: Record<string, unknown> | undefined;
}

const modes = ['report', 'enforce'] as const;
const worlds = new Map<string, TestWorld>();

beforeAll(async () => {
  const folder = await folderWith({ 'a.json': { ...hashManifest(title, deletion), short: several } });
  for (const mode of modes) {
    const environment = { TRUSTED_DOCUMENTS: mode, TRUSTED_DOCUMENTS_PATH: folder, BASE_PATH: '/base' };
    worlds.set(mode, await startWorld({}, environment));
  }
});
afterAll(async () => {
  for (const world of worlds.values()) await world.close();
});

const headers = { authorization: `Bearer ${sandboxTokens.admin}`, 'content-type': 'application/json' };

async function send(mode: string, path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${worlds.get(mode)?.url}${path}`, { headers, ...init });
  const { data, errors } = JSON.parse((await response.text()) || '{}');
  return { status: response.status, code: errors?.[0]?.extensions.code, data };
}

const post = (mode: string, body: object, path = '/graphql') =>
  send(mode, path, { method: 'POST', body: JSON.stringify(body) });
const get = (mode: string, path: string, parameters: Record<string, string> = {}) =>
  send(mode, `${path}?${new URLSearchParams(parameters)}`);
const linesOf = (mode: string, msg: string) =>
  (worlds.get(mode)?.log ?? []).map((line) => JSON.parse(line)).filter((line) => line.msg === msg);

const variables = { first: 1 };
const json = JSON.stringify(variables);
const extensions = { persistedQuery: { version: 1, sha256Hash: hash } };
const titles: Answer = {
  status: 200,
  code: undefined,
  data: { organizations: { nodes: [{ title: 'Halcyon Freight Systems' }] } },
};
const unknown: Answer = { status: 400, code: 'UNKNOWN_DOCUMENT', data: undefined };

describe.each(modes)('a trusted document (%s)', (mode) => {
  it.each<[string, () => Promise<Answer>]>([
    ['documentId', () => post(mode, { documentId: hash, variables })],
    ['doc_id', () => post(mode, { doc_id: hash, query: null, variables })],
    ['an empty text and documentId', () => post(mode, { documentId: hash, query: '', variables })],
    ['the extension persistedQuery', () => post(mode, { extensions, variables })],
    ['the extension and its text', () => post(mode, { query: title, extensions, variables })],
    ['its text', () => post(mode, { query: title, variables })],
    ['documentId and its text', () => post(mode, { documentId: hash, query: title, variables })],
    ['documentId, with explain', () => post(mode, { documentId: hash, variables, extensions: { explain: true } })],
    ['the extension, with explain', () => post(mode, { extensions: { ...extensions, explain: true }, variables })],
    ['documentId in a GET', () => get(mode, '/graphql', { documentId: hash, variables: json })],
    ['doc_id in a GET', () => get(mode, '/graphql', { doc_id: hash, variables: json })],
    [
      'the extension in a GET',
      () => get(mode, '/graphql', { extensions: JSON.stringify(extensions), variables: json }),
    ],
    ['the path', () => get(mode, `/graphql/${hash}/Titles`, { variables: json })],
    ['the path without a name', () => get(mode, `/graphql/${hash}`, { variables: json })],
    ['the path in a POST', () => post(mode, { variables }, `/graphql/${hash}/Titles`)],
    [
      'the path, with explain',
      () => get(mode, `/graphql/${hash}/Titles`, { variables: json, extensions: '{"explain":true}' }),
    ],
  ])('is found by %s', async (_, request) => {
    expect(await request()).toEqual(titles);
  });

  it('of several operations is executed by the name in the body or in the path', async () => {
    const restId = { data: { organizations: { nodes: [{ restId: expect.any(String) }] } } };
    expect(await post(mode, { documentId: 'short', operationName: 'B' })).toMatchObject(restId);
    expect(await get(mode, '/graphql/short/B')).toMatchObject(restId);
    expect(await get(mode, '/graphql/short/A')).toMatchObject({ data: { __typename: 'Query' } });
    expect(await get(mode, '/graphql/short/C')).toMatchObject({ status: 400, code: 'OPERATION_RESOLUTION_FAILURE' });
  });

  it('that is a mutation is executed by POST, and not by GET', async () => {
    expect(await get(mode, `/graphql/${sha256(deletion)}/Delete`)).toMatchObject({ status: 405, code: 'BAD_REQUEST' });
    expect(await post(mode, { documentId: sha256(deletion) })).toMatchObject({
      status: 200,
      data: { deleteSpace: null },
    });
  });

  it('keeps the rules for variables, methods and cross-site requests', async () => {
    const path = `/graphql/${hash}/Titles`;
    expect(await post(mode, { documentId: hash })).toMatchObject({ code: 'BAD_USER_INPUT', data: undefined });
    expect(await send(mode, path, { method: 'PUT' })).toMatchObject({ status: 405 });
    expect((await fetch(`${worlds.get(mode)?.url}${path}`, { method: 'HEAD' })).status).toBe(405);
    expect(await send(mode, path, { method: 'OPTIONS' })).toMatchObject({ status: 405 });
    const crossSite = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    const forged = await send(mode, `${path}?variables=${json}`, { headers: crossSite });
    expect(forged).toEqual({ status: 400, code: 'BAD_REQUEST', data: undefined });
  });
});

describe.each(modes)('an unknown id (%s)', (mode) => {
  it.each<[string, () => Promise<Answer>]>([
    ['documentId', () => post(mode, { documentId: 'x'.repeat(64) })],
    ['doc_id', () => post(mode, { doc_id: 'no-such-document' })],
    ['a name of a prototype', () => post(mode, { documentId: 'toString' })],
    ['an id of 100,000 characters', () => post(mode, { documentId: hash.repeat(1600) })],
    ['another case', () => post(mode, { documentId: hash.toUpperCase() })],
    ['the path', () => get(mode, '/graphql/no-such-document/Titles')],
    ['a path out of the folder', () => get(mode, '/graphql/..%2f..%2fetc%2fpasswd')],
  ])('in %s is rejected', async (_, request) => {
    expect(await request()).toEqual(unknown);
  });
});

describe('TRUSTED_DOCUMENTS=enforce', () => {
  it.each<[string, () => Promise<Answer>]>([
    ['a text', () => post('enforce', { query: free })],
    ['a text with a space more', () => post('enforce', { query: `${title} ` })],
    ['a text with the id of another one', () => post('enforce', { query: free, documentId: hash })],
    ['a trusted text with the id of another one', () => post('enforce', { query: deletion, documentId: hash })],
    ['a text with an unknown extension', () => post('enforce', { query: free, extensions: { other: 1 } })],
    ['a text with explain', () => post('enforce', { query: free, extensions: { explain: true } })],
    ['a text with invalid variables', () => post('enforce', { query: free, variables: 'x' })],
    ['a text in a GET', () => get('enforce', '/graphql', { query: free })],
    [
      'two texts in a GET',
      () => send('enforce', `/graphql?query=${encodeURIComponent(title)}x&query=%7B__typename%7D`),
    ],
    ['introspection', () => post('enforce', { query: '{ __schema { types { name } } }' })],
    ['nothing', () => post('enforce', { variables })],
    [
      'a persisted query to register',
      () => post('enforce', { query: free, extensions: { persistedQuery: { version: 1, sha256Hash: sha256(free) } } }),
    ],
    [
      'the hash of an unknown persisted query',
      () => post('enforce', { extensions: { persistedQuery: { version: 1, sha256Hash: sha256(free) } } }),
    ],
  ])('rejects %s', async (_, request) => {
    expect(await request()).toEqual(unknown);
  });

  it('serves the SDL, and no explorer', async () => {
    const url = worlds.get('enforce')?.url;
    expect((await fetch(`${url}/schema.graphql`)).status).toBe(200);
    expect((await fetch(`${url}/`)).status).toBe(404);
  });

  it.each([
    ['last', '{__typename}', title, titles],
    ['first', title, '{__typename}', unknown],
  ])('executes nothing but the trusted text where a GET has two, and it is the %s', async (_, one, two, expected) => {
    const texts = [one, two].map((query) => `query=${encodeURIComponent(query)}`).join('&');
    const rest = `variables=${encodeURIComponent(json)}&extensions=${encodeURIComponent('{"explain":true}')}`;
    expect(await send('enforce', `/graphql?${texts}&${rest}`)).toEqual(expected);
  });

  it('logs each unknown document once, without its text', async () => {
    const secret = '{ space(id: "sekret") { title } }';
    for (let i = 0; i < 3; i++) await post('enforce', { query: secret, operationName: 'Peek' });
    const lines = linesOf('enforce', 'unknown document');
    expect(lines.filter((line) => line.hash === sha256(secret))).toEqual([
      expect.objectContaining({ level: 40, operation: 'Peek' }),
    ]);
    expect(worlds.get('enforce')?.log.join()).not.toContain('sekret');
    expect(
      linesOf('enforce', 'request rejected').filter(({ reason }) => reason === 'UNKNOWN_DOCUMENT').length,
    ).toBeGreaterThan(2);
  });
});

describe('TRUSTED_DOCUMENTS=report', () => {
  it('executes unknown documents, and logs each of them once with its name', async () => {
    for (let i = 0; i < 3; i++) expect(await post('report', { query: free })).toEqual(titles);
    expect(await get('report', '/graphql', { query: free })).toEqual(titles);
    const lines = linesOf('report', 'unknown document').filter((line) => line.hash === sha256(free));
    expect(lines).toEqual([expect.objectContaining({ level: 40, operation: 'Free' })]);
  });

  it('registers persisted queries', async () => {
    const query = 'query Registered { __typename }';
    const own = { persistedQuery: { version: 1, sha256Hash: sha256(query) } };
    expect(await post('report', { extensions: own })).toMatchObject({ code: 'PERSISTED_QUERY_NOT_FOUND' });
    expect(await post('report', { query, extensions: own })).toMatchObject({ data: { __typename: 'Query' } });
    expect(await post('report', { extensions: own })).toMatchObject({ data: { __typename: 'Query' } });
  });

  it('reports syntax errors as usual', async () => {
    expect(await post('report', { query: '{' })).toMatchObject({ code: 'GRAPHQL_PARSE_FAILED' });
  });

  it('serves the explorer', async () => {
    expect((await fetch(`${worlds.get('report')?.url}/`)).status).not.toBe(404);
  });

  it('does not log ids that may be something else', async () => {
    await post('report', { documentId: 'sekret-id' });
    expect(linesOf('report', 'unknown document').map((line) => line.hash)).toContain(sha256('sekret-id'));
    expect(worlds.get('report')?.log.join()).not.toContain('sekret-id');
  });
});
