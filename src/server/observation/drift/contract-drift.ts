import type { Logger } from 'pino';
import { type Endpoint, type Entity, MixedLists, type ResponseObserver } from '../../../engine/engine.ts';
import { counter, type MetricFamily } from '../metrics/family.ts';
import { type DriftCount, DriftCounts } from './drift-counts.ts';
import { reportDepartures } from './response-departures.ts';

interface Waiting {
  readonly endpoint: Endpoint;
  readonly status: number;
  readonly value: unknown;
}

/** Most responses that wait to be compared. Each keeps its values in memory. */
const maxWaiting = 16;

/**
 * Compares responses of live traffic with the contract, and counts what it does not know and what it does not allow. Of each endpoint, one
 * response in an interval is compared, after those who wait for it have got it: so the cost does not grow with the load, and a rare
 * endpoint is seen as soon as a busy one.
 */
export class ContractDrift implements ResponseObserver {
  readonly #intervalMs: number;
  readonly #logger: Logger;
  readonly #lists: MixedLists;
  readonly #counts = new DriftCounts();
  /** When the next response of an endpoint may be compared, on the clock of `performance.now()`. */
  readonly #dueAt = new Map<Endpoint, number>();
  #waiting: Waiting[] = [];
  #compared = 0;

  constructor(intervalMs: number, entities: readonly Entity[], logger: Logger) {
    this.#intervalMs = intervalMs;
    this.#logger = logger;
    this.#lists = new MixedLists(entities);
  }

  onResponse(endpoint: Endpoint, status: number, value: unknown): void {
    const now = performance.now();
    if (now < (this.#dueAt.get(endpoint) ?? 0) || this.#waiting.length >= maxWaiting) return;
    this.#dueAt.set(endpoint, now + this.#intervalMs);
    this.#waiting.push({ endpoint, status, value });
    if (this.#waiting.length === 1) setImmediate(this.#compareNext);
  }

  get families(): MetricFamily[] {
    const samples = this.#counts.all.map(({ operation, kind, field, count }) => ({
      labels: { docgraph_rest_operation: operation, kind, field },
      value: count,
    }));
    return [
      counter(
        driftMetric,
        'What responses of the REST service have that the contract does not know or allow.',
        samples,
      ),
      counter('docgraph_contract_checks_total', 'Responses that were compared with the contract.', this.#compared),
    ];
  }

  /** One response in each turn of the event loop. */
  readonly #compareNext = (): void => {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    try {
      this.#compare(next);
    } catch (error) {
      this.#logger.error({ err: error }, 'a response could not be compared with the contract');
    }
    if (this.#waiting.length > 0) setImmediate(this.#compareNext);
  };

  #compare({ endpoint, status, value }: Waiting): void {
    this.#compared++;
    reportDepartures(endpoint, status, value, this.#lists, (kind, field) => {
      const added = this.#counts.add(endpoint.id, kind, field);
      if (added !== undefined) this.#log(added);
    });
  }

  /** New fields are how a service grows; anything else breaks the contract. */
  #log({ operation, kind, field }: DriftCount): void {
    const level = kind.startsWith('unknown_') && kind !== 'unknown_status' ? 'info' : 'warn';
    this.#logger[level]({ operation, kind, field }, 'the REST service departs from the contract');
  }
}

const driftMetric = 'docgraph_contract_drift_total';

/** The same of several processes, for operators. */
export function driftIn(processes: readonly (readonly MetricFamily[])[]): DriftCount[] {
  const counts = new Map<string, DriftCount>();
  for (const { name, values } of processes.flat()) {
    if (name !== driftMetric) continue;
    for (const { labels, value } of values) {
      const [operation, kind, field] = [labels.docgraph_rest_operation, labels.kind, labels.field].map(String);
      const key = [operation, kind, field].join(' ');
      const known = counts.get(key);
      if (known !== undefined) known.count += value;
      else counts.set(key, { operation: `${operation}`, kind: `${kind}`, field: `${field}`, count: value });
    }
  }
  return [...counts.values()];
}
