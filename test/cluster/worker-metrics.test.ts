import type { Worker } from 'node:cluster';
import { expect, it } from 'vitest';
import { WorkerMetrics } from '../../src/cluster/worker-metrics.ts';
import { metricsText } from '../../src/server/observation/metrics/exposition.ts';
import { histogram, type MetricFamily, type Sample } from '../../src/server/observation/metrics/family.ts';

const worker = (id: number) => ({ id }) as Worker;

/** The metrics of a worker that has so many operations of each name. */
function operations(counts: Record<string, number>): MetricFamily[] {
  const samples = Object.entries(counts).flatMap(([name, value]): Sample[] => [
    { metricName: 'seconds_bucket', labels: { name, le: 1 }, value },
    { metricName: 'seconds_count', labels: { name }, value },
  ]);
  return [histogram('seconds', 'Durations.', samples)];
}

const linesOf = async (metrics: WorkerMetrics) => metricsText(await metrics.collect([])).match(/^seconds_.*/gm);

it('keeps the counts of a name that a worker has evicted', async () => {
  const metrics = new WorkerMetrics();
  metrics.received(worker(1), 0, operations({ X: 1000, Y: 1 }));
  metrics.received(worker(2), 0, operations({ X: 900 }));
  const lines = (x: number, y: number) => [
    `seconds_bucket{name="X",le="1"} ${x}`,
    `seconds_count{name="X"} ${x}`,
    `seconds_bucket{name="Y",le="1"} ${y}`,
    `seconds_count{name="Y"} ${y}`,
  ];
  expect(await linesOf(metrics)).toEqual(lines(1900, 1));
  metrics.received(worker(1), 0, operations({ Y: 2 }));
  expect(await linesOf(metrics)).toEqual(lines(1900, 2));
  metrics.received(worker(1), 0, operations({ X: 3, Y: 2 }));
  expect(await linesOf(metrics)).toEqual(lines(1903, 2));
  metrics.received(worker(1), 0, operations({ X: 2, Y: 2 }));
  expect(await linesOf(metrics)).toEqual(lines(1905, 2));
  metrics.workerExited(worker(1));
  expect(await linesOf(metrics)).toEqual(lines(1905, 2));
});
