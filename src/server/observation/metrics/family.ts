/** How values of several processes become one. */
export type Aggregator = 'sum' | 'average' | 'max' | 'min' | 'first';

export type Labels = Readonly<Record<string, string | number>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
  /** Where it is not the family's: `…_bucket`, `…_sum`, `…_count`. */
  readonly metricName?: string;
}

/** All values of one metric, as plain JSON, which processes can send to each other. */
export interface MetricFamily {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly aggregator: Aggregator;
  readonly values: readonly Sample[];
}

export function counter(name: string, help: string, values: number | readonly Sample[]): MetricFamily {
  return { name, help, type: 'counter', aggregator: 'sum', values: samplesOf(values) };
}

export function gauge(
  name: string,
  help: string,
  values: number | readonly Sample[],
  aggregator: Aggregator = 'sum',
): MetricFamily {
  return { name, help, type: 'gauge', aggregator, values: samplesOf(values) };
}

export function histogram(name: string, help: string, values: readonly Sample[]): MetricFamily {
  return { name, help, type: 'histogram', aggregator: 'sum', values };
}

function samplesOf(values: number | readonly Sample[]): readonly Sample[] {
  return typeof values === 'number' ? [{ labels: {}, value: values }] : values;
}
