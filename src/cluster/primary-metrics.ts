import { counter, gauge, type MetricFamily } from '../server/observation/metrics/family.ts';
import { reloadMetrics } from '../server/observation/metrics/operations-metrics.ts';
import { processMetrics } from '../server/observation/metrics/process-metrics.ts';

/** The metrics of the primary process, of its workers, and of the documents that it has read. `deaths`: of workers since the start. */
export function primaryMetrics(
  listening: number,
  deaths: number,
  documents: Parameters<typeof reloadMetrics>[0],
): MetricFamily[] {
  return [
    gauge('docgraph_workers', 'Workers that listen.', listening),
    counter('docgraph_worker_restarts_total', 'Workers that died and were replaced.', deaths),
    ...reloadMetrics(documents),
    ...processMetrics(),
  ];
}
