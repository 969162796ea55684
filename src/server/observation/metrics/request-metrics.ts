import type { Endpoint, ObservedCall } from '../../../engine/engine.ts';
import { codeOf } from '../../request/error-code.ts';
import { methodOf } from '../known-methods.ts';
import type { EndedRequest, Observer, Rejection } from '../observer.ts';
import { outcomes } from '../outcome.ts';
import { errorCodes, isCancelledCall, isRefusedCall } from '../request-outcome.ts';
import { counter, histogram, type MetricFamily } from './family.ts';
import { OperationNames } from './operation-names.ts';
import { HistogramTable, LabelledCounter } from './series.ts';

/** Codes of errors and reasons of rejections are constants, but plugins and resolvers of an embedder may add theirs. */
const maxCodes = 100;

/** What the requests so far come to. An event costs some additions: samples are made when metrics are read. */
export class RequestMetrics implements Observer {
  readonly observesCalls = true;
  readonly #route: string;
  readonly #names: OperationNames;
  readonly #requests = new HistogramTable<string, number>();
  readonly #operations = new HistogramTable<string, string>();
  readonly #calls = new HistogramTable<Endpoint, number | string>();
  readonly #outcomes = new LabelledCounter('outcome', outcomes.length, outcomes);
  readonly #errors = new LabelledCounter('code', maxCodes, errorCodes);
  readonly #rejections = new LabelledCounter('reason', maxCodes);
  readonly #paths = { fast: 0, full: 0 };
  readonly #cache = { hits: 0, misses: 0 };
  #coalesced = 0;
  #planned = 0;
  #made = 0;
  #shared = 0;
  #cached = 0;
  #batched = 0;
  #retried = 0;
  #cacheHits = 0;

  /** `route`: the path of GraphQL. At most `maxNames` names of operations become labels. */
  constructor(route: string, maxNames: number) {
    this.#route = route;
    this.#names = new OperationNames(maxNames, (name) => this.#operations.delete(name));
  }

  recordRequest({ state, end: { status, ms, outcome } }: EndedRequest): void {
    const { observed, operation, result, statistics, plannedCalls, isShared } = state;
    for (const call of state.endedCalls) this.recordCall(call);
    this.#outcomes.increment(outcome);
    this.#requests.observe(methodOf(observed.method), status, ms);
    for (const error of result?.errors ?? []) this.#errors.increment(codeOf(error));
    if (operation === undefined) return;
    this.#operations.observe(this.#names.labelOf(state), operation.operation, ms);
    if (state.rejection !== undefined) return;
    if (state.tookFastPath) this.#paths.fast++;
    else this.#paths.full++;
    if (state.isCached) this.#cache.hits++;
    else this.#cache.misses++;
    if (isShared) this.#coalesced++;
    this.#planned += plannedCalls ?? statistics.made;
    this.#made += statistics.made;
    this.#shared += statistics.shared;
    this.#cached += statistics.cached;
    this.#batched += statistics.batched;
    this.#retried += statistics.retried;
    this.#cacheHits += statistics.cacheHits;
  }

  /** Records a call that has ended, unless a kept response, or a call of another request, answers it. */
  recordCall(call: ObservedCall): void {
    if (call.cachedMs !== undefined || call.isShared) return;
    this.#calls.observe(call.endpoint, statusOf(call), call.endedAt - call.startedAt);
  }

  requestRejected({ method, status, reason, outcome, request }: Rejection): void {
    this.#rejections.increment(reason);
    if (request !== undefined) {
      this.#outcomes.increment(outcome);
      this.#requests.observe(methodOf(method ?? ''), status, performance.now() - request.startedAt);
    }
  }

  get families(): MetricFamily[] {
    return [...this.#durations(), ...this.#operationCounts(), ...this.#callCounts()];
  }

  #durations(): MetricFamily[] {
    const server = 'http_server_request_duration_seconds';
    const operations = 'docgraph_operation_duration_seconds';
    const client = 'http_client_request_duration_seconds';
    return [
      histogram(
        server,
        'Duration of requests for GraphQL, those that are rejected included.',
        this.#requests.samples(server, (method, status) => ({
          http_request_method: method,
          http_response_status_code: status,
          http_route: this.#route,
        })),
      ),
      histogram(
        operations,
        'Duration of operations by name; names beyond METRICS_OPERATIONS are counted as "other".',
        this.#operations.samples(operations, (name, type) => ({
          graphql_operation_name: name,
          graphql_operation_type: type,
        })),
      ),
      histogram(
        client,
        'Duration of calls to the REST service, the wait for a connection and retries included.',
        this.#calls.samples(client, ({ id, method }, status) => ({
          http_request_method: method,
          http_response_status_code: status,
          docgraph_rest_operation: id,
        })),
      ),
    ];
  }

  #operationCounts(): MetricFamily[] {
    const { fast, full } = this.#paths;
    const { hits, misses } = this.#cache;
    return [
      counter(
        'docgraph_operations_total',
        'Executed operations by their path: the fast path, or all of the pipeline.',
        [
          { labels: { path: 'fast' }, value: fast },
          { labels: { path: 'full' }, value: full },
        ],
      ),
      counter(
        'docgraph_operations_coalesced_total',
        'Queries that shared an identical one in flight.',
        this.#coalesced,
      ),
      counter('docgraph_operation_cache_hits_total', 'Operations that were in the operation cache.', hits),
      counter('docgraph_operation_cache_misses_total', 'Operations that were parsed and compiled.', misses),
      counter(
        'docgraph_requests_total',
        'Requests for GraphQL by their outcome, those that are rejected included.',
        this.#outcomes.samples,
      ),
      counter('docgraph_errors_total', 'Errors in results, by their code.', this.#errors.samples),
      counter(
        'docgraph_rejections_total',
        'Requests that never became an operation, by reason: limits, rate limits, overload, malformed requests.',
        this.#rejections.samples,
      ),
    ];
  }

  #callCounts(): MetricFamily[] {
    return [
      counter(
        'docgraph_rest_calls_planned_total',
        'REST calls that operations could need in the worst case; those made, where the plan is not known.',
        this.#planned,
      ),
      counter('docgraph_rest_calls_made_total', 'REST calls of operations, with those shared or cached.', this.#made),
      counter('docgraph_rest_calls_shared_total', 'Calls that shared an identical one in flight.', this.#shared),
      counter('docgraph_rest_calls_cached_total', 'Calls that the response cache answered.', this.#cached),
      counter('docgraph_rest_calls_batched_total', 'Calls for a list in place of several records.', this.#batched),
      counter('docgraph_rest_calls_retried_total', 'How often calls were sent again.', this.#retried),
      counter('docgraph_request_cache_hits_total', 'Reads that their request had made before.', this.#cacheHits),
    ];
  }
}

/**
 * The status of a call: `cancelled` where nobody waited for it any more, `refused` where the gateway did not wait for its response, by a
 * limit of the request or as its credentials are rejected, and `none` where there was no response.
 */
function statusOf(call: ObservedCall): number | string {
  if (isCancelledCall(call)) return 'cancelled';
  return call.status ?? (isRefusedCall(call) ? 'refused' : 'none');
}
