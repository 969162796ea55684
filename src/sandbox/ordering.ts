import { badField } from './errors.ts';

export interface Ordered {
  readonly id: string;
  order: number;
}

/** Ids of the siblings next to which a row is moved. */
export interface Neighbours {
  before?: string | undefined;
  after?: string | undefined;
}

export const inOrder = <Row extends Ordered>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => a.order - b.order);

/** The `order` of a new row after all siblings. */
export const nextOrder = (siblings: readonly Ordered[]): number =>
  siblings.reduce((last, sibling) => Math.max(last, sibling.order + 1), 0);

/**
 * Moves a row next to the given siblings, or to the end, and renumbers all siblings. `siblings` may include the row.
 * @throws 400 for a neighbour that is not a sibling, or for two that are not adjacent; nothing is changed then.
 */
export function reposition(moved: Ordered, siblings: readonly Ordered[], neighbours: Neighbours = {}): void {
  const others = inOrder(siblings.filter((sibling) => sibling.id !== moved.id));
  requireOthers(moved, neighbours);
  const index = indexAmong(others, neighbours);
  [...others.slice(0, index), moved, ...others.slice(index)].forEach((row, order) => {
    row.order = order;
  });
}

function requireOthers({ id }: Ordered, neighbours: Neighbours): void {
  for (const name of ['before', 'after'] as const) {
    if (neighbours[name] === id) throw badField(`position.${name}`, `"${id}" is what is moved. Name another record.`);
  }
}

function indexAmong(others: readonly Ordered[], { before, after }: Neighbours): number {
  const beforeAt = before === undefined ? undefined : indexOf(others, before, 'before');
  const afterAt = after === undefined ? undefined : indexOf(others, after, 'after') + 1;
  if (beforeAt !== undefined && afterAt !== undefined && beforeAt !== afterAt) {
    throw badField('position', 'before and after must name adjacent siblings.');
  }
  return beforeAt ?? afterAt ?? others.length;
}

function indexOf(others: readonly Ordered[], id: string, name: string): number {
  const index = others.findIndex((other) => other.id === id);
  if (index < 0) throw badField(`position.${name}`, `No record "${id}" is under the same parent.`);
  return index;
}
