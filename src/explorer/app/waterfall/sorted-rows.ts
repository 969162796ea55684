import type { Level } from './groups.ts';
import { type CallRow, callRows } from './rows.ts';
import type { TimedCall } from './timed-call.ts';

export type SortColumn = 'status' | 'ms';

export interface Sort {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** The order after a click on a column's header: the most first, the least first, then the levels again. */
export function nextSort(sort: Sort | undefined, column: SortColumn): Sort | undefined {
  if (sort?.column !== column) return { column, isDescending: true };
  return sort.isDescending ? { column, isDescending: false } : undefined;
}

/** All calls without their levels and groups, in the order of a column; equal ones in the order of their start. */
export function sortedRows(levels: readonly Level[], { column, isDescending }: Sort): CallRow[] {
  const rows = levels.flatMap(({ groups }) => groups.flatMap((group) => callRows(group, 2)));
  const sign = isDescending ? -1 : 1;
  return rows.sort((a, b) => sign * (sortValue(a.call, column) - sortValue(b.call, column)) || startOf(a) - startOf(b));
}

/** A call without a response comes after all statuses. */
function sortValue(call: TimedCall, column: SortColumn): number {
  return column === 'ms' ? call.ms : (call.status ?? 1000);
}

function startOf({ call }: CallRow): number {
  return call.startedAt;
}
