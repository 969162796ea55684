import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectRaw, headOf } from '../../support/clients/raw-connection.ts';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import { HeldUpstream } from '../../support/upstreams/held-upstream.ts';

/** The conversions make no call: the service behind the gateway does not exist. */
const upstream = 'http://127.0.0.1:9';
let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startGateway(upstream, { BASE_PATH: '/api', LOG_LEVEL: 'silent' });
});
afterAll(() => gateway.close());

async function convert(
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  from = gateway,
) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(`${from.url}/convert`, { method: 'POST', headers, body: text });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('POST /convert', () => {
  it('converts REST calls to operations', async () => {
    const { status, body } = await convert({ rest: 'GET /v1/orgs/o/teams/t' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ operation: 'teams.get', variables: { organizationId: 'o', teamId: 't' }, notes: [] });
  });

  it('converts mutations to REST calls, in their order', async () => {
    const query = `mutation Two($title: String!) {
      first: updateSpace(input: { id: "a", title: $title }) { userErrors { message } }
      second: deleteSpace(input: { id: "b" }) { userErrors { message } }
    }`;
    const { body } = await convert({ query, variables: { title: 'x' }, operationName: 'Two' });
    expect(body).toEqual({
      calls: [
        { field: 'first', operation: 'spaces.update', method: 'PATCH', path: '/v1/spaces/a', body: { title: 'x' } },
        { field: 'second', operation: 'spaces.delete', method: 'DELETE', path: '/v1/spaces/b' },
      ],
    });
  });

  it('knows no call of a query', async () => {
    expect((await convert({ query: '{ organizations { totalCount } }' })).body).toEqual({ calls: [] });
  });

  it.each([
    ['an unknown call', { rest: '/v2' }, 'The contract has no operation at "/v2".'],
    ['an invalid document', { query: '{ nope }' }, 'Cannot query field "nope"'],
    ['a syntax error', { query: '{' }, 'Syntax Error'],
    ['a document beyond the limits', { query: `{ ${'a: __typename '.repeat(600)}}` }, 'root fields'],
    ['several operations', { query: 'query A { __typename } query B { __typename }' }, 'Name the operation'],
    [
      'missing variables',
      { query: 'mutation ($id: ID!) { deleteSpace(input: { id: $id }) { clientMutationId } }' },
      '"$id"',
    ],
    [
      'a rejected input',
      { query: 'mutation { deleteTeam(input: { id: "x" }) { deletedId } }' },
      'The input of "deleteTeam"',
    ],
    ['another body', { text: 'x' }, 'Send {"rest": …}'],
    ['a list', [], 'Send {"rest": …}'],
  ])('rejects %s', async (_, request, message) => {
    expect(await convert(request)).toEqual({ status: 400, body: { message: expect.stringContaining(message) } });
  });

  it('rejects variables that are nested too deeply', async () => {
    const variables = `{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}`;
    const { status, body } = await convert(`{"query":"{ __typename }","variables":${variables}}`);
    expect(status).toBe(400);
    expect(body.message).toContain('deeper than');
  });

  it('rejects large bodies, and those that are no JSON', async () => {
    expect((await convert({ rest: 'x'.repeat(200_000) })).status).toBe(413);
    expect((await convert('{')).status).toBe(400);
    expect((await convert('')).status).toBe(400);
    expect((await convert('{"query":"{ __typename }","variables":{"__proto__":{}}}')).status).toBe(400);
    expect(await convert('{"rest":"/v1/orgs"}', { 'content-type': 'text/plain' })).toEqual({
      status: 415,
      body: { message: 'The body must be of type application/json.' },
    });
  });

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('rejects the method %s', async (method) => {
    const response = await fetch(`${gateway.url}/convert`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('reads no body of another method', async () => {
    const { socket, receives, closed } = await connectRaw(gateway.url);
    socket.write(`${headOf({ 'content-length': '1000' }, '/api/convert').replace('POST', 'PUT')}{`);
    await receives('Send a POST.');
    socket.end(' '.repeat(999));
    expect(await closed).toContain('405 Method Not Allowed');
  });

  it('counts its bodies for MAX_PENDING_BODY_BYTES', async () => {
    const other = await startGateway(upstream, { MAX_PENDING_BODY_BYTES: '1024', LOG_LEVEL: 'silent' });
    const { socket, received, closed } = await connectRaw(other.url);
    socket.write(headOf({ 'content-length': '4000' }, '/convert') + ' '.repeat(3000));
    await closed;
    expect(received()).toContain('The gateway receives too many request bodies.');
    await other.close();
  });

  it('accepts an empty body for a call without one, and no other', async () => {
    const get = (text: string) => convert({ rest: `curl -X GET https://api.example.com/v1/orgs -d '${text}'` });
    for (const text of ['', ' \n', '{}', ' { } ']) expect((await get(text)).status).toBe(200);
    for (const text of ['{', '{}{}', '{"a":1}', 'x']) expect((await get(text)).status).toBe(400);
  });

  it('waits for the other requests of its address', async () => {
    const held = new HeldUpstream();
    const settings = { MAX_ADDRESS_REQUESTS: '1', LOG_LEVEL: 'silent' };
    const other = await startGateway(await held.open(), settings);
    const read = fetch(`${other.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ organizations(first: 1) { nodes { title } } }' }),
    });
    const call = await held.call(0);
    const converted = convert({ rest: 'GET /v1/orgs' }, undefined, other);
    expect(await Promise.race([converted, delay(200, 'waiting')])).toBe('waiting');
    call.respond({ items: [], count: 0 });
    expect((await read).status).toBe(200);
    expect((await converted).status).toBe(200);
    await other.close();
    await held.close();
  });

  it.each([['INTROSPECTION'], ['EXPLORER']])('is missing with %s=false', async (setting) => {
    const other = await startGateway(upstream, { [setting]: 'false', LOG_LEVEL: 'silent' });
    expect((await convert({ rest: '/v1/orgs' }, undefined, other)).status).toBe(404);
    await other.close();
  });
});

describe('GET /graphql', () => {
  const open = (accept: string | undefined, search = '', method = 'GET') =>
    fetch(`${gateway.url}/graphql${search}`, {
      method,
      redirect: 'manual',
      headers: accept === undefined ? {} : { accept },
    });

  it.each([
    'text/html',
    'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    'application/json, TEXT/HTML;q=0.1',
  ])('leads to the explorer for Accept: %s', async (accept) => {
    const { status, headers } = await open(accept);
    expect([status, headers.get('location'), headers.get('vary')]).toEqual([303, './', 'Accept']);
  });

  it.each([
    ['application/json', ''],
    ['*/*', ''],
    ['application/graphql-response+json, application/json;q=0.9', ''],
    ['text/htmlx', ''],
    ['text/html', '?query=%7B__typename%7D'],
  ])('is GraphQL for Accept: %s and the query "%s"', async (accept, search) => {
    expect((await open(accept, search)).headers.get('location')).toBeNull();
  });

  it('is GraphQL for other methods', async () => {
    expect((await open('text/html', '', 'HEAD')).headers.get('location')).toBeNull();
  });

  it('is GraphQL without the explorer', async () => {
    const other = await startGateway(upstream, { EXPLORER: 'false', LOG_LEVEL: 'silent' });
    const response = await fetch(`${other.url}/graphql`, { redirect: 'manual', headers: { accept: 'text/html' } });
    expect(response.headers.get('location')).toBeNull();
    await other.close();
  });
});

it('leads from BASE_PATH to the address of the explorer, relative to a prefix that a proxy adds', async () => {
  const other = await startGateway(upstream, { BASE_PATH: '/docs', LOG_LEVEL: 'silent' });
  for (const search of ['', '?a=b']) {
    const response = await fetch(`${new URL(other.url).origin}/docs${search}`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, `./docs/${search}`]);
  }
  await other.close();
});
