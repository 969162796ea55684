import type { CacheUsage } from '../../../engine/engine.ts';
import { counter, gauge, type MetricFamily } from './family.ts';

/** What the response cache has done, and where processes share it, what came of that. */
export interface CacheFigures extends CacheUsage {
  readonly leaseWaits?: number | undefined;
  readonly redisErrors?: number | undefined;
}

export function cacheMetrics(usage: CacheFigures): MetricFamily[] {
  const { leaseWaits, redisErrors } = usage;
  const { hits, misses, stored, resultHits, resultMisses, resultsStored, evictions, invalidations, entries, bytes } =
    usage;
  const { confirmed, changed, staleMeanwhile, staleOnError } = usage;
  return [
    counter('docgraph_cache_hits_total', 'Reads that the response cache answered.', hits),
    counter('docgraph_cache_misses_total', 'Reads that the response cache could not answer.', misses),
    counter('docgraph_cache_stored_total', 'Responses that the response cache has kept.', stored),
    counter('docgraph_cache_revalidations_total', 'Old responses that the service confirmed, or replaced.', [
      { labels: { result: 'confirmed' }, value: confirmed },
      { labels: { result: 'changed' }, value: changed },
    ]),
    counter('docgraph_cache_stale_total', 'Reads that got a response which had expired.', [
      { labels: { reason: 'revalidating' }, value: staleMeanwhile },
      { labels: { reason: 'error' }, value: staleOnError },
    ]),
    counter('docgraph_cache_result_hits_total', 'Queries that a kept result answered.', resultHits),
    counter('docgraph_cache_result_misses_total', 'Queries that no kept result could answer.', resultMisses),
    counter(
      'docgraph_cache_results_stored_total',
      'Results of queries that the response cache has kept.',
      resultsStored,
    ),
    counter('docgraph_cache_evictions_total', 'Responses and results that were evicted for others.', evictions),
    counter(
      'docgraph_cache_invalidations_total',
      'Invalidations, of everything or of one record and what is below it.',
      [
        { labels: { scope: 'everything' }, value: invalidations.everything },
        { labels: { scope: 'record' }, value: invalidations.records },
      ],
    ),
    ...(leaseWaits === undefined || redisErrors === undefined ? [] : sharedMetrics(leaseWaits, redisErrors)),
    gauge('docgraph_cache_entries', 'Responses and results in the response cache.', entries),
    gauge('docgraph_cache_bytes', 'Size of the responses and results in the response cache.', bytes),
  ];
}

function sharedMetrics(leaseWaits: number, redisErrors: number): MetricFamily[] {
  return [
    counter(
      'docgraph_cache_lease_waits_total',
      'Reads that have waited for another process to make them, or for another read of this one.',
      leaseWaits,
    ),
    counter(
      'docgraph_cache_redis_errors_total',
      'Commands of the response cache that failed in Redis, took too long, or found no room.',
      redisErrors,
    ),
  ];
}
