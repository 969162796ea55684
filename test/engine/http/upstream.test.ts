import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bytes,
  cut,
  type FaultUpstream,
  inTurn,
  json,
  never,
  type Reply,
  startFaultUpstream,
  text,
} from '../../support/fault-upstream.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';

const token = 'token-of-the-upstream-test';
const query = 'query ($id: ID!) { organization(id: $id) { title } }';
const record = { id: 'o1', title: 'Halcyon' };
const good = json(record);

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url, {
    UPSTREAM_MAX_BYTES: '65536',
    FORWARD_HEADERS: 'X-Tenant, accept-language',
  });
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const ask = (id = 'o1', at = gateway) => at.ask(query, { token, variables: { id } });

/** The code and message of the one error that a reply must lead to. */
async function failure(reply: Reply, at = gateway): Promise<[string | undefined, string | undefined]> {
  upstream.reply(reply);
  const { data, errors } = await ask('o1', at);
  expect(data).toEqual({ organization: null });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions.rest).toMatchObject({
    operation: 'organizations.get',
    path: '/v1/orgs/{organizationId}',
  });
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
}

describe('a body', () => {
  it.each<[string, Reply, string]>([
    ['not JSON', text('Hello.'), "The service's answer is not JSON."],
    [
      'HTML',
      text('<!doctype html><p>secret</p>', 200, { 'content-type': 'text/html' }),
      "The service's answer is not JSON.",
    ],
    ['cut JSON', text('{"id":"o1","title":"Hal'), "The service's answer is not JSON."],
    ['empty', text(''), "The service's answer is empty."],
    ['null', json(null), "The service's answer is not a JSON object."],
    ['a list', json([record]), "The service's answer is not a JSON object."],
    ['a text', json('Halcyon'), "The service's answer is not a JSON object."],
    ['a number', json(42), "The service's answer is not a JSON object."],
    [
      'shorter than its content-length',
      bytes('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n{"id":"o1","title":"Halcyon"}'),
      'The connection to the service broke in the middle of its answer.',
    ],
    [
      'cut between two chunks',
      bytes('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nd\r\n{"id":"o1","ti\r\n'),
      'The connection to the service broke in the middle of its answer.',
    ],
    [
      'packed, unasked',
      text(gzipSync(JSON.stringify(record)), 200, { 'content-encoding': 'gzip' }),
      'The service\'s answer is encoded as "gzip", though none was asked for.',
    ],
    [
      'too large',
      json({ ...record, title: 'x'.repeat(65_536) }),
      "The service's answer is larger than 65536 bytes. Ask for fewer items.",
    ],
  ])('that is %s is BAD_UPSTREAM_RESPONSE', async (_, reply, message) => {
    expect(await failure(reply)).toEqual(['BAD_UPSTREAM_RESPONSE', message]);
    expect(upstream.arrived).toHaveLength(1);
  });

  it.each<[string, Reply]>([
    [
      'in many chunks',
      (response) => {
        for (const letter of JSON.stringify(record)) response.write(letter);
        response.end();
      },
    ],
    ['with no length and no chunks', bytes(`HTTP/1.1 200 OK\r\n\r\n${JSON.stringify(record)}`)],
    ['of a type that is not JSON by name', text(JSON.stringify(record), 200, { 'content-type': 'text/plain' })],
    ['that is said to be encoded as it is', json(record, 200, { 'content-encoding': 'identity' })],
    [
      'after a 103',
      bytes(
        `HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${JSON.stringify(record)}`,
      ),
    ],
    [
      'of the largest size',
      json({ ...record, more: 'x'.repeat(65_536 - JSON.stringify({ ...record, more: '' }).length) }),
    ],
  ])('%s is read', async (_, reply) => {
    upstream.reply(reply);
    const { data, errors } = await ask();
    expect(errors).toBeUndefined();
    expect(data).toEqual({ organization: { title: 'Halcyon' } });
  });
});

