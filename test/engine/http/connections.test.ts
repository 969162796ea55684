import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../../support/gateways/gateway.ts';
import {
  bytes,
  cut,
  type FaultUpstream,
  inTurn,
  json,
  never,
  type Reply,
  startFaultUpstream,
} from '../../support/upstreams/fault-upstream.ts';

const token = 'token-of-the-upstream-test';
const query = 'query ($id: ID!) { organization(id: $id) { title } }';
const record = { id: 'o1', title: 'Halcyon' };
const good = json(record);

let upstream: FaultUpstream;
let gateway: TestGateway;

beforeAll(async () => {
  upstream = await startFaultUpstream();
  gateway = await startGateway(upstream.url);
});

afterAll(async () => {
  await gateway.close();
  await upstream.close();
});

const run = (id = 'o1', at = gateway) => at.execute(query, { token, variables: { id } });

/** The code and message of the one error that a reply must lead to. */
async function failure(reply: Reply, at = gateway): Promise<[string | undefined, string | undefined]> {
  upstream.reply(reply);
  const { data, errors } = await run('o1', at);
  expect(data).toEqual({ organization: null });
  expect(errors).toHaveLength(1);
  expect(errors?.[0]?.extensions.rest).toMatchObject({
    operation: 'organizations.get',
    path: '/v1/orgs/{organizationId}',
  });
  return [errors?.[0]?.extensions.code, errors?.[0]?.message];
}

describe('a connection', () => {
  const unreachable = ['UPSTREAM_UNAVAILABLE', 'The service cannot be reached.'];

  it('that closes before the response is retried once for a read', async () => {
    upstream.reply(inTurn(cut, good));
    const { data, errors } = await run();
    expect(errors).toBeUndefined();
    expect(data).toEqual({ organization: { title: 'Halcyon' } });
    expect(upstream.arrived.map(({ url, headers }) => [url, headers.authorization])).toEqual([
      ['/v1/orgs/o1', `Bearer ${token}`],
      ['/v1/orgs/o1', `Bearer ${token}`],
    ]);
  });

  it('that closes three times gives UPSTREAM_UNAVAILABLE', async () => {
    expect(await failure(cut)).toEqual(unreachable);
    expect(upstream.arrived).toHaveLength(3);
  });

  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['a bad header', 'HTTP/1.1 200 OK\r\nno colon\r\n\r\n{}'],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(20_000)}`],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}'],
  ])('that receives %s gives BAD_UPSTREAM_RESPONSE', async (_, response) => {
    expect(await failure(bytes(response))).toEqual([
      'BAD_UPSTREAM_RESPONSE',
      "The service's response is not valid HTTP.",
    ]);
    expect(upstream.arrived).toHaveLength(1);
  });

  it('that is refused gives UPSTREAM_UNAVAILABLE', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const unreachableGateway = await startGateway(`http://127.0.0.1:${port}`);
    expect(await failure(good, unreachableGateway)).toEqual(unreachable);
    await unreachableGateway.close();
  });

  it.each<[string, Reply]>([
    ['never responds', never],
    ['stops after its headers', (response) => response.writeHead(200).write('{"id":')],
    [
      'sends its body byte by byte, without end',
      (response) => {
        const timer = setInterval(() => response.write(' '), 20);
        response.once('close', () => clearInterval(timer));
      },
    ],
  ])('to a service that %s is aborted at the timeout', async (_, reply) => {
    const impatient = await startGateway(upstream.url, { UPSTREAM_TIMEOUT: '150' });
    expect(await failure(reply, impatient)).toEqual(['UPSTREAM_TIMEOUT', 'The service did not respond within 150 ms.']);
    expect(upstream.arrived).toHaveLength(1);
    upstream.reply(good);
    expect((await run('o1', impatient)).data).toEqual({ organization: { title: 'Halcyon' } });
    await impatient.close();
  });

  it('that waits for a free connection has the same timeout', async () => {
    const narrow = await startGateway(upstream.url, { UPSTREAM_TIMEOUT: '150', UPSTREAM_CONNECTIONS: '1' });
    upstream.reply(never);
    const { errors } = await narrow.execute(
      '{ a: organization(id: "a") { title } b: organization(id: "b") { title } }',
    );
    expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UPSTREAM_TIMEOUT', 'UPSTREAM_TIMEOUT']);
    await narrow.close();
  });
});

describe('a client that disconnects', () => {
  it('aborts the reads in flight and starts no others', async () => {
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

describe('the log at level trace', () => {
  it('holds no token, id or stack', () => {
    expect(gateway.log.length).toBeGreaterThan(6);
    expect(gateway.log.join('')).not.toMatch(/token-of|bearer|authorization|spaces\/s1|"stack"|\\n\s+at /i);
  });
});
