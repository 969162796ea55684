import { counter, gauge, type MetricFamily } from './family.ts';

const startedAt = Math.round(Date.now() / 1000 - process.uptime());

/** What Node tells of this process, under the names that prom-client uses. */
export function processMetrics(): MetricFamily[] {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return [
    counter('process_cpu_seconds_total', 'CPU time, in the process and in the system.', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'Start of the process, in Unix time.', startedAt, 'min'),
    gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    gauge('nodejs_heap_size_used_bytes', 'Used part of the heap.', heapUsed),
    gauge('nodejs_heap_size_total_bytes', 'Size of the heap.', heapTotal),
    gauge('nodejs_external_memory_bytes', 'Memory of buffers outside the heap.', external),
    gauge('nodejs_version_info', 'The version of Node.', [{ labels: { version: process.version }, value: 1 }], 'first'),
  ];
}
