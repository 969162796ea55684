/** Headers that identify one request, and not who sends it: W3C Trace Context, and what tracing systems use beside it. */
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

/** Whether a header is for tracing alone: forwarding it must not keep identical requests from sharing calls. */
export function isTracingHeader(name: string): boolean {
  return names.has(name) || name.startsWith('x-b3-');
}
