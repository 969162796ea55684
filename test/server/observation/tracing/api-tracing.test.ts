import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import {
  CompositePropagator,
  hrTimeToMilliseconds,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { spaces } from '../../../../src/resources/spaces/contract.ts';
import { embeddedGateways } from '../../../support/gateways/embedded-gateway.ts';
import { readMetrics, sumOf } from '../../../support/services/metrics.ts';
import { cut, inTurn, json } from '../../../support/upstreams/fault-upstream.ts';

describe('the tracer provider of an application', () => {
  const exporter = new InMemorySpanExporter();
  const start = embeddedGateways();

  beforeAll(() => {
    trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }));
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });

  // Other test files share the API's global state.
  afterAll(() => {
    for (const api of [trace, propagation, context]) api.disable();
  });

  const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
  const headers = { traceparent: `00-${parent.traceId}-${parent.spanId}-01` };

  it('gets the spans, and its propagator sends the context on', async () => {
    const { gateway, upstream } = await start({}, { MAX_PLANNED_CALLS: '10' });
    exporter.reset();
    await gateway.execute({ query: 'query Space { space(id: "s") { title } }', headers });
    const spans = exporter.getFinishedSpans();
    const [request, call] = [SpanKind.SERVER, SpanKind.CLIENT].map((kind) => spans.find((span) => span.kind === kind));
    expect(spans.map(({ name }) => name).sort()).toEqual([`GET ${spaces.get.path}`, 'plan', 'query Space']);
    expect(request?.parentSpanContext).toMatchObject({ ...parent, isRemote: true });
    expect(request?.attributes).toMatchObject({ 'graphql.operation.name': 'Space', 'docgraph.calls': 1 });
    expect(call?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(call?.attributes).toMatchObject({
      'docgraph.rest.operation': spaces.get.id,
      'http.response.status_code': 200,
    });
    expect(upstream.arrived[0]?.headers.traceparent).toBe(`00-${parent.traceId}-${call?.spanContext().spanId}-01`);
  });

  it('gets times of the wall clock, also where that was set', async () => {
    const { gateway } = await start();
    exporter.reset();
    const anHourMs = 3_600_000;
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + anHourMs);
    onTestFinished(() => void vi.restoreAllMocks());
    const before = Date.now();
    await gateway.execute({ query: '{ space(id: "s") { title } }' });
    const spans = exporter.getFinishedSpans();
    expect(spans).toHaveLength(2);
    for (const { startTime, endTime } of spans) {
      expect(hrTimeToMilliseconds(startTime)).toBeGreaterThan(before - 1000);
      expect(hrTimeToMilliseconds(endTime)).toBeGreaterThan(before - 1000);
    }
  });

  it('sends baggage on, and requests that differ in it share no call', async () => {
    propagation.disable();
    const propagators = [new W3CTraceContextPropagator(), new W3CBaggagePropagator()];
    propagation.setGlobalPropagator(new CompositePropagator({ propagators }));
    const { gateway, upstream } = await start();
    const send = (user: string) =>
      gateway.execute({ query: '{ space(id: "s") { title } }', headers: { ...headers, baggage: `user=${user}` } });
    await Promise.all(['ann', 'ben', 'ann'].map(send));
    expect(upstream.arrived.map((call) => call.headers.baggage).sort()).toEqual(['user=ann', 'user=ben']);
    expect(upstream.arrived.map((call) => call.headers.traceparent)).toEqual([
      expect.stringMatching(`^00-${parent.traceId}-`),
      expect.stringMatching(`^00-${parent.traceId}-`),
    ]);
    propagation.disable();
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  });

  it('gets retries as events, and errors', async () => {
    const { gateway, upstream } = await start();
    exporter.reset();
    upstream.reply(inTurn(cut, json({}, 500)));
    await gateway.execute({ query: '{ space(id: "s") { title } }' });
    const call = exporter.getFinishedSpans().find(({ kind }) => kind === SpanKind.CLIENT);
    expect(call).toMatchObject({
      status: { code: 2 },
      attributes: { 'error.type': '500', 'http.request.resend_count': 1 },
    });
    expect(call?.events).toEqual([
      expect.objectContaining({ name: 'retry', attributes: { 'error.type': 'closed', 'docgraph.retry.delay_ms': 0 } }),
    ]);
  });

  it('gets no span of preflights and requests for the SDL', async () => {
    let started = 0;
    trace.disable();
    const counting = {
      onStart: () => void started++,
      onEnd() {},
      forceFlush: async () => {},
      shutdown: async () => {},
    };
    trace.setGlobalTracerProvider(
      new BasicTracerProvider({ spanProcessors: [counting, new SimpleSpanProcessor(exporter)] }),
    );
    const { gateway } = await start({}, { CORS_ORIGINS: 'https://app.example', METRICS: 'true' });
    const url = await gateway.listen();
    exporter.reset();
    const preflight = (origin: string) =>
      fetch(`${url}/graphql`, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } });
    const responses = [
      await preflight('https://app.example'),
      await preflight('https://other.example'),
      await fetch(`${url}/schema.graphql`),
      await fetch(`${url}/schema.graphql`, { method: 'POST' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([204, 403, 200, 405]);
    expect([started, exporter.getFinishedSpans()]).toEqual([0, []]);
    const samples = await readMetrics(`${url}/metrics`);
    expect(sumOf(samples, 'docgraph_requests_total')).toBe(0);
    expect(sumOf(samples, 'docgraph_rejections_total')).toBe(2);
    // Those for GraphQL have one.
    await gateway.execute({ query: '{ __typename }' });
    expect([started, exporter.getFinishedSpans().length]).toEqual([1, 1]);
  });

  it('gets the span of a rejected request, and its trace id is in the log', async () => {
    const { gateway, log } = await start();
    exporter.reset();
    await gateway.fetch(new Request('http://gateway/graphql', { method: 'PUT', headers }));
    expect(exporter.getFinishedSpans()).toEqual([
      expect.objectContaining({
        name: 'PUT',
        attributes: expect.objectContaining({ 'http.response.status_code': 405, 'http.route': '/graphql' }),
      }),
    ]);
    expect(JSON.parse(log.at(-1) ?? '')).toMatchObject({ msg: 'request rejected', traceId: parent.traceId });
  });
});
