import type { ObservedCall, Upstream } from '../../../engine/engine.ts';
import type { FormatError } from '../../request/error-code.ts';
import type { Settings } from '../../settings/settings.ts';
import { addressMetrics } from './address-metrics.ts';
import { cacheMetrics } from './cache-metrics.ts';
import { ContractViolations } from './contract-violations.ts';
import { EventLoopMetrics } from './event-loop.ts';
import { counter, gauge, type MetricFamily } from './family.ts';
import { type OperationsSources, operationsMetrics } from './operations-metrics.ts';
import { processMetrics } from './process-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';

/** What is read of a running gateway when its metrics are. */
export interface MetricsSources {
  upstream: Pick<Upstream, 'usage' | 'addresses' | 'circuit' | 'cacheUsage'>;
  /** Requests for GraphQL in flight. */
  requests: () => number;
  /** Open connections of clients to the gateway's own server. */
  connections: () => number;
  isOverloaded: () => boolean;
  operations: OperationsSources;
  /** Undefined where the response cache is not in Redis. */
  redisErrors: number | undefined;
}

type MetricsSettings = Pick<Settings, 'basePath' | 'graphqlPath' | 'metricsOperations'>;

/** All metrics of one gateway, and of its process. */
export class GatewayMetrics {
  readonly requests: RequestMetrics;
  /** Records a REST call of no request. */
  readonly recordCall = (call: ObservedCall): void => this.requests.recordCall(call);
  readonly #violations = new ContractViolations();
  readonly #eventLoop = new EventLoopMetrics();

  constructor({ basePath, graphqlPath, metricsOperations }: MetricsSettings) {
    this.requests = new RequestMetrics(basePath + graphqlPath, metricsOperations);
  }

  /** Counts, among the errors that a function formats, those of the REST service's contract. */
  counting(format: FormatError): FormatError {
    return (formatted, error) => {
      const shown = format(formatted, error);
      this.#violations.countIn(shown, error);
      return shown;
    };
  }

  collect(sources: MetricsSources): MetricFamily[] {
    return [
      ...this.requests.families,
      this.#violations.family,
      ...serverGauges(sources),
      ...upstreamMetrics(sources.upstream),
      ...operationsMetrics(sources.operations),
      ...cacheMetricsOf(sources),
      ...this.#eventLoop.families,
      ...processMetrics(),
    ];
  }

  close(): void {
    this.#eventLoop.close();
  }
}

function serverGauges({ requests, connections, isOverloaded }: MetricsSources): MetricFamily[] {
  return [
    gauge('http_server_active_requests', 'Requests for GraphQL in flight.', requests()),
    gauge('docgraph_client_connections', 'Open connections of clients.', connections()),
    gauge('docgraph_overloaded', 'Processes that reject requests as they are overloaded.', Number(isOverloaded())),
  ];
}

function upstreamMetrics({ usage, addresses, circuit }: MetricsSources['upstream']): MetricFamily[] {
  const { reads, writes } = usage;
  const ofBoth = (key: keyof typeof reads) => [
    { labels: { pool: 'reads' }, value: reads[key] },
    { labels: { pool: 'writes' }, value: writes[key] },
  ];
  return [
    gauge('docgraph_upstream_connections_used', 'Connections to the REST service in use.', ofBoth('used')),
    gauge('docgraph_upstream_connections_max', 'Connections to the REST service that may be used.', ofBoth('slots')),
    gauge('docgraph_upstream_calls_queued', 'REST calls that wait for a connection.', ofBoth('waiting')),
    ...addressMetrics(addresses),
    gauge('docgraph_circuit_open', 'Processes whose circuit breaker is open.', Number(circuit.isOpen)),
    counter('docgraph_circuit_opened_total', 'How often a circuit breaker opened.', circuit.timesOpened),
  ];
}

function cacheMetricsOf({ upstream: { cacheUsage }, redisErrors }: MetricsSources): MetricFamily[] {
  return cacheUsage === undefined ? [] : cacheMetrics({ ...cacheUsage, redisErrors });
}
