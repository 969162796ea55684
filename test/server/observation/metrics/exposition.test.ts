import { describe, expect, it } from 'vitest';
import { metricsText } from '../../../../src/server/observation/metrics/exposition.ts';
import {
  type Aggregator,
  counter,
  gauge,
  histogram,
  type MetricFamily,
  type Sample,
} from '../../../../src/server/observation/metrics/family.ts';

describe('the text of metrics', () => {
  it('has the help, the type and the values of each family', () => {
    const bucket = { metricName: 'd_seconds_bucket', labels: { le: '+Inf' }, value: 2 };
    const sum = { metricName: 'd_seconds_sum', labels: {}, value: 0.25 };
    const families = [counter('requests_total', 'Requests.', 3), histogram('d_seconds', 'Durations.', [bucket, sum])];
    expect(metricsText([families])).toBe(`# HELP requests_total Requests.
# TYPE requests_total counter
requests_total 3

# HELP d_seconds Durations.
# TYPE d_seconds histogram
d_seconds_bucket{le="+Inf"} 2
d_seconds_sum 0.25
`);
  });

  it('escapes texts, and writes numbers as Prometheus reads them', () => {
    const values: Sample[] = [
      { labels: { name: 'a"\\\nb', code: 200 }, value: Number.POSITIVE_INFINITY },
      { labels: { name: 'x' }, value: Number.NEGATIVE_INFINITY },
      { labels: {}, value: Number.NaN },
    ];
    expect(metricsText([[gauge('g', 'a\\b\nc "d"', values)]]).split('\n')).toEqual([
      '# HELP g a\\\\b\\nc "d"',
      '# TYPE g gauge',
      'g{name="a\\"\\\\\\nb",code="200"} +Inf',
      'g{name="x"} -Inf',
      'g NaN',
      '',
    ]);
  });

  it.each<[Aggregator, number]>([
    ['sum', 12],
    ['average', 4],
    ['max', 9],
    ['min', 1],
    ['first', 2],
  ])('makes one value of those of several processes: %s', (aggregator, expected) => {
    const processes = [2, 9, 1].map((value): MetricFamily[] => [gauge('g', 'G.', value, aggregator)]);
    expect(metricsText(processes)).toContain(`\ng ${expected}\n`);
  });

  it('keeps values apart whose labels differ, and families that one process has alone', () => {
    const of = (name: string, value: number) => counter('c', 'C.', [{ labels: { name }, value }]);
    expect(metricsText([[of('a', 1)], [of('b', 2), gauge('g', 'G.', 4)], [of('a', 3)]])).toMatch(
      /c\{name="a"\} 4\nc\{name="b"\} 2\n\n.*g 4\n$/s,
    );
  });
});
