import { describe, expect, it } from 'vitest';
import { type Outcome, outcomes } from '../../../src/server/observation/outcome.ts';
import { embeddedGateways, query } from '../../support/gateways/embedded-gateway.ts';
import { readMetrics, sumOf } from '../../support/services/metrics.ts';
import type { ReceivedSpan } from '../../support/services/otlp-messages.ts';
import { startOtlpReceiver } from '../../support/services/otlp-receiver.ts';
import { byPath, cut, json, never, type Reply } from '../../support/upstreams/fault-upstream.ts';

const create = embeddedGateways();

interface Row {
  name: string;
  outcome: Outcome;
  status: number;
  body: unknown;
  reply?: Reply;
  settings?: Record<string, string>;
  /** Whether the client disconnects as soon as the REST service has the call. */
  cancels?: true;
}

const acme = json({ object: 'organization', id: 'a', title: 'Acme' });
const write = { query: 'mutation { deleteSpace(input: { id: "s" }) { clientMutationId } }' };
const of = (text: string) => ({ query: text });

const rows: Row[] = [
  { name: 'a result without errors', outcome: 'ok', status: 200, body: of(query) },
  {
    name: 'data of which the service owes a part',
    outcome: 'partial',
    status: 200,
    body: of('{ a: organization(id: "a") { title } b: organization(id: "b") { title } }'),
    reply: byPath({ '/v1/orgs/a': acme, '/v1/orgs/b': json({}, 500) }),
  },
  { name: 'a service that fails', outcome: 'service_fault', status: 200, body: of(query), reply: cut },
  {
    name: 'a record that does not exist',
    outcome: 'client_fault',
    status: 200,
    body: of('{ organization(id: "x") { title } }'),
  },
  { name: 'an invalid document', outcome: 'client_fault', status: 200, body: of('{ nothing }') },
  { name: 'a body that is not JSON', outcome: 'client_fault', status: 400, body: '{' },
  { name: 'a body that is too large', outcome: 'refused', status: 413, body: 'x'.repeat(5000) },
  {
    name: 'a document beyond a limit',
    outcome: 'refused',
    status: 200,
    body: of('{ a: __typename b: __typename c: __typename }'),
    settings: { MAX_ALIASES: '2' },
  },
  {
    name: 'a rate limit of the service',
    outcome: 'refused',
    status: 200,
    body: of(query),
    reply: json({}, 429),
  },
  {
    name: 'a resolver that throws',
    outcome: 'gateway_fault',
    status: 200,
    body: of('{ broken organization(id: "a") { title } }'),
  },
  { name: 'a write without a response', outcome: 'unknown_write', status: 200, body: write, reply: cut },
  { name: 'a client that goes away', outcome: 'cancelled', status: 499, body: of(query), reply: never, cancels: true },
  {
    name: 'a client that does not wait for its write',
    outcome: 'unknown_write',
    status: 499,
    body: write,
    reply: never,
    cancels: true,
  },
];

/** Sends the request of a row, and returns its log line, the outcomes that were counted, and its spans. */
async function observe({ body, reply, settings = {}, cancels }: Row, environment: Record<string, string>) {
  const receiver = await startOtlpReceiver();
  const broken = () => {
    throw new Error('broken');
  };
  const { gateway, upstream, log } = await create(
    { typeDefs: 'extend type Query { broken: Int }', resolvers: { Query: { broken } } },
    {
      METRICS: 'true',
      MAX_BODY_BYTES: '4096',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: '10',
      UPSTREAM_RETRIES: '0',
      UPSTREAM_TIMEOUT: '500',
      ...environment,
      ...settings,
    },
  );
  const url = await gateway.listen();
  const client = new AbortController();
  if (reply !== undefined) {
    upstream.reply((response, request) => {
      if (cancels) client.abort();
      reply(response, request);
    });
  }
  const sent = fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal: client.signal,
  });
  if (cancels) await expect(sent).rejects.toThrow();
  else await (await sent).text();
  const isLine = ({ msg }: { msg: string }) => msg === 'operation' || msg === 'request rejected';
  const lines = () => log.map((line) => JSON.parse(line)).filter(isLine);
  await expect.poll(lines).toHaveLength(1);
  const samples = await readMetrics(`${url}/metrics`);
  const counted = outcomes.map((outcome) => [outcome, samples.get(`docgraph_requests_total{outcome="${outcome}"}`)]);
  const [, ...calls] = await receiver.received(1 + sumOf(samples, 'http_client_request_duration_seconds_count'));
  expect(calls).toHaveLength(sumOf(samples, 'http_client_request_duration_seconds_count'));
  const spans = receiver.spans();
  await receiver.close();
  return { line: lines()[0], counted: Object.fromEntries(counted), samples, spans };
}

const requestSpan = (spans: readonly ReceivedSpan[]) => spans.find(({ kind }) => kind === 2);

describe.each(['compiled', 'graphql-js'])('the outcome (%s)', (EXECUTOR) => {
  it.each(rows)('of $name is $outcome, in the log, in metrics and in traces', async (row) => {
    const { line, counted, spans } = await observe(row, { EXECUTOR });
    const { outcome, status } = row;
    expect(line).toMatchObject({ outcome, status });
    expect(counted).toEqual({ ...Object.fromEntries(outcomes.map((one) => [one, 0])), [outcome]: 1 });
    const isError = ['partial', 'service_fault', 'gateway_fault', 'unknown_write'].includes(outcome);
    expect(requestSpan(spans)).toMatchObject({
      status: isError ? 2 : 0,
      attributes: { 'docgraph.outcome': outcome, 'http.response.status_code': status },
    });
  });

  it('of a client that goes away is no failure of the service', async () => {
    const [row] = rows.filter(({ cancels }) => cancels);
    const { line, samples, spans } = await observe(row as Row, { EXECUTOR });
    expect(line.errors).not.toContain('UPSTREAM_UNAVAILABLE');
    const calls = 'http_client_request_duration_seconds_count';
    expect(sumOf(samples, calls, 'http_response_status_code="cancelled"')).toBe(1);
    expect(sumOf(samples, calls)).toBe(1);
    const [call] = spans.filter(({ kind }) => kind === 3);
    expect(call).toMatchObject({ status: 0, attributes: { 'docgraph.call.cancelled': true } });
    expect(call?.attributes).not.toHaveProperty('error.type');
  });
});

describe('metrics', () => {
  it('have each outcome and each code of an error before the first request', async () => {
    const { gateway } = await create({}, { METRICS: 'true' });
    const samples = await readMetrics(`${await gateway.listen()}/metrics`);
    for (const outcome of outcomes) expect(samples.get(`docgraph_requests_total{outcome="${outcome}"}`)).toBe(0);
    expect(samples.get('docgraph_errors_total{code="CANCELLED"}')).toBe(0);
    expect(samples.get('docgraph_errors_total{code="UPSTREAM_ERROR"}')).toBe(0);
  });

  it('count the HTTP request of a client that goes away with status 499', async () => {
    const [row] = rows.filter(({ cancels }) => cancels);
    const { samples } = await observe(row as Row, {});
    const status = 'http_response_status_code="499"';
    expect(sumOf(samples, 'http_server_request_duration_seconds_count', status)).toBe(1);
  });
});
