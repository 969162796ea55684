import type { ReceivedSpan } from '../services/otlp-messages.ts';
import type { Line, Signals } from './observe.ts';

type Counts = Record<string, number>;

/** What one request counts, as its log line and its spans tell it. `path`: the one that its operation took. */
export function expectedCounts({ line, span, calls }: Signals, path: 'fast' | 'full'): Counts {
  const counts: Counts = {};
  if (line.msg === 'request rejected') add(counts, `docgraph_rejections_total{reason="${line.reason}"}`);
  if (span === undefined) return counts;
  add(counts, `docgraph_requests_total{outcome="${line.outcome}"}`);
  const labels = `http_request_method="${span.attributes['http.request.method']}",http_response_status_code="${line.status}"`;
  add(counts, `http_server_request_duration_seconds_count{${labels},http_route="/graphql"}`);
  for (const code of line.errors ?? []) add(counts, `docgraph_errors_total{code="${code}"}`);
  if (typeof line.kind === 'string') addOperation(counts, line, span, path);
  for (const call of calls) addCall(counts, call);
  return counts;
}

function addOperation(counts: Counts, line: Line, { attributes }: ReceivedSpan, path: 'fast' | 'full'): void {
  const { operation, kind, calls = 0, planned = calls, cached = 0, retries = 0 } = line;
  const labels = `graphql_operation_name="${operation ?? ''}",graphql_operation_type="${kind}"`;
  add(counts, `docgraph_operation_duration_seconds_count{${labels}}`);
  // What is rejected for its plan is not executed.
  if (calls === 0 && line.errors?.includes('OPERATION_TOO_EXPENSIVE')) return;
  add(counts, `docgraph_operations_total{path="${path}"}`);
  add(counts, `docgraph_operation_cache_${attributes['docgraph.operation.cached'] === true ? 'hits' : 'misses'}_total`);
  if (line.shared === true) add(counts, 'docgraph_operations_coalesced_total');
  add(counts, 'docgraph_rest_calls_planned_total', Number(planned));
  add(counts, 'docgraph_rest_calls_made_total', calls);
  add(counts, 'docgraph_rest_calls_cached_total', Number(cached));
  add(counts, 'docgraph_rest_calls_retried_total', Number(retries));
}

function addCall(counts: Counts, { name, attributes }: ReceivedSpan): void {
  if (attributes['docgraph.call.batched'] === true) add(counts, 'docgraph_rest_calls_batched_total');
  if (attributes['docgraph.call.shared'] === true) add(counts, 'docgraph_rest_calls_shared_total');
  else if (attributes['docgraph.call.cached'] !== true) {
    const [method] = name.split(' ');
    add(counts, callCount(`${method} ${attributes['docgraph.rest.operation']} ${statusOf(attributes)}`));
  }
}

/** The count of calls such as `GET organizations.get 200`. */
export function callCount(call: string): string {
  const [method, operation, status] = call.split(' ');
  const labels = `http_request_method="${method}",http_response_status_code="${status}"`;
  return `http_client_request_duration_seconds_count{${labels},docgraph_rest_operation="${operation}"}`;
}

/** The status of a call, as metrics have it. */
export function statusOf(attributes: ReceivedSpan['attributes']): string {
  if (attributes['docgraph.call.cancelled'] === true) return 'cancelled';
  return String(attributes['http.response.status_code'] ?? 'none');
}

/** Adds to a count. */
export function add(counts: Counts, name: string, more = 1): void {
  if (more > 0) counts[name] = (counts[name] ?? 0) + more;
}
