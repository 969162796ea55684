import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, startWorld, type TestWorld } from '../../support/gateways/gateway.ts';
import { json, startFaultUpstream } from '../../support/upstreams/fault-upstream.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
});

afterAll(() => world.close());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

/** The answer to a request, which must be JSON in the form of a GraphQL response, and hold no page and no stack. */
async function send(path: string, options: Sent = {}) {
  const response = await fetch(world.url + path, options);
  const body = await response.text();
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(body).not.toMatch(/<[a-z!]|node_modules|\\n\s+at /i);
  return { status: response.status, headers: response.headers, ...JSON.parse(body) };
}

const jsonType = { 'content-type': 'application/json' };
const post = (body: string, headers: Record<string, string> = jsonType) =>
  send('/graphql', { method: 'POST', headers, body });
const get = (query: string, headers: Record<string, string> = {}) =>
  send(`/graphql?${new URLSearchParams({ query })}`, { headers });

const rejected = (message: unknown, code = 'BAD_REQUEST') => ({ errors: [{ message, extensions: { code } }] });
const csrf = expect.stringMatching(/forgery.*Send a POST with "Content-Type: application\/json"/);

describe('an invalid body', () => {
  it.each([
    ['cut', '{"query":"{ __typename'],
    ['empty', ''],
    ['HTML', '<html></html>'],
    ['with __proto__ in its variables', '{"query":"{ __typename }","variables":{"__proto__":{"polluted":true}}}'],
    [
      'with __proto__ deep in its variables',
      '{"query":"{ __typename }","variables":{"a":[{"__proto__":{"polluted":1}}]}}',
    ],
    ['with an escaped __proto__', '{"query":"{ __typename }","variables":{"\\u005f_proto__":{"polluted":true}}}'],
    ['with a prototype', '{"query":"{ __typename }","variables":{"constructor":{"prototype":{"polluted":1}}}}'],
  ])('%s is rejected as invalid JSON', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, ...rejected(expect.stringMatching(/^Body /)) });
    expect('polluted' in {}).toBe(false);
  });

  it.each([
    ['null', 'null'],
    ['a text', '"{ __typename }"'],
    ['a number', '5'],
    ['an empty object', '{}'],
    ['a list, as batches are off', '[{"query":"{ __typename }"}]'],
    ['a query that is no text', '{"query":{"__typename":1}}'],
    ['variables that are no object', '{"query":"{ __typename }","variables":"x"}'],
    ['extensions that are no object', '{"query":"{ __typename }","extensions":5}'],
    ['an operation name that is no text', '{"query":"{ __typename }","operationName":5}'],
  ])('%s is rejected', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, ...rejected(expect.any(String)) });
  });

  it('that is no object with a query is told what it must be', async () => {
    for (const body of ['null', '{}']) {
      expect(await post(body)).toMatchObject(rejected('The body must be a JSON object with a "query".'));
    }
  });

  it.each([
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['application/graphql', 415],
    ['application/xml', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; x=y; charset="ISO-8859-1"', 415],
    // A page of another site may send this without a preflight.
    ['text/plain', 400],
  ])('of type %s is rejected', async (type, status) => {
    expect(await post('{"query":"{ __typename }"}', { 'content-type': type })).toMatchObject({
      status,
      ...rejected(expect.any(String)),
    });
  });

  it.each(['application/json;charset=UTF8', 'application/json; charset="utf-8"; x=y'])(
    'of type %s is accepted',
    async (type) => {
      expect(await post('{"query":"{ __typename }"}', { 'content-type': type })).toMatchObject({ status: 200 });
    },
  );

  it('that is not in UTF-8 is rejected: its texts would be written with other characters', async () => {
    const body = Buffer.from('{"query":"{ __typename }","variables":{"title":"Caf\xe9"}}', 'latin1');
    const sent = { method: 'POST', headers: jsonType, body };
    expect(await send('/graphql', sent)).toMatchObject({ status: 400, ...rejected('Body must be in UTF-8.') });
  });

  it('that is too large is rejected', async () => {
    const small = await startGateway(world.sandboxUrl, { MAX_BODY_BYTES: '2048' });
    const query = (length: number) => JSON.stringify({ query: '{ __typename }'.padEnd(length - 12) });
    const sent = (length: number) =>
      fetch(`${small.url}/graphql`, { method: 'POST', headers: jsonType, body: query(length) });
    expect(query(2048)).toHaveLength(2048);
    expect(await (await sent(2048)).json()).toEqual({ data: { __typename: 'Query' } });
    const large = await sent(2049);
    expect(large.status).toBe(413);
    expect(await large.json()).toEqual(rejected('Request body is too large'));
    await small.close();
  });
});

