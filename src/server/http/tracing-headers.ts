/** Headers of tracing systems. They hold no credential: where the service quotes one, it is not redacted. */
const names: ReadonlySet<string> = new Set([
  'traceparent',
  'tracestate',
  'baggage',
  'b3',
  'sentry-trace',
  'uber-trace-id',
  'request-id',
  'correlation-id',
  'x-request-id',
  'x-correlation-id',
  'x-trace-id',
  'x-amzn-trace-id',
  'x-amzn-requestid',
  'x-cloud-trace-context',
  'x-client-request-id',
  'x-vercel-id',
  'x-datadog-trace-id',
  'x-datadog-parent-id',
  'x-datadog-sampling-priority',
  'cf-ray',
  'fly-request-id',
]);

/** Whether a header belongs to a tracing system. */
export function isTracingHeader(name: string): boolean {
  return names.has(name) || name.startsWith('x-b3-');
}

/** Headers whose values may identify nobody. They are then no part of a client's identity. */
export const headersThatIdentifyNobody: readonly string[] = ['traceparent', 'tracestate', 'x-request-id'];

const wellFormedTraceparent = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/;

/**
 * Whether the value of a header can say nothing of who sends the request, so that requests that differ in it may share calls: the
 * ids of W3C Trace Context (https://www.w3.org/TR/trace-context/), and those of requests. Any other header may, `baggage` and the
 * ids of other tracing systems included: a service may read a user's values there.
 */
export function identifiesNobody(name: string, value: string): boolean {
  if (!headersThatIdentifyNobody.includes(name)) return false;
  return name !== 'traceparent' || wellFormedTraceparent.test(value);
}
