import type { MetricFamily } from './family.ts';

/** What the metrics of all processes tell operators of the circuit breaker, the connections to the REST service and the response cache. */
export function stateIn(processes: readonly (readonly MetricFamily[])[]) {
  const families = processes.flat();
  return {
    circuitBreaker: {
      openProcesses: sumOf(families, 'docgraph_circuit_open'),
      timesOpened: sumOf(families, 'docgraph_circuit_opened_total'),
    },
    connections: { reads: poolIn(families, 'reads'), writes: poolIn(families, 'writes') },
    cache: cacheIn(families),
  };
}

function poolIn(families: readonly MetricFamily[], pool: string) {
  return {
    used: sumOf(families, 'docgraph_upstream_connections_used', pool),
    max: sumOf(families, 'docgraph_upstream_connections_max', pool),
    queued: sumOf(families, 'docgraph_upstream_calls_queued', pool),
  };
}

/** Null where the response cache is off. */
function cacheIn(families: readonly MetricFamily[]) {
  if (!families.some(({ name }) => name === 'docgraph_cache_entries')) return null;
  return {
    entries: sumOf(families, 'docgraph_cache_entries'),
    bytes: sumOf(families, 'docgraph_cache_bytes'),
    hits: sumOf(families, 'docgraph_cache_hits_total'),
    misses: sumOf(families, 'docgraph_cache_misses_total'),
  };
}

/** The sum of a metric over all processes, of one pool if it is given. */
function sumOf(families: readonly MetricFamily[], metric: string, pool?: string): number {
  return families
    .filter(({ name }) => name === metric)
    .flatMap(({ values }) => values)
    .filter(({ labels }) => pool === undefined || labels.pool === pool)
    .reduce((sum, { value }) => sum + value, 0);
}
