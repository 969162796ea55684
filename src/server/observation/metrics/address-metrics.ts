import type { AddressUsage } from '../../../engine/engine.ts';
import { counter, gauge, type MetricFamily } from './family.ts';

type Count = Exclude<keyof AddressUsage, 'address'>;

const prefix = 'docgraph_upstream_address_';

/** What is measured of each address, by the name of its metric. */
const measured: readonly [name: string, of: Count, help: string][] = [
  ['ejected', 'isEjected', 'Processes in which the address gets no calls, as they failed there.'],
  ['calls_in_flight', 'inFlight', 'REST calls in flight at the address.'],
  ['calls_total', 'calls', 'Attempts to call the address.'],
  ['failures_total', 'failures', 'Attempts that failed through a fault of the address or the network.'],
  ['ejections_total', 'timesEjected', 'How often the address was ejected.'],
];

/** The metrics of the addresses of the service's name, if it has several, or had others before. */
export function addressMetrics(usages: readonly AddressUsage[]): MetricFamily[] {
  if (usages.length < 2) return [];
  return measured.map(([name, of, help]) => {
    const values = usages.map((usage) => ({ labels: { address: usage.address }, value: Number(usage[of]) }));
    return (name.endsWith('_total') ? counter : gauge)(prefix + name, help, values);
  });
}

/** The sums of these metrics over several processes, by address: `{"10.0.0.1": {"ejected": 0, …}}`. */
export function addressesIn(processes: readonly (readonly MetricFamily[])[]): Record<string, Record<string, number>> {
  const addresses: Record<string, Record<string, number>> = {};
  for (const { name, values } of processes.flat()) {
    if (!name.startsWith(prefix)) continue;
    const count = name.slice(prefix.length).replace(/_total$/, '');
    for (const { labels, value } of values) {
      addresses[String(labels.address)] ??= {};
      const counts = addresses[String(labels.address)] as Record<string, number>;
      counts[count] = (counts[count] ?? 0) + value;
    }
  }
  return addresses;
}
