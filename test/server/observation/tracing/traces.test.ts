import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { spaces } from '../../../../src/resources/spaces/contract.ts';
import { packageVersion } from '../../../../src/server/runtime/package-root.ts';
import { startTracedGateway, type TracedGateway } from '../../../support/gateways/traced-gateway.ts';
import type { ReceivedSpan } from '../../../support/services/otlp-messages.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../../../support/services/otlp-receiver.ts';
import {
  byPath,
  cut,
  type FaultUpstream,
  inTurn,
  json,
  startFaultUpstream,
} from '../../../support/upstreams/fault-upstream.ts';

const query = 'query Space($id: ID!) { space(id: $id) { title } }';
const kinds = { internal: 1, server: 2, client: 3 };
const space = json({ object: 'space', id: 's', title: 'Guides' });

describe('traces', () => {
  let upstream: FaultUpstream;
  let receiver: OtlpReceiver;
  let gateway: TracedGateway;

  beforeAll(async () => {
    upstream = await startFaultUpstream();
    receiver = await startOtlpReceiver();
    gateway = await startTracedGateway(upstream.url, receiver, {
      OTEL_SERVICE_NAME: 'docs',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%20bed',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20otlp-secret',
      FORWARD_HEADERS: 'traceparent,tracestate',
      MAX_PLANNED_CALLS: '100',
    });
  });

  afterAll(async () => {
    for (const service of [gateway, receiver, upstream]) await service.close();
  });

  it('have a span for the request, one for the plan, and one for each REST call', async () => {
    upstream.reply(byPath({ '/v1/spaces/s': space }));
    const { spans, requestId } = await gateway.traced(
      { query, variables: { id: 's' } },
      { 'apollographql-client-name': 'web', 'apollographql-client-version': '1.2' },
      3,
    );
    const [request, plan, call] = [kinds.server, kinds.internal, kinds.client].map(
      (kind) => spans.find((span) => span.kind === kind) as ReceivedSpan,
    ) as [ReceivedSpan, ReceivedSpan, ReceivedSpan];
    expect(request).toMatchObject({ name: 'query Space', parentId: '', status: 0, events: [], flags: 0x101 });
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 200,
      'http.route': '/graphql',
      'docgraph.outcome': 'ok',
      'docgraph.request.id': requestId,
      'docgraph.client.name': 'web',
      'docgraph.client.version': '1.2',
      'graphql.operation.type': 'query',
      'graphql.operation.name': 'Space',
      'docgraph.operation.hash': expect.stringMatching(/^[\da-f]{64}$/),
      'docgraph.calls': 1,
      'docgraph.calls.planned': 1,
    });
    expect(plan).toMatchObject({ name: 'plan', parentId: request.spanId, attributes: { 'docgraph.calls.planned': 1 } });
    expect(call).toMatchObject({ name: `GET ${spaces.get.path}`, parentId: request.spanId, status: 0, flags: 0x101 });
    expect(call.attributes).toEqual({
      'http.request.method': 'GET',
      'url.template': spaces.get.path,
      'docgraph.rest.operation': spaces.get.id,
      'server.address': '127.0.0.1',
      'server.port': Number(new URL(upstream.url).port),
      'http.response.status_code': 200,
    });
    for (const span of [plan, call]) {
      expect(span.startedAt).toBeGreaterThanOrEqual(request.startedAt);
      expect(span.endedAt).toBeGreaterThanOrEqual(span.startedAt);
      expect(span.endedAt).toBeLessThanOrEqual(request.endedAt);
    }
    expect(Math.abs(Number(request.endedAt / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  });

  it('name the service, and send the headers of the settings', () => {
    const [batch] = receiver.batches;
    expect(batch?.resource).toMatchObject({
      ...{ 'service.name': 'docs', 'deployment.environment.name': 'test bed' },
      ...{ 'telemetry.sdk.name': 'docgraph', 'telemetry.sdk.version': packageVersion() },
    });
    expect(batch?.scope).toEqual({ name: 'docgraph', version: expect.stringMatching(/^\d/) });
    expect(receiver.requests[0]).toMatchObject({
      path: '/v1/traces',
      headers: { 'content-type': 'application/x-protobuf', authorization: 'Bearer otlp-secret' },
    });
  });

  it('continue the trace of the request, and continue in the REST service', async () => {
    upstream.reply(byPath({ '/v1/spaces/s': space }));
    const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
    const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01`, tracestate: 'vendor=1,other=2' };
    const { spans } = await gateway.traced({ query, variables: { id: 's' } }, headers, 3);
    const request = spans.find(({ kind }) => kind === kinds.server);
    const call = spans.find(({ kind }) => kind === kinds.client);
    expect(request).toMatchObject({ traceId: parent.traceId, parentId: parent.spanId, flags: 0x301 });
    expect(spans.map(({ traceId, state }) => ({ traceId, state }))).toEqual(
      spans.map(() => ({ traceId: parent.traceId, state: headers.tracestate })),
    );
    expect(upstream.arrived[0]?.headers).toMatchObject({
      traceparent: `00-${parent.traceId}-${call?.spanId}-01`,
      tracestate: headers.tracestate,
    });
  });

  it.each([
    ['has too few digits', '00-0af7651916cd43dd8448eb211c8031-b7ad6b7169203331-01'],
    ['has an id of zeros', '00-00000000000000000000000000000000-b7ad6b7169203331-01'],
    ['has a span of zeros', '00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01'],
    ['has capitals', '00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01'],
    ['has the version ff', 'ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
    ['has more than its version allows', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x'],
    ['is no traceparent', 'x'.repeat(1000)],
  ])('ignore a traceparent that %s', async (_, traceparent) => {
    upstream.reply(byPath({ '/v1/spaces/s': space }));
    const { spans } = await gateway.traced({ query, variables: { id: 's' } }, { traceparent, tracestate: 'a=1' }, 3);
    const request = spans.find(({ kind }) => kind === kinds.server);
    expect(request).toMatchObject({ parentId: '', state: '' });
    expect(upstream.arrived[0]?.headers.traceparent).toContain(request?.traceId);
    expect(upstream.arrived[0]?.headers).not.toHaveProperty('tracestate');
  });

  it('are not exported where the parent is not sampled, which the REST service learns', async () => {
    upstream.reply(byPath({ '/v1/spaces/s': space }));
    const traceId = 'aaf7651916cd43dd8448eb211c80319c';
    await gateway.send({ query, variables: { id: 's' } }, { traceparent: `00-${traceId}-b7ad6b7169203331-00` });
    expect(upstream.arrived[0]?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[\\da-f]{16}-00$`));
    await gateway.traced({ query, variables: { id: 's' } }, {}, 3);
    expect(receiver.spans().filter((span) => span.traceId === traceId)).toEqual([]);
  });

  it('tell of a call that is sent again, with an event for each time', async () => {
    upstream.reply(inTurn(json({}, 503), cut, space));
    const { spans } = await gateway.traced({ query, variables: { id: 's' } }, {}, 3);
    const call = spans.find(({ kind }) => kind === kinds.client);
    expect(call).toMatchObject({ status: 0, attributes: { 'http.request.resend_count': 2 } });
    const delay = expect.any(Number);
    expect(call?.events).toEqual([
      {
        name: 'retry',
        at: expect.anything(),
        attributes: { 'http.response.status_code': 503, 'docgraph.retry.delay_ms': delay },
      },
      {
        name: 'retry',
        at: expect.anything(),
        attributes: { 'error.type': 'closed', 'docgraph.retry.delay_ms': delay },
      },
    ]);
  });

  it('mark failed calls, and requests that failed through no fault of the client', async () => {
    upstream.reply(json({ message: 'No.' }, 500));
    const failed = await gateway.traced({ query, variables: { id: 's' } }, {}, 3);
    expect(failed.spans.find(({ kind }) => kind === kinds.client)).toMatchObject({
      status: 2,
      attributes: { 'http.response.status_code': 500, 'error.type': '500' },
    });
    expect(failed.spans.find(({ kind }) => kind === kinds.server)).toMatchObject({
      status: 2,
      attributes: { 'http.response.status_code': 200, 'error.type': 'UPSTREAM_ERROR' },
    });
    upstream.reply(json({ message: 'No.' }, 404));
    const missing = await gateway.traced({ query, variables: { id: 's' } }, {}, 3);
    expect(missing.spans.find(({ kind }) => kind === kinds.client)).toMatchObject({ status: 2 });
    expect(missing.spans.find(({ kind }) => kind === kinds.server)).toMatchObject({ status: 0 });
  });

  it('have a span for a request that is rejected', async () => {
    const { spans } = await gateway.traced('{', {}, 1);
    expect(spans).toEqual([
      expect.objectContaining({
        name: 'POST',
        kind: kinds.server,
        status: 0,
        attributes: expect.objectContaining({ 'http.route': '/graphql', 'error.type': 'MALFORMED_JSON' }),
      }),
    ]);
  });

  it('hold no variable, token, document, or address with an id', async () => {
    upstream.reply(byPath({ '/v1/spaces/secret-space': space }));
    const document = '{ space(id: "secret-space") { title } }';
    const { spans } = await gateway.traced({ query: document }, { authorization: 'Bearer secret-token' }, 3);
    expect(spans).toHaveLength(3);
    const bytes = Buffer.concat(receiver.requests.map((request) => request.bytes)).toString('latin1');
    for (const secret of ['secret-space', 'secret-token', 'title }', 'otlp-secret'])
      expect(bytes).not.toContain(secret);
  });

  it('mark the call that shares the response of another request', async () => {
    upstream.reply((response, request) => void setTimeout(() => space(response, request), 1000));
    const documents = ['a', 'b'].map((name) => ({ query: `query Space { ${name}: space(id: "s") { title } }` }));
    const traces = await Promise.all(documents.map((document) => gateway.traced(document, {}, 3)));
    const calls = traces.map(({ spans }) => spans.find(({ kind }) => kind === kinds.client));
    expect(calls.map((call) => call?.attributes['docgraph.call.shared'] ?? false).sort()).toEqual([false, true]);
    const sent = calls.find((call) => call?.attributes['docgraph.call.shared'] === undefined);
    expect(upstream.arrived).toHaveLength(1);
    expect(upstream.arrived[0]?.headers.traceparent).toBe(`00-${sent?.traceId}-${sent?.spanId}-01`);
  });
});
