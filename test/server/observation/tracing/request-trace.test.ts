import { expect, test } from 'vitest';
import { RequestTrace } from '../../../../src/server/observation/tracing/request-trace.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const prefix = 'b7ad6b7169';

function newTrace(isSampled: boolean): RequestTrace {
  return new RequestTrace(traceId, prefix, undefined, isSampled);
}

function expected(span: number): string {
  return `00-${traceId}-${prefix}${span.toString(16).padStart(6, '0')}-01`;
}

test('the traceparent of a call names its span, in whatever order calls are sent', () => {
  const trace = newTrace(true);
  const ascending = Array.from({ length: 5000 }, (_, i) => i + 1);
  const scattered = ascending.map((i) => (i * 7919) % 0x1_00_00_00);
  const spans = [...ascending, ...scattered, 0xff_ff_ff, 0xff_ff_f8, 0xff_ff_f7, 0];
  expect(spans.map((span) => trace.traceparentOf(span))).toEqual(spans.map(expected));
});

test('requests that are sent in turns keep their own headers', () => {
  const one = newTrace(true);
  const other = new RequestTrace(traceId.replace('0', 'f'), prefix, undefined, true);
  const kept = one.traceparentOf(2);
  expect(other.traceparentOf(2)).toBe(`00-${traceId.replace('0', 'f')}-${prefix}000002-01`);
  expect(one.traceparentOf(3)).toBe(expected(3));
  expect(kept).toBe(expected(2));
});

test('the traceparent of a request that is not sampled names its own span', () => {
  expect(newTrace(false).unsampledTraceparent).toBe(`00-${traceId}-${prefix}000001-00`);
});
