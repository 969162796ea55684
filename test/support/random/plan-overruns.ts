import type { PlannedCall } from '../../../src/engine/fields/planner.ts';
import type { CallRecord } from '../../../src/engine/http/call-record.ts';
import type { Plan } from '../../../src/engine/plan/call-tree.ts';

/** How many calls of each endpoint a plan allows for; those that one of several may answer count for each. */
export function allowedCalls(tree: readonly PlannedCall[], into = new Map<string, number>()): Map<string, number> {
  for (const { operation, or = [], calls, next } of tree) {
    for (const id of [operation, ...or]) into.set(id, (into.get(id) ?? 0) + (calls ?? Number.POSITIVE_INFINITY));
    allowedCalls(next, into);
  }
  return into;
}

/** What an execution did beyond its plan, whatever the service returned: calls, round trips, calls of one endpoint. */
export function overruns(plan: Plan, calls: readonly CallRecord[], levels: number): string[] {
  const { maxCalls, maxLevels } = plan;
  const found: string[] = [];
  if (calls.length > (maxCalls ?? Number.POSITIVE_INFINITY)) found.push(`${calls.length} calls for ${maxCalls}`);
  if (levels > maxLevels) found.push(`${levels} levels for ${maxLevels}`);
  const first = allowedCalls(plan.tree);
  const all = new Map(first);
  for (const { operation, calls: more, furtherPages } of plan.fallbacks) {
    const count = more ?? Number.POSITIVE_INFINITY;
    all.set(operation, (all.get(operation) ?? 0) + count);
    first.set(operation, (first.get(operation) ?? 0) + (more === null ? count : more - (furtherPages ?? 0)));
  }
  const isFirst = ({ path }: CallRecord) => !/[?&]page=/.test(path);
  return [...found, ...excess(first, calls.filter(isFirst)), ...excess(all, calls)];
}

/** The endpoints that were called more often than allowed. */
function excess(allowed: ReadonlyMap<string, number>, calls: readonly CallRecord[]): string[] {
  const made = new Map<string, number>();
  for (const { operation } of calls) made.set(operation, (made.get(operation) ?? 0) + 1);
  return [...made].flatMap(([operation, count]) => {
    const most = allowed.get(operation) ?? 0;
    return count > most ? [`${count} calls of ${operation} for ${most}`] : [];
  });
}
