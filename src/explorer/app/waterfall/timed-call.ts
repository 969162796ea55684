import { lastBefore, type PlacedCall } from '../../../engine/plan/call-levels.ts';
import type { Plan, PlannedCall } from '../../../engine/plan/call-tree.ts';
import type { ExplainedCall } from '../../../server/graphql/explain.ts';

/** A call with its place in time and in the dependencies of the request. Times are in milliseconds. */
export type TimedCall = PlacedCall<ExplainedCall>;

/**
 * The calls that determined how long the request took: the one that ended last, the one whose response it needed, and so on,
 * in the order of time.
 */
export function criticalPath(calls: readonly TimedCall[]): TimedCall[] {
  let call = calls.reduce<TimedCall | undefined>((last, one) => (last && last.end >= one.end ? last : one), undefined);
  const path: TimedCall[] = [];
  while (call !== undefined) {
    path.push(call);
    call = call.waitedFor ?? lastOfLevel(calls, call);
  }
  return path.reverse();
}

/** Where a value comes from another field's call, no field above tells what the call waited for. */
function lastOfLevel(calls: readonly TimedCall[], { level, startedAt }: TimedCall): TimedCall | undefined {
  return lastBefore(
    calls.filter((one) => one.level === level - 1),
    startedAt,
  );
}

/** The most calls that a plan has for each field; null where nothing bounds them. */
export function plannedCalls(plan: Plan | null): Map<string, number | null> {
  const counts = new Map<string, number | null>();
  const add = (calls: readonly PlannedCall[]) => {
    for (const { field, calls: count, next } of calls) {
      const before = counts.has(field) ? counts.get(field) : 0;
      counts.set(field, before == null || count === null ? null : before + count);
      add(next);
    }
  };
  add(plan?.tree ?? []);
  return counts;
}

/** The most calls of several fields; null where nothing bounds one of them, undefined where the plan does not have one. */
export function plannedFor(
  fields: readonly string[],
  planned: ReadonlyMap<string, number | null>,
): number | null | undefined {
  const counts = fields.map((field) => planned.get(field));
  if (counts.includes(undefined)) return undefined;
  return counts.reduce<number | null>((sum, count) => (sum === null || count == null ? null : sum + count), 0);
}
