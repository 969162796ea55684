import type { MetricFamily, Sample } from '../server/observation/metrics/family.ts';

/** What the samples of one series have in common: the metric and its labels, without the bounds of buckets. */
export function seriesOf(metric: string, { labels }: Sample): string {
  return `${metric} ${JSON.stringify({ ...labels, le: undefined })}`;
}

/** The series of histograms that a process has dropped between two readings of its metrics, and may have begun anew since. */
export function droppedSeries(before: readonly MetricFamily[], after: readonly MetricFamily[]): MetricFamily[] {
  const counts = countsIn(after);
  const dropped = new Set<string>();
  for (const [series, count] of countsIn(before)) if ((counts.get(series) ?? 0) < count) dropped.add(series);
  if (dropped.size === 0) return [];
  return before.map((family) => ({
    ...family,
    values: family.values.filter((sample) => dropped.has(seriesOf(family.name, sample))),
  }));
}

/** The number of observations in each histogram. */
function countsIn(families: readonly MetricFamily[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { name, type, values } of families) {
    if (type !== 'histogram') continue;
    for (const sample of values) {
      if (sample.metricName === `${name}_count`) counts.set(seriesOf(name, sample), sample.value);
    }
  }
  return counts;
}
