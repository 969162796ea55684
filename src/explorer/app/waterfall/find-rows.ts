import type { EditorPoint, LinkTarget } from '../links/editor-links.ts';
import type { CallGroup, Level } from './groups.ts';
import { callsOf, type Row } from './rows.ts';
import type { TimedCall } from './timed-call.ts';

/** The calls that a point in an editor belongs to: those of the nearest field at it or above it that has calls. */
export function callsAt(calls: readonly TimedCall[], point: EditorPoint): TimedCall[] {
  const lengthOf =
    'field' in point
      ? (call: TimedCall) => fieldMatch(call, point.field)
      : (call: TimedCall) => pathMatch(call, point.path);
  const longest = Math.max(0, ...calls.map(lengthOf));
  return longest === 0 ? [] : calls.filter((call) => lengthOf(call) === longest);
}

/** How many steps of a field a call's field has, if it is the same field or one above; 0 otherwise. */
function fieldMatch({ field }: TimedCall, other: string): number {
  return field !== undefined && `${other}.`.startsWith(`${field}.`) ? field.split('.').length : 0;
}

function pathMatch({ responsePath = [] }: TimedCall, other: readonly (string | number)[]): number {
  return responsePath.every((step, i) => step === other[i]) ? responsePath.length : 0;
}

/** The group of a call. */
export function groupOf(levels: readonly Level[], call: TimedCall): CallGroup | undefined {
  return levels.flatMap(({ groups }) => groups).find(({ calls }) => calls.includes(call));
}

/** The fields and places of a row's calls. */
export function targetOf(row: Row): LinkTarget {
  const calls = callsOf(row);
  return {
    fields: [...new Set(calls.flatMap(({ field }) => field ?? []))],
    paths: calls.flatMap(({ responsePath }) => (responsePath ? [responsePath] : [])),
  };
}
