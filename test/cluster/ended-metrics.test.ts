import { expect, it } from 'vitest';
import { EndedMetrics } from '../../src/cluster/ended-metrics.ts';
import { counter, gauge, histogram, type Sample } from '../../src/server/observation/metrics/family.ts';

const one = (value: number) => [
  counter('requests', 'Requests.', [{ labels: { code: 'a' }, value }]),
  histogram('seconds', 'Durations.', [{ metricName: 'seconds_sum', labels: {}, value }]),
  gauge('open', 'Open connections.', value),
];

it('keeps the sums of what processes have counted, and no gauge', () => {
  const ended = new EndedMetrics();
  ended.add(one(2));
  ended.add(one(3));
  ended.add([counter('requests', 'Requests.', [{ labels: { code: 'b' }, value: 1 }])]);
  expect(ended.families).toEqual([
    counter('requests', 'Requests.', [
      { labels: { code: 'a' }, value: 5 },
      { labels: { code: 'b' }, value: 1 },
    ]),
    histogram('seconds', 'Durations.', [{ metricName: 'seconds_sum', labels: {}, value: 5 }]),
  ]);
});

it('keeps whole histograms, and first those that a running process has', () => {
  const ended = new EndedMetrics();
  const durations = (...names: number[]) => [
    histogram(
      'seconds',
      'Durations.',
      names.flatMap((name): Sample[] => [
        { metricName: 'seconds_bucket', labels: { name, le: 1 }, value: 1 },
        { metricName: 'seconds_sum', labels: { name }, value: 1 },
        { metricName: 'seconds_count', labels: { name }, value: 1 },
      ]),
    ),
  ];
  for (let name = 0; name < 7_000; name++) ended.add(durations(name), [durations(0)]);
  const [family] = ended.families;
  const samples = new Map<unknown, number>();
  for (const { labels } of family?.values ?? []) samples.set(labels.name, (samples.get(labels.name) ?? 0) + 1);
  expect(samples.size).toBe(Math.floor(20_000 / 3));
  expect(new Set(samples.values())).toEqual(new Set([3]));
  expect([0, 1, 6_999].map((name) => samples.has(name))).toEqual([true, false, true]);
});

it('keeps a bounded number of samples of each metric', () => {
  const ended = new EndedMetrics();
  const values = Array.from({ length: 20_001 }, (_, i) => ({ labels: { name: `${i}` }, value: 1 }));
  for (let time = 0; time < 2; time++) ended.add([counter('operations', 'Operations.', values)]);
  const [family] = ended.families;
  expect(family?.values).toHaveLength(20_000);
  expect(family?.values.every(({ value }) => value === 2)).toBe(true);
});
