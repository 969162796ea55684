import { badRequest } from './errors.ts';

/** A row that has a place among its siblings. */
export interface Ordered {
  readonly id: string;
  order: number;
}

/** Ids of the siblings that a moved row shall stand next to. */
export interface Neighbours {
  before?: string | undefined;
  after?: string | undefined;
}

export const inOrder = <Row extends Ordered>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => a.order - b.order);

/** The place behind all siblings. */
export const lastPlace = (siblings: readonly Ordered[]): number =>
  siblings.reduce((last, sibling) => Math.max(last, sibling.order + 1), 0);

/**
 * Moves a row to its place among its siblings, at the end where no neighbour is named, and numbers them anew. The row
 * itself may be among `siblings` or not.
 * @throws 400 for a neighbour that is no sibling, or for two between which there is no place; nothing is changed then.
 */
export function place(moved: Ordered, siblings: readonly Ordered[], neighbours: Neighbours = {}): void {
  const others = inOrder(siblings.filter((sibling) => sibling.id !== moved.id));
  const at = placeAmong(others, neighbours);
  [...others.slice(0, at), moved, ...others.slice(at)].forEach((row, order) => {
    row.order = order;
  });
}

function placeAmong(others: readonly Ordered[], { before, after }: Neighbours): number {
  const beforeAt = before === undefined ? undefined : indexOf(others, before, 'before');
  const afterAt = after === undefined ? undefined : indexOf(others, after, 'after') + 1;
  if (beforeAt !== undefined && afterAt !== undefined && beforeAt !== afterAt) {
    throw badRequest('body field position: the two neighbours do not stand next to each other in this order.');
  }
  return beforeAt ?? afterAt ?? others.length;
}

function indexOf(others: readonly Ordered[], id: string, name: string): number {
  const index = others.findIndex((other) => other.id === id);
  if (index < 0) throw badRequest(`body field position.${name}: "${id}" does not stand under the same parent.`);
  return index;
}