describe('a connection', () => {
  const unreachable = ['UPSTREAM_UNAVAILABLE', 'The service can not be reached.'];

  it('that is closed before any answer is used once more for a read', async () => {
    upstream.reply(inTurn(cut, good));
    const { data, errors } = await ask();
    expect(errors).toBeUndefined();
    expect(data).toEqual({ organization: { title: 'Halcyon' } });
    expect(upstream.arrived.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/orgs/o1', `Bearer ${token}`],
      ['/v1/orgs/o1', `Bearer ${token}`],
    ]);
  });

  it('that is closed again makes the service unavailable', async () => {
    expect(await failure(cut)).toEqual(unreachable);
    expect(upstream.arrived).toHaveLength(2);
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['a bad header', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}'],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  ])('that brings %s is BAD_UPSTREAM_RESPONSE', async (_, answer) => {
    expect(await failure(bytes(answer))).toEqual(['BAD_UPSTREAM_RESPONSE', 'The service did not answer in HTTP.']);
    expect(upstream.arrived).toHaveLength(1);
  });

  it('that is refused makes the service unavailable', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const lonely = await startGateway(`http://127.0.0.1:${port}`);
    expect(await failure(good, lonely)).toEqual(unreachable);
    await lonely.close();
  });

  it.each<[string, Reply]>([
    ['never answers', never],
    ['stops after its headers', (response) => response.writeHead(200).write('{"id":')],
    [
      'sends its body letter by letter, without end',
      (response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('of a service that %s ends at the deadline', async (_, reply) => {
    const hasty = await startGateway(upstream.url, { UPSTREAM_TIMEOUT: '150' });
    expect(await failure(reply, hasty)).toEqual(['UPSTREAM_TIMEOUT', 'The service did not answer within 150 ms.']);
    expect(upstream.arrived).toHaveLength(1);
    upstream.reply(good);
    expect((await ask('o1', hasty)).data).toEqual({ organization: { title: 'Halcyon' } });
    await hasty.close();
  });

  it('that waits in the queue is under the deadline too', async () => {
    const narrow = await startGateway(upstream.url, { UPSTREAM_TIMEOUT: '150', UPSTREAM_CONNECTIONS: '1' });
    upstream.reply(never);
    const { errors } = await narrow.ask('{ a: organization(id: "a") { title } b: organization(id: "b") { title } }');
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT']);
    await narrow.close();
  });
});

describe('a client that goes away', () => {
  it('ends the reads that are under way, and starts no others', async () => {
    const closed: Promise<unknown>[] = [];
    const bothArrived = new Promise<void>((resolve) => {
      upstream.reply((response) => {
        closed.push(once(response, 'close'));
        if (closed.length === 2) resolve();
      });
    });
    const controller = new AbortController();
    const gone = fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        query: '{ organization(id: "o1") { title sites { nodes { sections { totalCount } } } } }',
      }),
      signal: controller.signal,
    }).catch((error: Error) => error.name);
    await bothArrived;
    controller.abort();
    expect(await gone).toBe('AbortError');
    await Promise.all(closed);
    expect(upstream.arrived.map(({ url }) => url).sort()).toEqual(['/v1/orgs/o1', '/v1/orgs/o1/sites?limit=25']);
  });
});

describe('a path parameter', () => {
  it.each([
    ['...', '...'],
    ['50%', '50%25'],
    ['.a', '.a'],
    ['a?b=c', 'a%3Fb%3Dc'],
    ['a#b', 'a%23b'],
    ['a;b', 'a%3Bb'],
    ['a b', 'a%20b'],
    ['Привет', '%D0%9F%D1%80%D0%B8%D0%B2%D0%B5%D1%82'],
    ['👩‍🚀', '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80'],
    ['-_~.', '-_~.'],
  ])('%s stays in its segment', async (id, segment) => {
    upstream.reply(good);
    await ask(id);
    expect(upstream.arrived.map(({ url }) => url)).toEqual([`/v1/orgs/${segment}`]);
  });

  it.each([
    ...['.', '..', '', '\u0000', 'a\r\nx: y', 'a\tb', '\u007f', '\u0085', '\ud800', 'a\udc00'],
    // A proxy that decodes a path once would make another path of these.
    ...[
      'a/b',
      'a\\b',
      '../spaces',
      'https://example.com',
      '%2e',
      '%2e%2e',
      '..%2f',
      'a%2Fb',
      'a%5cb',
      'a%252Fb',
      'a%00b',
    ],
  ])('%j is refused before any call', async (id) => {
    upstream.reply(good);
    const { data, errors, calls } = await ask(id);
    expect(data).toEqual({ organization: null });
    expect(errors?.map(({ extensions, path }) => [extensions.code, path])).toEqual([
      ['BAD_USER_INPUT', ['organization']],
    ]);
    expect(errors?.[0]?.message).toContain(id === '' ? 'organizationId is empty' : JSON.stringify(id));
    expect(calls).toEqual([]);
    expect(upstream.arrived).toEqual([]);
  });

  it.each(['../orgs/o1', '..\\orgs', '..%2Forgs%2Fo1'])('%j is refused before any write', async (id) => {
    upstream.reply(good);
    const { data, errors } = await gateway.ask(
      'mutation ($id: ID!) { deleteSpace(input: { id: $id }) { deletedId userErrors { code } } }',
      { variables: { id } },
    );
    expect(data).toEqual({ deleteSpace: null });
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
    expect(upstream.arrived).toEqual([]);
  });

  it('of a child is refused at the child, and costs nothing else', async () => {
    upstream.reply(good);
    const { data, errors } = await gateway.ask('{ organization(id: "o1") { title site(id: "..") { title } } }');
    expect(data).toEqual({ organization: { title: 'Halcyon', site: null } });
    expect(errors?.map(({ path }) => path)).toEqual([['organization', 'site']]);
  });
});