describe('a GET', () => {
  it('executes a query', async () => {
    expect(await get('{ __typename }')).toMatchObject({ status: 200, data: { __typename: 'Query' } });
  });

  it('accepts variables, and rejects those that are malformed JSON', async () => {
    const query = 'query ($name: String!) { __type(name: $name) { kind } }';
    const execute = (variables: string) => send(`/graphql?${new URLSearchParams({ query, variables })}`);
    expect(await execute('{"name":"Site"}')).toMatchObject({ status: 200, data: { __type: { kind: 'OBJECT' } } });
    expect(await execute('{"name":')).toMatchObject({
      status: 400,
      ...rejected(expect.stringContaining('invalid JSON')),
    });
  });

  it('rejects a mutation', async () => {
    const result = await get('mutation { deleteSpace(input: { id: "x" }) { clientMutationId } }');
    expect(result).toMatchObject({
      status: 405,
      ...rejected(expect.stringContaining('only support query operations')),
    });
    expect(result.headers.get('allow')).toBe('POST');
  });

  it('rejects a mutation among several operations', async () => {
    const query = 'query A { __typename } mutation B { deleteSpace(input: { id: "x" }) { clientMutationId } }';
    const execute = (operationName: string) => send(`/graphql?${new URLSearchParams({ query, operationName })}`);
    expect(await execute('A')).toMatchObject({ status: 200, data: { __typename: 'Query' } });
    expect(await execute('B')).toMatchObject({ status: 405 });
  });

  it.each<[string, Record<string, string>]>([
    ['of a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['of an image on another site', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }],
    ['of a sibling site', { 'sec-fetch-site': 'same-site' }],
    ['with an Origin alone', { origin: 'https://evil.example' }],
    ['typed into the address bar', { 'sec-fetch-site': 'none' }],
    ['with an opaque Origin', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ])('%s is rejected', async (_, headers) => {
    expect(await get('{ __typename }', headers)).toMatchObject({ status: 400, ...rejected(csrf) });
  });

  it.each<[string, Record<string, string>]>([
    ['of a page of its own', { 'sec-fetch-site': 'same-origin' }],
    ['of another site with a preflight', { origin: 'https://app.example', 'apollo-require-preflight': 'true' }],
  ])('%s is answered', async (_, headers) => {
    expect(await get('{ __typename }', headers)).toMatchObject({ status: 200, data: { __typename: 'Query' } });
  });
});

describe('addresses and methods', () => {
  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '/graphql rejects %s, and names the methods it accepts',
    async (method) => {
      const result = await send('/graphql?token=sekret', { method });
      expect(result).toMatchObject({ status: 405, ...rejected(expect.any(String)) });
      expect(result.headers.get('allow')).toBe('GET, POST');
    },
  );

  it.each(['/nothing?token=sekret', '/graphql/sekret', '/assets/sekret', '/assets/..%2f..%2fpackage.json', '/v1/orgs'])(
    '%s is not found, and not repeated in the response',
    async (path) => {
      const result = await send(path);
      expect(result).toMatchObject({ status: 404, ...rejected(expect.any(String)) });
      expect(JSON.stringify(result)).not.toContain('sekret');
    },
  );

  it.each(['/%E0%A4%A', '/%sekret'])('%s is malformed', async (path) => {
    const result = await send(path);
    expect(result).toMatchObject({ status: 400, ...rejected('The address is malformed, or too long.') });
  });

  /** What comes back on a connection that sends these bytes. */
  async function exchange(bytes: string): Promise<string> {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1');
    socket.end(bytes);
    const [result] = await Promise.all([text(socket), once(socket, 'close')]);
    return result;
  }

  const secretHeader = 'authorization: Bearer sekret\r\n';
  it.each([
    ['no HTTP', 'sekret\r\n\r\n', '400 Bad Request'],
    ['a bad header', `GET / HTTP/1.1\r\nhost: x\r\n${secretHeader}no colon\r\n\r\n`, '400 Bad Request'],
    [
      'a header without end',
      `GET / HTTP/1.1\r\nhost: x\r\n${secretHeader}x: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
  ])('%s is rejected in HTTP', async (_, bytes, status) => {
    const [head, body = ''] = (await exchange(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n`));
    expect(head).toMatch(/content-type: application\/json/i);
    expect(JSON.parse(body)).toEqual(rejected(expect.any(String)));
  });
});

describe('health', () => {
  const status = async (url: string) => {
    const response = await fetch(url);
    return [response.status, await response.json()];
  };
  const ready = [200, { status: 'ready' }];
  const unavailable = [503, { status: 'unavailable', reason: 'The REST service does not answer.' }];

  it('is up and ready where the service responds', async () => {
    expect(await status(`${world.url}/healthz`)).toEqual([200, { status: 'up' }]);
    expect(await status(`${world.url}/readyz`)).toEqual(ready);
  });

  it.each([
    [200, ready],
    [401, ready],
    [404, ready],
    [429, ready],
    [500, unavailable],
    [503, unavailable],
  ])('follows from the status of the service with READINESS_CHECKS_SERVICE: %i', async (answered, expected) => {
    const upstream = await startFaultUpstream();
    upstream.reply(json({}, answered));
    const gateway = await startGateway(`${upstream.url}/prefix`, { READINESS_CHECKS_SERVICE: 'true' });
    expect(await status(`${gateway.url}/readyz`)).toEqual(expected);
    expect(upstream.arrived.map(({ url }) => url)).toEqual(['/prefix/v1/orgs?limit=1']);
    await gateway.close();
    await upstream.close();
  });

  it.each([
    ['false', 'ready', ready],
    ['true', 'not ready', unavailable],
  ])('with READINESS_CHECKS_SERVICE=%s is up and %s where the service is down', async (value, _, expected) => {
    const upstream = await startFaultUpstream();
    await upstream.close();
    const gateway = await startGateway(upstream.url, { READINESS_CHECKS_SERVICE: value });
    expect(await status(`${gateway.url}/healthz`)).toEqual([200, { status: 'up' }]);
    expect(await status(`${gateway.url}/readyz`)).toEqual(expected);
    await gateway.close();
  });
});

describe('the log at level trace', () => {
  it('holds nothing of rejected requests', () => {
    const log = world.log.join('');
    expect(log).toContain('HPE_INVALID_HEADER_TOKEN');
    // Neither as text nor as the numbers of its letters.
    expect(log).not.toMatch(/sekret|115,101,107,114,101,116|"stack"|bearer|authorization/i);
  });
});
