import { wasMade } from '../../../engine/plan/call-levels.ts';
import type { ExplainedCall } from '../../../server/graphql/explain.ts';

/** What is special about a call. Each mark has an icon and a word, so that no mark depends on color alone. */
export type Mark = 'failed' | 'unsent' | 'shared' | 'hit' | 'stale' | 'revalidated' | 'batched' | 'retried' | 'cached';

export const allMarks: readonly Mark[] = [
  'failed',
  'unsent',
  'shared',
  'hit',
  'stale',
  'revalidated',
  'batched',
  'retried',
  'cached',
];

/** What the marks mean, for tooltips and details. */
export const markMeanings: Readonly<Record<Mark, string>> = {
  failed: 'The service did not answer, or answered with an error status.',
  unsent: 'The gateway did not send the call: the service is down, or too many calls wait for it. It does not count.',
  shared: 'The response came from an identical call of another request.',
  hit: 'The response cache had the response of an earlier request: the service was not called.',
  stale: 'The kept response had expired: it is used while it is read anew, or as the service fails.',
  revalidated: 'The service confirmed that the kept response is still the same (status 304).',
  batched: 'One list call replaced several lookups.',
  retried: 'The gateway sent the call again.',
  cached: 'Other fields of this request used the same response, without a call of their own.',
};

export function marksOf(call: ExplainedCall): Mark[] {
  return allMarks.filter((mark) => amountOf(call, mark) > 0);
}

/** The text of a call's mark, such as `cached ×3`. */
export function markText(call: ExplainedCall, mark: Mark): string {
  const amount = amountOf(call, mark);
  return amount > 1 ? `${mark} ×${amount}` : mark;
}

function amountOf(call: ExplainedCall, mark: Mark): number {
  switch (mark) {
    case 'failed':
      return wasMade(call) && isFailed(call) ? 1 : 0;
    case 'unsent':
      return wasMade(call) ? 0 : 1;
    case 'shared':
      return call.shared ? 1 : 0;
    case 'hit':
      return call.cached ? 1 : 0;
    case 'stale':
      return call.stale ? 1 : 0;
    case 'revalidated':
      return call.revalidated ? 1 : 0;
    case 'batched':
      return call.batched ? 1 : 0;
    case 'retried':
      return call.retries;
    case 'cached':
      return call.cacheHits;
  }
}

function isFailed({ status }: ExplainedCall): boolean {
  return status === null || status >= 400;
}

export function countMarks(calls: readonly ExplainedCall[]): ReadonlyMap<Mark, number> {
  const counts = new Map<Mark, number>();
  for (const call of calls) for (const mark of marksOf(call)) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}
