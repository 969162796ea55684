import { groupBy } from '../engine/engine.ts';
import type { MetricFamily, Sample } from '../server/observation/metrics/family.ts';
import { seriesOf } from './metric-series.ts';

/** Samples of one metric that are kept. Each worker has few, but many workers with different labels may have exited. */
const maxSamples = 20_000;

interface Ended {
  readonly family: MetricFamily;
  /** The samples of each series, in the order in which they were last added to. */
  readonly series: Map<string, readonly Sample[]>;
}

/** The sums of the counters and histograms that processes had when they exited, or dropped. Gauges end with their process. */
export class EndedMetrics {
  readonly #families = new Map<string, Ended>();

  /** Adds metrics that have ended. Beyond the limit, the oldest series are dropped that are in no `running` process. */
  add(families: readonly MetricFamily[], running: readonly (readonly MetricFamily[])[] = []): void {
    for (const family of families) {
      if (family.type === 'gauge' || family.values.length === 0) continue;
      const { name } = family;
      const ended = this.#families.get(name) ?? { family, series: new Map() };
      this.#families.set(name, ended);
      for (const [key, samples] of groupBy(family.values, (sample) => seriesOf(name, sample))) {
        const sum = sumOf(samples, ended.series.get(key));
        ended.series.delete(key);
        ended.series.set(key, sum);
      }
      const excess = sizeOf(ended) - maxSamples;
      if (excess > 0) dropOldest(ended, excess, running.flat());
    }
  }

  get families(): MetricFamily[] {
    return [...this.#families.values()].map(({ family, series }) => ({
      ...family,
      values: [...series.values()].flat(),
    }));
  }
}

/** The samples of a series are always in the same order. */
function sumOf(samples: readonly Sample[], before: readonly Sample[] = []): Sample[] {
  return samples.map((sample, i) => ({ ...sample, value: sample.value + (before[i]?.value ?? 0) }));
}

function sizeOf({ series }: Ended): number {
  let size = 0;
  for (const samples of series.values()) size += samples.length;
  return size;
}

function dropOldest({ family: { name }, series }: Ended, excess: number, running: readonly MetricFamily[]): void {
  const ofMetric = running.filter((family) => family.name === name).flatMap(({ values }) => values);
  const kept = new Set(ofMetric.map((sample) => seriesOf(name, sample)));
  let left = excess;
  for (const [key, samples] of series) {
    if (left <= 0) return;
    if (kept.has(key)) continue;
    series.delete(key);
    left -= samples.length;
  }
}
