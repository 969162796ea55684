import { oneOf } from './errors.ts';

export type Order = 'asc' | 'desc';

/**
 * The order that a list's `order` asks for; the contract shows only the default, `desc`.
 * @throws 400 for anything but `desc` and `asc`.
 */
export const orderOf = (order: string = 'desc'): Order => oneOf('order', order, ['desc', 'asc']);

/** The rows by an ISO 8601 time of theirs; those of the same time stay in the order they are in. */
export function byTime<Row>(rows: readonly Row[], timeOf: (row: Row) => string, order: Order): Row[] {
  const sign = order === 'asc' ? 1 : -1;
  return rows
    .map((row) => ({ row, time: timeOf(row) }))
    .sort((a, b) => (a.time === b.time ? 0 : a.time < b.time ? -sign : sign))
    .map(({ row }) => row);
}

/** Whether a text holds another, letter case aside; an absent filter lets all through. */
export function contains(text: string, filter: string | undefined): boolean {
  return filter === undefined || text.toLowerCase().includes(filter.toLowerCase());
}
