import type { Plan, PlannedCall } from '../../../engine/operation/call-tree.ts';
import type { ExplainedCall } from '../../../server/graphql/explain.ts';

/** A call with its place in time and in the dependencies of the request. Times are in milliseconds. */
export interface TimedCall extends ExplainedCall {
  /** Position in the response's list. */
  readonly index: number;
  readonly end: number;
  /** The round trip in which it was made; the first is 1. */
  readonly level: number;
  /** The call whose response it needed; undefined for one that could start at once. */
  readonly waitedFor: TimedCall | undefined;
}

/** Explain rounds times to hundredths of a millisecond. */
const tolerance = 0.02;

/** Adds levels and dependencies to the calls of a request, in the order of their start. */
export function timedCalls(calls: readonly ExplainedCall[], plan: Plan | null): TimedCall[] {
  const planned = plannedLevels(plan);
  const places = new Map<string, TimedCall[]>();
  const timed: TimedCall[] = [];
  const inOrder = calls.map((call, index) => ({ call, index })).sort((a, b) => a.call.startedAt - b.call.startedAt);
  for (const { call, index } of inOrder) {
    const previousPage = lastEnded(places.get(placeOf(call)), call);
    const waitedFor = previousPage ?? lastEndedAbove(call, places);
    const afterParent = waitedFor === undefined ? 1 : waitedFor.level + 1;
    const level = previousPage ? afterParent : (planned.get(call.field ?? '') ?? afterParent);
    const one = { ...call, index, end: call.startedAt + call.ms, level, waitedFor: level > 1 ? waitedFor : undefined };
    timed.push(one);
    const place = placeOf(call);
    places.set(place, [...(places.get(place) ?? []), one]);
  }
  return timed;
}

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

/** The level of each field's first call in the plan. */
function plannedLevels(plan: Plan | null): Map<string, number> {
  const levels = new Map<string, number>();
  const add = (calls: readonly PlannedCall[]) => {
    for (const { field, level, next } of calls) {
      levels.set(field, Math.min(level, levels.get(field) ?? level));
      add(next);
    }
  };
  add(plan?.tree ?? []);
  return levels;
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

/** The field's path in the response, or its field alone where it was never resolved. */
function placeOf({ responsePath, field }: ExplainedCall): string {
  return responsePath ? JSON.stringify(responsePath) : `field ${field}`;
}

/** The call for a field above that ended last before the call started. */
function lastEndedAbove(
  { responsePath = [], startedAt }: ExplainedCall,
  places: ReadonlyMap<string, readonly TimedCall[]>,
): TimedCall | undefined {
  const above = responsePath.flatMap((_, length) => places.get(JSON.stringify(responsePath.slice(0, length))) ?? []);
  return lastBefore(above, startedAt);
}

/** The same field's earlier call: the page before. */
function lastEnded(calls: readonly TimedCall[] | undefined, { operation, startedAt }: ExplainedCall) {
  const same = calls?.filter((one) => one.operation === operation) ?? [];
  return lastBefore(same, startedAt);
}

function lastBefore(calls: readonly TimedCall[], time: number): TimedCall | undefined {
  return calls
    .filter(({ end }) => end <= time + tolerance)
    .reduce<TimedCall | undefined>((last, one) => (last && last.end >= one.end ? last : one), undefined);
}
