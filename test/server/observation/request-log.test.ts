import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../src/resources/organizations/contract.ts';
import { spaces } from '../../../src/resources/spaces/contract.ts';
import { byPath, type FaultUpstream, json, startFaultUpstream } from '../../support/fault-upstream.ts';
import { startGateway, type TestGateway } from '../../support/gateway.ts';

const query = 'query Space($id: ID!) { space(id: $id) { title } }';

describe('the log line of an operation', () => {
  let upstream: FaultUpstream;
  let gateway: TestGateway;

  beforeAll(async () => {
    upstream = await startFaultUpstream();
    const space = json({ object: 'space', id: 'secret-id', title: 'Guides' });
    upstream.reply(byPath({ '/v1/spaces/secret-id': space }));
    gateway = await startGateway(upstream.url, { SLOW_OPERATION_MS: '1' });
  });

  afterAll(async () => {
    await gateway.close();
    await upstream.close();
  });

  async function send(headers: Record<string, string> = {}, body: object = { query, variables: { id: 'secret-id' } }) {
    const from = gateway.log.length;
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer secret-token', ...headers },
      body: JSON.stringify(body),
    });
    await response.text();
    const lines = gateway.log.slice(from).map((line) => JSON.parse(line));
    return { response, line: lines.find(({ msg }) => msg === 'operation') };
  }

  it('tells the client, the operation and its calls', async () => {
    const headers = { 'x-client-name': 'web', 'x-client-version': '1.2' };
    await send(headers);
    const { line } = await send(headers);
    expect(line).toEqual({
      ...{ level: 30, time: expect.any(Number), pid: process.pid, hostname: expect.any(String), msg: 'operation' },
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
      client: 'web',
      clientVersion: '1.2',
      operation: 'Space',
      kind: 'query',
      hash: createHash('sha256').update(query).digest('hex'),
      ms: expect.any(Number),
      status: 200,
      calls: 1,
      planned: 1,
      slowest: spaces.get.id,
      slowestMs: expect.any(Number),
    });
  });

  it.each(['plain', 'through Apollo'])('has the hash of a document, as it is sent %s', async (way) => {
    const unusual = way === 'plain' ? {} : { extensions: { unknown: true } };
    const { line } = await send({}, { query: '{ __typename }', ...unusual });
    expect(line).toMatchObject({
      operation: null,
      calls: 0,
      hash: createHash('sha256').update('{ __typename }').digest('hex'),
    });
  });

  it('has no hash and no kind for a document that is invalid', async () => {
    const { line } = await send({}, { query: '{ unknown }' });
    expect(line).toMatchObject({ operation: null, kind: null, errors: ['GRAPHQL_VALIDATION_FAILED'] });
    expect(line).not.toHaveProperty('hash');
  });

  it('cuts a long name', async () => {
    const { line } = await send({}, { query: `query ${'x'.repeat(5000)} { __typename }` });
    expect(line.operation).toBe('x'.repeat(100));
  });

  it('counts retries, and names the slowest call', async () => {
    let count = 0;
    const page = json({ items: [] });
    upstream.reply((response, request) => {
      if (request.url.startsWith('/v1/orgs')) return page(response, request);
      count++;
      const reply = count === 1 ? json({}, 503) : json({ object: 'space', id: 's', title: 'Guides' });
      setTimeout(() => reply(response, request), 30);
    });
    const { line } = await send({}, { query: '{ space(id: "s") { title } organizations { nodes { title } } }' });
    expect(line).toMatchObject({ calls: 2, retries: 1, slowest: spaces.get.id });
    expect(organizations.list.path).toBe('/v1/orgs');
  });

  it('has the plan of a slow operation, with path templates only', async () => {
    const slow = () => gateway.log.map((text) => JSON.parse(text)).filter(({ msg }) => msg === 'slow operation');
    while (slow().length === 0) await send();
    expect(slow()[0]).toMatchObject({
      level: 40,
      operation: 'Space',
      plan: {
        calls: 1,
        levels: 1,
        costly: [{ field: 'space', operation: spaces.get.id, path: spaces.get.path, calls: 1, level: 1 }],
        omitted: 0,
      },
    });
  });

  it('holds no token, no id of a record and no variable, whatever the level', () => {
    expect(gateway.log.length).toBeGreaterThan(5);
    expect(gateway.log.join('')).not.toMatch(/secret-(?:token|id)/);
  });

  describe('the request id', () => {
    it.each(['a', 'req-1.2:3_4', 'Root=1-67891233-abcdef012345678912345678', 'x'.repeat(128)])(
      'is that of the request: %s',
      async (id) => {
        upstream.reply(byPath({ '/v1/spaces/secret-id': json({ object: 'space', id: 's', title: 'Guides' }) }));
        const { response, line } = await send({ 'x-request-id': id });
        expect(response.headers.get('x-request-id')).toBe(id);
        expect(line.requestId).toBe(id);
        expect(upstream.arrived.map(({ headers }) => headers['x-request-id'])).toEqual([id]);
      },
    );

    it.each(['', ' ', 'two words', '"quoted"', '<b>', 'x'.repeat(129)])('is a new one for %j', async (id) => {
      const { response, line } = await send({ 'x-request-id': id });
      expect(line.requestId).toMatch(/^[\da-f-]{36}$/);
      expect(response.headers.get('x-request-id')).toBe(line.requestId);
    });
  });
});
