import { arrayFormat, arrayPage } from './array-pages.ts';
import { Connection } from './connection.ts';
import { comparePositions, encodeOrderCursor, type ItemOrder, type OrderPosition } from './order-cursor.ts';
import { sortInSteps, stepLength } from './sort-in-steps.ts';

export interface MergedItem<Item, Node> {
  readonly item: Item;
  readonly position: OrderPosition;
  toNode(): Node;
}

/** The part of a merged list that `first` and `after` select. */
export interface MergedWindow {
  readonly first: number;
  readonly after: OrderPosition | undefined;
}

/** A Relay connection over several lists that were read whole. */
export class MergedConnection<Item = unknown, Node = unknown> extends Connection<Item, Node> {
  readonly #fingerprint: string;
  readonly #items: readonly MergedItem<Item, Node>[];
  readonly #isAtStart: boolean;
  readonly #isAtEnd: boolean;

  /** The window of `all` items, each of which is there once, in their order. */
  constructor(fingerprint: string, all: readonly MergedItem<Item, Node>[], start: number, first: number) {
    const items = all.slice(start, start + first);
    const records = items.map(({ item }) => item);
    const list = { url: '', format: arrayFormat };
    const page = arrayPage(records, all.length);
    const toNode = (_: Item, index: number) => (items[index] as MergedItem<Item, Node>).toNode();
    super(list, undefined, { items: records, slices: [] }, page, { toNode });
    this.#fingerprint = fingerprint;
    this.#items = items;
    this.#isAtStart = start === 0;
    this.#isAtEnd = start + first >= all.length;
  }

  override get hasNextPage(): boolean {
    return !this.#isAtEnd;
  }

  override get hasPreviousPage(): boolean {
    return !this.#isAtStart;
  }

  override cursor(index: number): string {
    const item = this.#items[index];
    if (item === undefined) throw new RangeError(`No item ${index}.`);
    return encodeOrderCursor(this.#fingerprint, item.position);
  }
}

/**
 * Merges lists of items in an order. An item that is in several lists, as it changed between their calls, is there once. In steps: the
 * lists may have more items together than can be sorted at once.
 */
export function* mergeItems<Item, Node>(
  lists: readonly (readonly MergedItem<Item, Node>[])[],
  order: ItemOrder,
  { first, after }: MergedWindow,
  fingerprint: string,
): Generator<void, MergedConnection<Item, Node>, void> {
  const byId = new Map<string, MergedItem<Item, Node>>();
  let count = 0;
  for (const items of lists) {
    for (const one of items) {
      const known = byId.get(one.position.id);
      if (known === undefined || known.position.value < one.position.value) byId.set(one.position.id, one);
      count++;
      if (count % stepLength === 0) yield;
    }
  }
  const all = yield* sortInSteps([...byId.values()], (a, b) => comparePositions(a.position, b.position, order));
  const next = after === undefined ? 0 : all.findIndex(({ position }) => comparePositions(position, after, order) > 0);
  return new MergedConnection(fingerprint, all, next === -1 ? all.length : next, first);
}
