import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '../../../../src/resources/organizations/contract.ts';
import { spaces } from '../../../../src/resources/spaces/contract.ts';
import { RequestLog } from '../../../../src/server/observation/logs/request-log.ts';
import type { RequestEnd } from '../../../../src/server/observation/observer.ts';
import { outcomes } from '../../../../src/server/observation/outcome.ts';
import { ObservedRequest } from '../../../../src/server/request/observed-request.ts';
import { RequestState } from '../../../../src/server/request/request-state.ts';
import { readSettings, type Settings } from '../../../../src/server/settings/settings.ts';
import { startGateway, type TestGateway } from '../../../support/gateways/gateway.ts';
import { byPath, type FaultUpstream, json, startFaultUpstream } from '../../../support/upstreams/fault-upstream.ts';

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
    const named = (name: string) => lines.find(({ msg }) => msg === name);
    return { response, line: named('operation'), slow: named('slow operation') };
  }

  it('tells the client, the operation and its calls', async () => {
    const headers = { 'x-client-name': 'web', 'x-client-version': '1.2' };
    await send(headers);
    const { line } = await send(headers);
    expect(line).toEqual({
      ...{ level: 30, time: expect.any(Number), pid: process.pid, hostname: expect.any(String), msg: 'operation' },
      requestId: expect.stringMatching(/^[\da-f]{32}$/),
      client: 'web',
      clientVersion: '1.2',
      operation: 'Space',
      kind: 'query',
      hash: createHash('sha256').update(query).digest('hex'),
      ms: expect.any(Number),
      status: 200,
      outcome: 'ok',
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

  it('has no address of a client', async () => {
    const { line } = await send({ 'x-forwarded-for': '192.0.2.7' });
    expect(line).not.toHaveProperty('address');
  });

  it('has no hash and no kind for a document that is invalid', async () => {
    const { line } = await send({}, { query: '{ unknown }' });
    expect(line).toMatchObject({ operation: null, kind: null, errors: ['GRAPHQL_VALIDATION_FAILED'] });
    expect(line).not.toHaveProperty('hash');
  });

  it('cuts a long name', async () => {
    const { line } = await send({}, { query: `query ${'x'.repeat(1000)} { __typename }` });
    expect(line.operation).toBe('x'.repeat(100));
  });

  it('has the codes of 20 errors, and the number of all', async () => {
    const fields = Array.from({ length: 60 }, (_, i) => `a${i}: organizations(first: -1) { totalCount }`);
    const { line } = await send({}, { query: `{ ${fields.slice(0, 20)} }` });
    expect(line.errors).toEqual(new Array(20).fill('BAD_USER_INPUT'));
    expect(line).not.toHaveProperty('errorCount');
    const { line: cut } = await send({}, { query: `{ ${fields} }` });
    expect(cut).toMatchObject({ errors: line.errors, errorCount: 60 });
  });

  it('is short, whatever a client sends', async () => {
    const items = Array.from({ length: 100 }, (_, i) => ({ object: 'organization', id: `o${i}`, title: 'Title' }));
    upstream.reply(byPath({ '/v1/orgs': json({ items }) }));
    const long = 'x'.repeat(7000);
    const sites = Array.from({ length: 100 }, (_, i) => `${long.slice(0, 200)}${i}: sites(first: -1) { totalCount }`);
    const headers = {
      ...{ 'apollographql-client-name': long, 'apollographql-client-version': long, 'x-request-id': 'x'.repeat(128) },
      traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    };
    const { line } = await send(headers, {
      query: `query ${long.slice(0, 1000)} { organizations { nodes { ${sites} } } }`,
    });
    expect(JSON.stringify(line).length).toBeLessThan(2000);
    expect(line.errors).toHaveLength(20);
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
    let { slow } = await send();
    while (slow === undefined) ({ slow } = await send());
    expect(slow).toMatchObject({
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
      expect(line.requestId).toMatch(/^[\da-f]{32}$/);
      expect(response.headers.get('x-request-id')).toBe(line.requestId);
    });
  });
});

describe('LOG_CLIENT_ADDRESS', () => {
  it.each([
    ['0', '127.0.0.1'],
    ['1', '192.0.2.7'],
  ])('adds the address of the client behind %s proxies to each line of a request', async (TRUSTED_PROXIES, address) => {
    const upstream = await startFaultUpstream();
    upstream.reply((response, request) => setTimeout(() => json({ items: [] })(response, request), 20));
    const settings = { LOG_CLIENT_ADDRESS: 'true', SLOW_OPERATION_MS: '10', TRUSTED_PROXIES };
    const gateway = await startGateway(upstream.url, settings);
    const post = (path: string, body: string) =>
      fetch(gateway.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.7' },
        body,
      });
    await post('/graphql', '{"query":"{ organizations { nodes { title } } }"}');
    await post('/graphql', '{');
    await post('/unknown', '{}');
    const lines = gateway.log.map((line) => JSON.parse(line)).filter(({ requestId }) => requestId !== undefined);
    expect(lines.map(({ msg }) => msg)).toEqual([
      'operation',
      'slow operation',
      'request rejected',
      'request rejected',
    ]);
    expect(lines.map((line) => line.address)).toEqual([address, address, address, address]);
    await gateway.close();
    await upstream.close();
  });
});

/** The levels of the lines that a log writes. */
function levelsOf(settings: Settings, use: (log: RequestLog) => void, level = 'info'): number[] {
  const lines: string[] = [];
  use(new RequestLog(pino({ level }, { write: (line: string) => void lines.push(line) }), settings));
  return lines.map((line) => JSON.parse(line).level);
}

function requestState(): RequestState {
  const credentials = { authorization: undefined, headers: [], identity: '', client: '', secrets: [] };
  return new RequestState(new ObservedRequest('POST', { headers: {} }), credentials, undefined);
}

describe('LOG_LEVEL=warn', () => {
  it.each(outcomes)('leaves the lines of operations that an operator may have to look at: %s', (outcome) => {
    const isWarning = !['ok', 'client_fault', 'cancelled'].includes(outcome);
    const end = (log: RequestLog) => log.requestEnded(requestState(), { status: 200, ms: 1, outcome });
    expect(levelsOf(readSettings({}), end)).toEqual([isWarning ? 40 : 30]);
    expect(levelsOf(readSettings({}), end, 'warn')).toEqual(isWarning ? [40] : []);
  });

  it.each(outcomes)('leaves the lines of requests that the gateway failed to read: %s', (outcome) => {
    const rejection = { requestId: 'a', method: 'POST', status: 500, reason: 'A_REASON', outcome };
    const reject = (log: RequestLog) => log.requestRejected(rejection);
    expect(levelsOf(readSettings({}), reject, 'warn')).toEqual(outcome === 'gateway_fault' ? [40] : []);
  });
});

describe('LOG_SAMPLE', () => {
  const isLogged = (environment: Record<string, string>, end: Partial<RequestEnd>) =>
    levelsOf(readSettings(environment), (log) =>
      log.requestEnded(requestState(), { status: 200, ms: 1, outcome: 'ok', ...end }),
    ).length === 1;

  it('leaves out operations that succeed', () => {
    expect(isLogged({}, {})).toBe(true);
    expect(isLogged({ LOG_SAMPLE: '0' }, {})).toBe(false);
    const logged = Array.from({ length: 1000 }, () => isLogged({ LOG_SAMPLE: '.5' }, {}));
    expect(new Set(logged)).toEqual(new Set([true, false]));
  });

  it('leaves out none that have another outcome, or are slow', () => {
    const none = { LOG_SAMPLE: '0' };
    for (const outcome of outcomes) expect(isLogged(none, { outcome })).toBe(outcome !== 'ok');
    expect([999, 1000].map((ms) => isLogged(none, { ms }))).toEqual([false, true]);
    const slow = { ...none, SLOW_OPERATION_MS: '50' };
    expect([49, 50].map((ms) => isLogged(slow, { ms }))).toEqual([false, true]);
  });
});
