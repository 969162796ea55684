import { groupBy } from '../../../engine/engine.ts';
import type { Aggregator, Labels, MetricFamily, Sample } from './family.ts';

/**
 * The text format of Prometheus (version 0.0.4). The metrics are plain values that are counted elsewhere: what a library would do for
 * them are the lines of this file, which take the place of 85 kB of prom-client.
 */
export const metricsType = 'text/plain; version=0.0.4; charset=utf-8';

/** The metrics of several processes as one text, in the order of the first process that has each. */
export function metricsText(processes: readonly (readonly MetricFamily[])[]): string {
  const byName = groupBy(processes.flat(), ({ name }) => name);
  return `${[...byName.values()].map(familyText).join('\n\n')}\n`;
}

function familyText(families: readonly MetricFamily[]): string {
  const [{ name, help, type, aggregator }] = families as [MetricFamily];
  const bySeries = groupBy(
    families.flatMap(({ values }) => values),
    (sample) => seriesOf(name, sample),
  );
  const lines = [...bySeries].map(([series, samples]) => `${series} ${numberText(aggregated(samples, aggregator))}`);
  return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${type}`, ...lines].join('\n');
}

/** The name of a value with its labels, in their order. */
function seriesOf(family: string, { metricName = family, labels }: Sample): string {
  const text = labelsText(labels);
  return text === '' ? metricName : `${metricName}{${text}}`;
}

function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${escaped(String(value)).replaceAll('"', '\\"')}"`)
    .join(',');
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}

const aggregators: Readonly<Record<Aggregator, (values: readonly number[]) => number>> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  average: (values) => values.reduce((total, value) => total + value, 0) / values.length,
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  first: ([value]) => value ?? Number.NaN,
};

function aggregated(samples: readonly Sample[], aggregator: Aggregator): number {
  return aggregators[aggregator](samples.map(({ value }) => value));
}

function numberText(value: number): string {
  if (Number.isFinite(value) || Number.isNaN(value)) return String(value);
  return value > 0 ? '+Inf' : '-Inf';
}