describe('a query parameter', () => {
  const search = (value: string) =>
    gateway.ask('query ($value: String!) { space(id: "s1") { search(query: $value) { totalCount } } }', {
      variables: { value },
    });

  it.each([
    ['a&limit=9', 'a%26limit%3D9'],
    ['a=b+c', 'a%3Db%2Bc'],
    ['50%', '50%25'],
    ['#1', '%231'],
    ['naïve', 'na%C3%AFve'],
    ['a\r\nb', 'a%0D%0Ab'],
    ['\ud800', '%EF%BF%BD'],
    ['', ''],
  ])('%j arrives as it is', async (value, sent) => {
    upstream.reply(json({ items: [], count: 0 }));
    await search(value);
    expect(upstream.arrived.map(({ url }) => url)).toEqual([`/v1/spaces/s1/search?query=${sent}&limit=1`]);
  });

  it('that is a list repeats its name', async () => {
    upstream.reply(json({ items: [], count: 0 }));
    await gateway.ask('{ space(id: "s1") { comments(authors: ["u 1", "u2", "u,3"], first: 2) { nodes { restId } } } }');
    expect(upstream.arrived.map(({ url }) => url)).toEqual([
      '/v1/spaces/s1/comments?authors=u%201&authors=u2&authors=u%2C3&limit=2',
    ]);
  });

  it('that is an empty list or null is not sent', async () => {
    upstream.reply(json({ items: [], count: 0 }));
    await gateway.ask('{ space(id: "s1") { comments(authors: [], status: null, first: 2) { nodes { restId } } } }');
    expect(upstream.arrived.map(({ url }) => url)).toEqual(['/v1/spaces/s1/comments?limit=2']);
  });
});

describe('headers', () => {
  async function arrivedWith(headers: Record<string, string>, at = gateway) {
    upstream.reply(good);
    await at.ask('{ organization(id: "o1") { title } }', { token: null, headers });
    return upstream.arrived[0]?.headers;
  }

  it.each(['Bearer abc', 'bearer  two  spaces', 'Basic dXNlcjpwYXNz', 'no-scheme', 'Bearer é', 'Digest a="b", c=d'])(
    'Authorization arrives byte for byte: %s',
    async (authorization) => {
      expect(await arrivedWith({ authorization })).toMatchObject({ authorization });
    },
  );

  it('no others arrive than those on the list', async () => {
    const headers = await arrivedWith({
      authorization: 'Bearer abc',
      cookie: 'session=1',
      forwarded: 'for=10.0.0.1',
      'x-forwarded-for': '10.0.0.1',
      'x-api-key': 'k',
      'x-tenant': 'acme',
      'accept-language': 'de',
      'user-agent': 'browser',
      te: 'trailers',
    });
    expect(headers).toEqual({
      accept: 'application/json',
      'accept-language': 'de',
      authorization: 'Bearer abc',
      connection: 'keep-alive',
      host: new URL(upstream.url).host,
      'x-tenant': 'acme',
    });
  });

  it('UPSTREAM_TOKEN stands in where there is no Authorization, and only there', async () => {
    const fallback = await startGateway(upstream.url, { UPSTREAM_TOKEN: 'fallback-token' });
    expect((await arrivedWith({}, fallback))?.authorization).toBe('Bearer fallback-token');
    expect((await arrivedWith({ authorization: 'Bearer own' }, fallback))?.authorization).toBe('Bearer own');
    expect((await arrivedWith({}))?.authorization).toBeUndefined();
    await fallback.close();
  });
});

describe('the base address of the service', () => {
  it.each(['/prefix', '/prefix/', '/two/parts/', '/with%20space'])('may have the path %s', async (path) => {
    const prefixed = await startGateway(`${upstream.url}${path}`);
    upstream.reply(good);
    const { calls } = await ask('o1', prefixed);
    expect(upstream.arrived.map(({ url }) => url)).toEqual([`${path.replace(/\/$/, '')}/v1/orgs/o1`]);
    expect(calls.map((call) => call.path)).toEqual(['/v1/orgs/o1']);
    await prefixed.close();
  });
});

describe('the log at level trace', () => {
  it('holds nothing of a token, an id or a stack', () => {
    expect(gateway.log.length).toBeGreaterThan(60);
    expect(gateway.log.join('')).not.toMatch(/token-of|bearer|authorization|spaces\/s1|"stack"|\\n\s+at /i);
  });
});
