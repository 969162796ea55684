import { describe, expect, it } from 'vitest';
import { embeddedGateways, query } from '../../../support/gateways/embedded-gateway.ts';
import { metricNames, parseMetrics, readMetrics, sumOf } from '../../../support/services/metrics.ts';
import { byPath, cut, inTurn, json } from '../../../support/upstreams/fault-upstream.ts';

const create = embeddedGateways();
const on = { METRICS: 'true' };

/** A gateway with metrics, and what sends it operations and reads its metrics. */
async function start(environment: Record<string, string> = {}, options: Parameters<typeof create>[0] = {}) {
  const { gateway, upstream } = await create(options, { ...on, ...environment });
  const url = await gateway.listen();
  const send = (body: unknown, init: RequestInit = {}) =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer t' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
  return { gateway, upstream, url, send, read: () => readMetrics(`${url}/metrics`) };
}

describe('/metrics', () => {
  it.each([
    [{}, 404],
    [{ METRICS: 'false' }, 404],
    [{ METRICS_PORT: '0' }, 404],
    [{ METRICS: 'true', METRICS_PORT: '0' }, 200],
  ])('is served with METRICS alone: %j', async (environment, status) => {
    const { gateway } = await create({}, environment);
    const response = await fetch(`${await gateway.listen()}/metrics`);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is text that Prometheus reads, below the base path', async () => {
    const { gateway } = await create({}, { ...on, BASE_PATH: '/docs' });
    const response = await fetch(`${await gateway.listen()}/metrics`);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const text = await response.text();
    expect(metricNames(text)).toContain('http_server_request_duration_seconds_bucket');
    for (const line of text.trim().split('\n')) {
      expect(line).toMatch(/^(?:|# (?:HELP|TYPE) \w+ .+|\w+(?:\{(?:\w+="[^"]*",?)*\})? -?[\d.e+-]+)$/);
    }
  });

  it('holds no token, id, query or address', async () => {
    const { send, url } = await start();
    await send({ query: '{ organization(id: "secret-id") { title } }' });
    const text = await (await fetch(`${url}/metrics`)).text();
    expect(text).not.toMatch(/secret-id|Bearer|127\.0\.0\.1|\/orgs/);
  });

  it('is that of an embedder’s source, where it has one', async () => {
    const { gateway } = await create({ readMetrics: async () => 'all 2\n' }, on);
    expect(await (await fetch(`${await gateway.listen()}/metrics`)).text()).toBe('all 2\n');
    expect(parseMetrics(await gateway.metrics()).has('docgraph_circuit_open')).toBe(true);
  });

  it('is empty for an embedder without the settings', async () => {
    const { gateway } = await create();
    expect(gateway.collectMetrics()).toEqual([]);
    expect((await gateway.metrics()).trim()).toBe('');
  });
});

describe('metrics of operations', () => {
  it.each(['compiled', 'graphql-js'])('count requests, calls and cache hits (%s)', async (EXECUTOR) => {
    const { send, read, upstream } = await start({ EXECUTOR });
    upstream.reply(byPath({ '/v1/orgs': json({ items: [{ object: 'organization', id: 'a', title: 'Acme' }] }) }));
    const named = {
      query: 'query Twice { organizations { nodes { title } } same: organizations { nodes { title } } }',
    };
    for (let i = 0; i < 3; i++) await send(named);
    expect(upstream.arrived).toHaveLength(3);
    const samples = await read();
    const post = ['http_request_method="POST"', 'http_response_status_code="200"', 'http_route="/graphql"'];
    expect(sumOf(samples, 'http_server_request_duration_seconds_count', ...post)).toBe(3);
    expect(sumOf(samples, 'http_server_request_duration_seconds_bucket', 'le="+Inf"')).toBe(3);
    expect(sumOf(samples, 'http_server_request_duration_seconds_sum')).toBeGreaterThan(0);
    const twice = ['graphql_operation_name="Twice"', 'graphql_operation_type="query"'];
    expect(sumOf(samples, 'docgraph_operation_duration_seconds_count', ...twice)).toBe(3);
    const get = ['docgraph_rest_operation="organizations.list"', 'http_response_status_code="200"'];
    expect(sumOf(samples, 'http_client_request_duration_seconds_count', ...get)).toBe(3);
    expect(sumOf(samples, 'docgraph_rest_calls_made_total')).toBe(3);
    expect(sumOf(samples, 'docgraph_rest_calls_planned_total')).toBeGreaterThanOrEqual(3);
    expect(sumOf(samples, 'docgraph_request_cache_hits_total')).toBe(3);
    expect(sumOf(samples, 'docgraph_operations_total')).toBe(3);
    if (EXECUTOR === 'graphql-js') return;
    expect(sumOf(samples, 'docgraph_operations_total', 'path="fast"')).toBe(2);
    expect(sumOf(samples, 'docgraph_operation_cache_hits_total')).toBe(2);
    expect(sumOf(samples, 'docgraph_operation_cache_misses_total')).toBe(1);
  });

  it('count retries, failures without a response, and codes of errors', async () => {
    const { send, read, upstream } = await start({ CIRCUIT_BREAKER: '0', UPSTREAM_RETRIES: '1' });
    const found = json({ object: 'organization', id: 'a', title: 'Acme' });
    upstream.reply(byPath({ '/v1/orgs/a': inTurn(json({}, 503), found), '/v1/orgs/b': cut }));
    await send({ query });
    await send({ query: '{ organization(id: "b") { title } }' });
    await send({ query: '{ organization(id: "c") { title } }' });
    const samples = await read();
    expect(sumOf(samples, 'docgraph_rest_calls_retried_total')).toBeGreaterThanOrEqual(2);
    expect(sumOf(samples, 'http_client_request_duration_seconds_count', 'http_response_status_code="none"')).toBe(1);
    expect(sumOf(samples, 'http_client_request_duration_seconds_count', 'http_response_status_code="404"')).toBe(1);
    expect(sumOf(samples, 'docgraph_errors_total', 'code="UPSTREAM_UNAVAILABLE"')).toBe(1);
    expect(sumOf(samples, 'docgraph_errors_total', 'code="NOT_FOUND"')).toBe(1);
  });

  it('count calls that their request ended apart from those without a response', async () => {
    const { send, read, upstream } = await start({ UPSTREAM_CONNECTIONS: '1' });
    upstream.reply(json({}, 401));
    const fields = ['sites', 'members', 'teams', 'collections'].map((name) => `${name} { nodes { id } }`);
    await send({ query: `{ organization(id: "a") { ${fields.join(' ')} } }` });
    const samples = await read();
    const calls = 'http_client_request_duration_seconds_count';
    expect(sumOf(samples, calls, 'http_response_status_code="401"')).toBe(upstream.arrived.length);
    expect(sumOf(samples, calls, 'http_response_status_code="refused"')).toBeGreaterThan(0);
    expect(sumOf(samples, calls, 'http_response_status_code="none"')).toBe(0);
  });

  it('count queries that share an execution, and calls that share a call', async () => {
    const { send, read, upstream } = await start();
    const found = json({ object: 'organization', id: 'a', title: 'Acme' });
    const arrived: (() => void)[] = [];
    upstream.reply((response, request) => void arrived.push(() => found(response, request)));
    const other = '{ organization(id: "a") { title id } }';
    const sent = [query, query, other].map((text) => send({ query: text }));
    const inFlight = async () => sumOf(await read(), 'http_server_active_requests');
    await expect.poll(inFlight).toBe(3);
    await expect.poll(() => arrived.length).toBe(1);
    expect(sumOf(await read(), 'docgraph_upstream_connections_used', 'pool="reads"')).toBe(1);
    for (const answer of arrived) answer();
    await Promise.all(sent);
    const samples = await read();
    expect(sumOf(samples, 'docgraph_operations_coalesced_total')).toBe(1);
    expect(sumOf(samples, 'docgraph_rest_calls_shared_total')).toBe(1);
    expect(sumOf(samples, 'http_client_request_duration_seconds_count')).toBe(1);
    expect(sumOf(samples, 'http_server_active_requests')).toBe(0);
  });

  it('count violations of the contract by REST operation and field', async () => {
    const { send, read, upstream } = await start();
    upstream.reply(byPath({ '/v1/orgs/a': json({ object: 'organization', id: 'a', title: 7 }) }));
    for (let i = 0; i < 2; i++) await send({ query: '{ organization(id: "a") { alias: title } }' });
    const labels = ['docgraph_rest_operation="organizations.get"', 'field="title"'];
    expect(sumOf(await read(), 'docgraph_contract_violations_total', ...labels)).toBe(2);
    expect(sumOf(await read(), 'docgraph_contract_violations_total')).toBe(2);
  });
});

describe('labels that clients choose', () => {
  const nameOf = (name: string) => `graphql_operation_name="${name}"`;
  const count = 'docgraph_operation_duration_seconds_count';

  it('are bounded: further names are "other"', async () => {
    const { send, read } = await start({ METRICS_OPERATIONS: '2' });
    for (const name of ['A', 'B', 'C', 'D', 'A']) await send({ query: `query ${name} ${query}` });
    const samples = await read();
    expect(['A', 'B', 'C', 'D', 'other'].map((name) => sumOf(samples, count, nameOf(name)))).toEqual([2, 1, 0, 0, 2]);
  });

  /** Sends operations with these names in turn, and reads how often each of the others was counted. */
  const sendAs = async (
    send: Awaited<ReturnType<typeof start>>['send'],
    authorization: string | undefined,
    names: readonly string[],
  ) => {
    const headers = { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) };
    for (const name of names) {
      const response = await send({ query: `query ${name} ${query}` }, { headers });
      expect(response.status).toBe(200);
    }
  };
  const labels = async (read: Awaited<ReturnType<typeof start>>['read']) =>
    [...(await read()).keys()]
      .flatMap((key) => (key.startsWith(count) ? (/graphql_operation_name="(\w+)"/.exec(key)?.[1] ?? []) : []))
      .sort();

  it('that one client took are evicted for those of others, the ones that were not used for longest first', async () => {
    const { send, read } = await start({ METRICS_OPERATIONS: '4' });
    await sendAs(send, 'Bearer greedy', ['G1', 'G2', 'G3', 'G4', 'G5', 'G1']);
    expect(await labels(read)).toEqual(['G1', 'G2', 'G3', 'G4', 'other']);
    await sendAs(send, 'Bearer honest', ['H1', 'H2', 'H3', 'H1']);
    // Each of both has two: neither evicts the other's.
    await sendAs(send, 'Bearer greedy', ['G6', 'G7', 'G8']);
    expect(await labels(read)).toEqual(['G1', 'G4', 'H1', 'H2', 'other']);
    const samples = await read();
    expect(['G1', 'H1', 'H2', 'other'].map((name) => sumOf(samples, count, nameOf(name)))).toEqual([2, 2, 1, 5]);
  });

  it('of clients without credentials are evicted for those of clients that have some', async () => {
    const { send, read } = await start({ METRICS_OPERATIONS: '3' });
    await sendAs(send, undefined, ['A1', 'A2']);
    await sendAs(send, 'Bearer one', ['O1', 'O2', 'O3', 'O4']);
    await sendAs(send, undefined, ['A1', 'A2', 'A3']);
    expect(await labels(read)).toEqual(['O1', 'O2', 'O3', 'other']);
  });

  it('of trusted documents are evicted by nobody', async () => {
    const trusted = { T1: `query T1 ${query}`, T2: `query T2 ${query}` };
    const { send, read } = await start(
      { METRICS_OPERATIONS: '2' },
      { trustedDocuments: { mode: 'report', documents: trusted } },
    );
    await sendAs(send, 'Bearer one', ['O1', 'O2']);
    await sendAs(send, 'Bearer two', ['T1', 'T2']);
    for (const token of ['a', 'b', 'c']) await sendAs(send, `Bearer ${token}`, [`X${token}`]);
    expect(await labels(read)).toEqual(['T1', 'T2', 'other']);
  });

  it('may be "other", which is no place that somebody takes', async () => {
    const { send, read } = await start({ METRICS_OPERATIONS: '1' });
    await sendAs(send, undefined, ['other', 'A1', 'A2']);
    await sendAs(send, 'Bearer one', ['O1']);
    const samples = await read();
    expect(['other', 'O1'].map((name) => sumOf(samples, count, nameOf(name)))).toEqual([2, 1]);
  });

  it('are evicted at most as many times an hour as there are labels', async () => {
    const { send, read } = await start({ METRICS_OPERATIONS: '3' });
    await sendAs(send, undefined, ['A1', 'A2', 'A3']);
    for (let i = 0; i < 9; i++) await sendAs(send, `Bearer ${i}`, [`B${i}`]);
    expect(await labels(read)).toEqual(['B0', 'B1', 'B2', 'other']);
  });

  it.each([
    ['without a REST call', 'query Idle { __typename }'],
    ['with an error of REST', 'query Idle { organization(id: "none") { title } }'],
    ['of more than 100 characters', `query ${'n'.repeat(101)} ${query}`],
  ])('are "other" for an operation %s', async (_, text) => {
    const { send, read } = await start();
    await send({ query: text });
    expect([...(await read()).keys()].filter((key) => /Idle|nnn/.test(key))).toEqual([]);
    expect(sumOf(await read(), count, nameOf('other'))).toBe(1);
  });

  it('are one for unknown HTTP methods', async () => {
    const { url, read } = await start();
    for (const method of ['PROPFIND', 'PURGE']) await fetch(`${url}/graphql`, { method });
    const counted = await read();
    expect(sumOf(counted, 'http_server_request_duration_seconds_count', 'http_request_method="_OTHER"')).toBe(2);
  });
});

describe('metrics of rejected requests', () => {
  it('count the reason', async () => {
    const { send, url, read } = await start({ RATE_LIMIT_REQUESTS: '1', MAX_BODY_BYTES: '1024' });
    await send({ query });
    await send({ query });
    await send('{');
    await send({ query: 'x'.repeat(2000) });
    await fetch(`${url}/nothing`);
    const samples = await read();
    const reasons = ['RATE_LIMIT_REQUESTS', 'BODY_TOO_LARGE', 'NOT_FOUND'];
    for (const reason of reasons) expect(sumOf(samples, 'docgraph_rejections_total', `reason="${reason}"`)).toBe(1);
    expect(sumOf(samples, 'docgraph_rejections_total')).toBe(4);
    expect(sumOf(samples, 'http_server_request_duration_seconds_count', 'http_response_status_code="429"')).toBe(1);
    // What is not for GraphQL has no duration.
    expect(sumOf(samples, 'http_server_request_duration_seconds_count')).toBe(4);
  });
});

describe('metrics of the process', () => {
  it('tell the state of the circuit, of the event loop and of memory', async () => {
    const { send, read, upstream } = await start({ CIRCUIT_BREAKER: '1', UPSTREAM_RETRIES: '0' });
    upstream.reply(cut);
    await send({ query });
    await expect.poll(async () => sumOf(await read(), 'docgraph_circuit_open')).toBe(1);
    const samples = await read();
    expect(sumOf(samples, 'docgraph_circuit_opened_total')).toBe(1);
    expect(sumOf(samples, 'nodejs_eventloop_time_seconds_total', 'nodejs_eventloop_state="active"')).toBeGreaterThan(0);
    expect(sumOf(samples, 'process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(sumOf(samples, 'docgraph_upstream_connections_max', 'pool="reads"')).toBe(96);
    expect(sumOf(samples, 'docgraph_client_connections')).toBeGreaterThan(0);
  });
});
