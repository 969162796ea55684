import { expect, it } from 'vitest';
import { EndedMetrics } from '../../src/cluster/ended-metrics.ts';
import { counter, gauge, histogram } from '../../src/server/observation/metrics/family.ts';

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

it('keeps a bounded number of samples of each metric', () => {
  const ended = new EndedMetrics();
  const values = Array.from({ length: 20_001 }, (_, i) => ({ labels: { name: `${i}` }, value: 1 }));
  for (let time = 0; time < 2; time++) ended.add([counter('operations', 'Operations.', values)]);
  const [family] = ended.families;
  expect(family?.values).toHaveLength(20_000);
  expect(family?.values.every(({ value }) => value === 2)).toBe(true);
});
