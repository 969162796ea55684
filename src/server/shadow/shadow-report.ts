import type { Logger } from 'pino';
import { LineInterval } from '../../engine/engine.ts';
import { counter, type MetricFamily } from '../observation/metrics/family.ts';
import { LabelledCounter } from '../observation/metrics/series.ts';
import { differenceKinds, type ResultDifference } from './compare-results.ts';
import type { ShadowQuery } from './shadow-target.ts';

/** What became of a query that was chosen. `changed`: the client's executor would give another result, too, by now. */
export const shadowOutcomes = ['equal', 'different', 'changed', 'failed', 'too_large', 'dropped'] as const;
export type ShadowOutcome = (typeof shadowOutcomes)[number];

/** Names of operations may be long, in characters. */
const maxNameLength = 200;

/** Counts and logs what came of second executions. No value of a result, no variable and no credential is in either. */
export class ShadowReport {
  readonly #target: string;
  readonly #logger: Logger;
  readonly #outcomes = new LabelledCounter('outcome', shadowOutcomes.length, shadowOutcomes);
  readonly #kinds = new LabelledCounter('kind', differenceKinds.length, differenceKinds);
  readonly #lines = new LineInterval();

  /** `target`: what the second executor is called. */
  constructor(target: string, logger: Logger) {
    this.#target = target;
    this.#logger = logger;
  }

  count(outcome: ShadowOutcome): void {
    this.#outcomes.increment(outcome);
  }

  different({ requestId, prepared: { executable } }: ShadowQuery, differences: readonly ResultDifference[]): void {
    this.count('different');
    for (const { kind } of differences) this.#kinds.increment(kind);
    const suppressed = this.#lines.next();
    if (suppressed === undefined) return;
    const { hash, operation } = executable;
    const name = operation.name?.value.slice(0, maxNameLength) ?? null;
    const line = { requestId, operation: name, hash, executor: this.#target, differences };
    this.#logger.warn({ ...line, ...suppressed }, 'a second execution has another result');
  }

  get families(): MetricFamily[] {
    return shadowFamilies(this.#outcomes.samples, this.#kinds.samples);
  }
}

/** The metrics, also where nothing is executed a second time. */
export function shadowFamilies(
  outcomes: LabelledCounter['samples'] = [],
  kinds: LabelledCounter['samples'] = [],
): MetricFamily[] {
  return [
    counter('docgraph_shadow_queries_total', 'Queries chosen for a second execution, by what came of it.', outcomes),
    counter('docgraph_shadow_differences_total', 'Differences of results of second executions, by kind.', kinds),
  ];
}
