import { wasMade } from '../../../engine/plan/call-levels.ts';
import type { ExplainedCall } from '../../../server/graphql/explain.ts';

/** What is special about a call: whether a mark is on it, or how often. No mark depends on color alone: each has an icon and a word. */
const amounts = {
  failed: (call) => wasMade(call) && (call.status === null || call.status >= 400),
  unsent: (call) => !wasMade(call),
  shared: (call) => call.shared,
  hit: (call) => call.cached,
  stale: (call) => call.stale,
  revalidated: (call) => call.revalidated,
  batched: (call) => call.batched,
  retried: (call) => call.retries,
  cached: (call) => call.cacheHits,
} satisfies Record<string, (call: ExplainedCall) => number | boolean>;

export type Mark = keyof typeof amounts;

export const allMarks = Object.keys(amounts) as readonly Mark[];

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
  return Number(amounts[mark](call));
}

export function countMarks(calls: readonly ExplainedCall[]): ReadonlyMap<Mark, number> {
  const counts = allMarks.map((mark) => [mark, calls.filter((call) => amountOf(call, mark) > 0).length] as const);
  return new Map(counts.filter(([, count]) => count > 0));
}
