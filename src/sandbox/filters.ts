import { oneOf } from './errors.ts';

export type Order = 'asc' | 'desc';

/**
 * Parses a list's `order` parameter. The contract documents only the default, `desc`.
 * @throws 400 for anything but `desc` and `asc`.
 */
export const parseOrder = (order: string = 'desc'): Order => oneOf('order', order, ['desc', 'asc']);

/** Sorts rows by an ISO 8601 time. Rows of the same time are in the order of their insertion, or reversed for `desc`. */
export function byTime<Row>(rows: readonly Row[], timeOf: (row: Row) => string, order: Order): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows
    .map((row, index) => ({ row, index, time: timeOf(row) }))
    .sort((a, b) => (a.time === b.time ? a.index - b.index : a.time < b.time ? -1 : 1) * sign)
    .map(({ row }) => row);
}

/** Whether a text contains the filter, ignoring case; true without a filter. */
export function contains(text: string, filter: string | undefined): boolean {
  return filter === undefined || text.toLowerCase().includes(filter.toLowerCase());
}
