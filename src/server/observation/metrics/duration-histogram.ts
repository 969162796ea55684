import type { Labels, Sample } from './family.ts';

/** Upper bounds in seconds: those of OpenTelemetry's conventions, and two below them for small queries. */
const bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Durations by their size. An observation is a few additions: the samples are made when they are read. */
export class DurationHistogram {
  readonly #buckets = new Array<number>(bounds.length + 1).fill(0);
  #sum = 0;
  #count = 0;

  /** `ms`: the duration, in milliseconds. */
  observe(ms: number): void {
    const seconds = ms / 1000;
    let bucket = 0;
    while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket++;
    this.#buckets[bucket] = (this.#buckets[bucket] as number) + 1;
    this.#sum += seconds;
    this.#count++;
  }

  /** The samples of a metric with this name, in seconds. */
  samples(name: string, labels: Labels): Sample[] {
    const samples: Sample[] = [];
    let cumulated = 0;
    for (const [bucket, bound] of [...bounds, '+Inf'].entries()) {
      cumulated += this.#buckets[bucket] as number;
      samples.push({ metricName: `${name}_bucket`, labels: { ...labels, le: bound }, value: cumulated });
    }
    samples.push({ metricName: `${name}_sum`, labels, value: this.#sum });
    samples.push({ metricName: `${name}_count`, labels, value: this.#count });
    return samples;
  }
}
