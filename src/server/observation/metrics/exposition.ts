import type { MetricFamily } from './family.ts';

/** The media type of the text format of Prometheus. */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of several processes as one text. */
export async function metricsText(processes: readonly (readonly MetricFamily[])[]): Promise<string> {
  // Loaded only where metrics are served.
  const { AggregatorRegistry } = await import('prom-client');
  return AggregatorRegistry.aggregate([...processes]).metrics();
}
