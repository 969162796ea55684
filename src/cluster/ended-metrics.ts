import type { MetricFamily, Sample } from '../server/observation/metrics/family.ts';

/** Samples of one metric that are kept. Each worker has few, but many workers with different labels may have exited. */
const maxSamples = 20_000;

interface Ended {
  readonly family: MetricFamily;
  readonly samples: Map<string, Sample>;
}

/** The sums of the counters and histograms of processes that have exited. Their gauges end with them. */
export class EndedMetrics {
  readonly #families = new Map<string, Ended>();

  /** Adds the last metrics of a process. */
  add(families: readonly MetricFamily[]): void {
    for (const family of families) {
      if (family.type === 'gauge') continue;
      const ended = this.#families.get(family.name) ?? { family, samples: new Map() };
      this.#families.set(family.name, ended);
      for (const sample of family.values) addSample(ended.samples, sample);
    }
  }

  get families(): MetricFamily[] {
    return [...this.#families.values()].map(({ family, samples }) => ({ ...family, values: [...samples.values()] }));
  }
}

function addSample(samples: Map<string, Sample>, sample: Sample): void {
  const key = `${sample.metricName ?? ''} ${JSON.stringify(sample.labels)}`;
  const before = samples.get(key);
  if (before === undefined && samples.size >= maxSamples) return;
  samples.set(key, { ...sample, value: (before?.value ?? 0) + sample.value });
}
