import type { Plan, PlannedCall } from './call-tree.ts';

/** What explain says of a call. Times are in milliseconds. */
interface TimedRecord {
  readonly operation: string;
  readonly path: string;
  readonly startedAt: number;
  readonly ms: number;
  /** A list that is read in place of several look-ups. */
  readonly batched: boolean;
  readonly field?: string;
  readonly responsePath?: readonly (string | number)[];
}

/** A call with its place in time and in the dependencies of the request. */
export type PlacedCall<Call extends TimedRecord> = Call & {
  /** Position in the response's list. */
  readonly index: number;
  readonly end: number;
  /** The round trip in which it was made; the first is 1. */
  readonly level: number;
  /** The call whose response it needed; undefined for one that could start at once. */
  readonly waitedFor: PlacedCall<Call> | undefined;
};

/** Whether there was a request to the service for a call, or a response: others, which the circuit breaker has ended, count for nothing. */
export function wasMade({ sent, status }: { readonly sent: boolean; readonly status: number | null }): boolean {
  return sent || status !== null;
}

/** Explain rounds times to hundredths of a millisecond. */
const tolerance = 0.02;

/** Adds levels and dependencies to the calls of a request, in the order of their start. */
export function placedCalls<Call extends TimedRecord>(calls: readonly Call[], plan: Plan | null): PlacedCall<Call>[] {
  const planned = plannedFields(plan);
  const batches = new Map<string, PlacedCall<Call>[]>();
  const places = new Map<string, PlacedCall<Call>[]>();
  const inOrder = calls.map((call, index) => ({ call, index })).sort((a, b) => a.call.startedAt - b.call.startedAt);
  return inOrder.map(({ call, index }) => {
    const place = placeOf(call);
    const before = places.get(place) ?? [];
    const plannedField = planned.get(call.field ?? '');
    const previous =
      lastEnded(before, call) ?? batchBefore(call, batches.get(parentOf(call)), plannedField?.operations);
    const waitedFor = previous ?? lastEndedAbove(call, places);
    const afterParent = waitedFor === undefined ? 1 : waitedFor.level + 1;
    const level = previous ? afterParent : (plannedField?.level ?? afterParent);
    const end = call.startedAt + call.ms;
    const placed: PlacedCall<Call> = { ...call, index, end, level, waitedFor: level > 1 ? waitedFor : undefined };
    addTo(places, place, placed);
    if (call.batched) addTo(batches, parentOf(call), placed);
    return placed;
  });
}

interface PlannedField {
  /** That of its first call. */
  readonly level: number;
  /** Those of which its calls may be. */
  readonly operations: readonly string[];
}

function plannedFields(plan: Plan | null): Map<string, PlannedField> {
  const fields = new Map<string, PlannedField>();
  const add = (calls: readonly PlannedCall[]) => {
    for (const { field, operation, or = [], level, next } of calls) {
      const { level: first = level, operations = [] } = fields.get(field) ?? {};
      fields.set(field, { level: Math.min(level, first), operations: [...operations, operation, ...or] });
      add(next);
    }
  };
  add(plan?.tree ?? []);
  return fields;
}

/** The field's path in the response; its field and its record where it was never resolved. */
function placeOf({ responsePath, field, path }: TimedRecord): string {
  return responsePath ? `/${responsePath.join('/')}` : `field ${field} ${path.split('?', 1)[0]}`;
}

/** The call for a field above that ended last before the call started. */
function lastEndedAbove<Call extends TimedRecord>(
  { responsePath = [], startedAt }: Call,
  places: ReadonlyMap<string, readonly PlacedCall<Call>[]>,
): PlacedCall<Call> | undefined {
  const above = placesAbove(responsePath).flatMap((place) => places.get(place) ?? []);
  return lastBefore(above, startedAt);
}

/** The places of the fields and list items that a path in the response leads through, from the top. */
function placesAbove(responsePath: readonly (string | number)[]): string[] {
  let place = '';
  return responsePath.slice(0, -1).map((step) => {
    place += `/${step}`;
    return place;
  });
}

/** The same field's earlier call: the page before. */
function lastEnded<Call extends TimedRecord>(calls: readonly PlacedCall<Call>[], { operation, startedAt }: Call) {
  const same = calls.filter((one) => one.operation === operation);
  return lastBefore(same, startedAt);
}

/** The batch that did not hold the record of a look-up: one for a field beside it. */
function batchBefore<Call extends TimedRecord>(
  { batched, startedAt }: Call,
  beside: readonly PlacedCall<Call>[] = [],
  operations: readonly string[] = [],
): PlacedCall<Call> | undefined {
  if (batched) return undefined;
  const own = beside.filter(({ operation }) => operations.includes(operation));
  return lastBefore(own, startedAt);
}

function parentOf({ field = '' }: Pick<TimedRecord, 'field'>): string {
  return field.slice(0, Math.max(0, field.lastIndexOf('.')));
}

function addTo<Value>(groups: Map<string, Value[]>, key: string, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** The call that ended last before a time. */
export function lastBefore<Call extends { readonly end: number }>(
  calls: readonly Call[],
  time: number,
): Call | undefined {
  return calls
    .filter(({ end }) => end <= time + tolerance)
    .reduce<Call | undefined>((last, one) => (last && last.end >= one.end ? last : one), undefined);
}
