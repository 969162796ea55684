import { counter, gauge, type MetricFamily } from '../server/observation/metrics/family.ts';
import { reloadMetrics } from '../server/observation/metrics/operations-metrics.ts';
import { processMetrics } from '../server/observation/metrics/process-metrics.ts';

interface ClusterCounts {
  /** Workers that get connections. */
  listening: number;
  /** Workers that were replaced. */
  restarted: number;
  /** Undefined where no documents are trusted. */
  documents: Parameters<typeof reloadMetrics>[0];
}

/** The metrics of the primary process itself. */
export function clusterMetrics({ listening, restarted, documents }: ClusterCounts): MetricFamily[] {
  return [
    gauge('docgraph_workers', 'Workers that listen.', listening),
    counter('docgraph_worker_restarts_total', 'Workers that exited and were replaced.', restarted),
    ...reloadMetrics(documents),
    ...processMetrics(),
  ];
}
