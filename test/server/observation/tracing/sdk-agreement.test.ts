import {
  createTraceState,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type TraceState,
  trace,
} from '@opentelemetry/api';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import { Batch, batchFrame } from '../../../../src/server/observation/tracing/batch.ts';
import { AttributeKey, type AttributeValue } from '../../../../src/server/observation/tracing/otlp-attributes.ts';
import { createSampler } from '../../../../src/server/observation/tracing/sampler.ts';
import { encodeFields, encodeKind, SpanEncoder } from '../../../../src/server/observation/tracing/span-encoder.ts';
import { SpanPlace } from '../../../../src/server/observation/tracing/span-place.ts';
import { decodeTraces, type ReceivedSpan } from '../../../support/services/otlp-messages.ts';

interface Sample {
  name: string;
  kind: SpanKind;
  startedAt: number;
  endedAt: number;
  attributes: Record<string, AttributeValue>;
  events: { name: string; at: number; attributes: Record<string, AttributeValue> }[];
  isError: boolean;
  state: string;
}

const parent = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };

/** The span as OpenTelemetry's SDK exports it. */
function ofSdk({ name, kind, startedAt, endedAt, attributes, events, isError, state }: Sample): ReceivedSpan {
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new SimpleSpanProcessor(exporter)],
  });
  const spanContext = { ...parent, traceFlags: TraceFlags.SAMPLED, isRemote: true, traceState: stateOf(state) };
  const context = trace.setSpanContext(ROOT_CONTEXT, spanContext);
  const hr = (at: number): [number, number] => [Math.floor(at / 1e6), (at % 1e6) * 1000];
  const span = provider.getTracer('test').startSpan(name, { kind, startTime: hr(startedAt), attributes }, context);
  for (const event of events) span.addEvent(event.name, event.attributes, hr(event.at));
  if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(hr(endedAt));
  return onlySpan(ProtobufTraceSerializer.serializeRequest(exporter.getFinishedSpans()));
}

/** The SDK's own class drops members of more than 256 characters. */
function stateOf(state: string): TraceState {
  return { ...createTraceState(), serialize: () => state };
}

/** The same span, as the gateway exports it. */
function ofGateway(sample: Sample, spanId: string): ReceivedSpan {
  const batch = new Batch(batchFrame({}, { name: 'test', version: '1' }));
  const place = new SpanPlace();
  const { traceId, spanId: parentId } = parent;
  place.enter({ traceId, state: sample.state, spanPrefix: spanId.slice(0, 10) });
  place.setBelowRemote(parentId);
  const encoder = new SpanEncoder(batch, { microseconds: (time) => time });
  encoder.begin(place, Number.parseInt(spanId.slice(10), 16), sample);
  // The API counts kinds from 0, OTLP from 1.
  encoder.fields(encodeFields(sample.name, [], encodeKind(sample.kind + 1, true)));
  for (const [name, value] of Object.entries(sample.attributes)) encoder.attribute(new AttributeKey(name), value);
  for (const { name, at, attributes } of sample.events) {
    const pairs = Object.entries(attributes).map(([key, value]) => [new AttributeKey(key), value] as const);
    encoder.event(name, at, pairs);
  }
  encoder.end(sample.isError);
  return onlySpan(batch.complete());
}

function onlySpan(bytes: Uint8Array | undefined): ReceivedSpan {
  const spans = decodeTraces(bytes ?? new Uint8Array()).flatMap((batch) => batch.spans);
  expect(spans).toHaveLength(1);
  return spans[0] as ReceivedSpan;
}

const plain: Sample = {
  name: 'query Space',
  kind: SpanKind.SERVER,
  startedAt: 1_795_331_467_123_456,
  endedAt: 1_795_331_467_223_457,
  attributes: {},
  events: [],
  isError: false,
  state: '',
};

describe('a span', () => {
  it.each<[string, Partial<Sample>]>([
    ['without attributes', {}],
    ['with an error', { isError: true, kind: SpanKind.CLIENT }],
    ['with a state', { state: 'vendor=value,other=1' }],
    ['with the longest state', { state: `vendor=${'x'.repeat(505)}` }],
    ['of no duration', { endedAt: plain.startedAt }],
    ['at the epoch', { startedAt: 0, endedAt: 1 }],
    ['with letters of all kinds', { name: 'запрос 要求 🚀', attributes: { ключ: 'значение 🚀' } }],
    [
      'with attributes of all kinds',
      {
        attributes: { text: 'x', empty: '', zero: 0, small: 127, large: 128, huge: 2 ** 40 + 1, yes: true, no: false },
      },
    ],
    [
      'with events',
      {
        events: [
          { name: 'retry', at: plain.startedAt + 5, attributes: { status: 503, delay: 0 } },
          { name: 'end', at: plain.endedAt, attributes: {} },
        ],
      },
    ],
  ])('%s is the same as that of the SDK', (_, changes) => {
    const sample = { ...plain, ...changes };
    const expected = ofSdk(sample);
    expect(ofGateway(sample, expected.spanId)).toEqual(expected);
  });
});

describe('the sampler by ratio', () => {
  it.each([0, 0.1, 0.5, 1])('chooses the same traces as the SDK for %d', (ratio) => {
    const [ours, theirs] = [createSampler('traceidratio', ratio), new TraceIdRatioBasedSampler(ratio)];
    for (let i = 0; i < 500; i++) {
      const traceId = Array.from({ length: 4 }, (_, j) =>
        ((i + 1) * 0x9e3779b1 * (j + 7)).toString(16).slice(-8).padStart(8, '0'),
      ).join('');
      const { decision } = theirs.shouldSample(ROOT_CONTEXT, traceId);
      expect(ours(traceId, undefined), traceId).toBe(decision === 2);
    }
  });

  it.each([
    ['parentbased_always_on', true, true],
    ['parentbased_always_on', false, false],
    ['parentbased_always_off', true, true],
    ['always_off', true, false],
    ['always_on', false, true],
  ] as const)('%s with a parent that is sampled: %s', (name, isSampled, expected) => {
    expect(createSampler(name, 1)(parent.traceId, { ...parent, isSampled, state: '' })).toBe(expected);
  });
});
