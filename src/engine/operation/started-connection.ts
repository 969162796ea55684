import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Page } from '../contract/operation.ts';
import { Reference, type Started } from '../data/reference.ts';
import type { CallOrigin } from '../http/call-origin.ts';
import { type Connection, connectionFrom, type Items, type List, type Window } from '../relay/connection.ts';
import type { Selection, Shape } from './compiled-operation.ts';

/** A connection whose first page is being read. */
export class StartedConnection<Item> implements Started {
  readonly response: Promise<Page<Item>>;
  origin: CallOrigin | undefined = undefined;
  readonly #list: List<Item>;
  readonly #window: Window;
  readonly #items: Items<Item, unknown>;
  #isTaken = false;
  /** The nodes below which calls have started before the connection was taken. */
  #nodes: Map<Item, unknown> | undefined;

  constructor(list: List<Item>, window: Window, response: Promise<Page<Item>>, items: Items<Item, unknown>) {
    this.#list = list;
    this.#window = window;
    this.response = response;
    this.#items = items;
  }

  result(): Promise<Connection<Item>> {
    this.#isTaken = true;
    const items = { toNode: (item: Item) => this.#toNode(item), includes: this.#items.includes };
    return this.response.then((page) => connectionFrom(page, this.#list, this.#window, items));
  }

  /**
   * Continues with the calls below the items, where the field itself still waits for its parent's record: a slow record
   * delays nothing but the fields that read it.
   */
  prefetchItems(selection: Selection, prefetch: (node: Reference, shape: Shape) => void): void {
    this.#prefetchNodes(selection, prefetch).catch(() => {
      // The field itself reports a failure when it is resolved.
    });
  }

  async #prefetchNodes(selection: Selection, prefetch: (node: Reference, shape: Shape) => void): Promise<void> {
    const shapes = nodeShapesOf(selection).filter(mayPrefetch);
    if (shapes.length === 0) return;
    const { items } = await this.response;
    // A field that waits for nothing else takes its page at once, and continues by itself.
    await nextTurn();
    if (this.#isTaken) return;
    const { start, first } = this.#window;
    const skip = start?.skip ?? 0;
    this.#nodes = new Map();
    for (const item of items.slice(skip, skip + first)) {
      const node = this.#items.toNode(item);
      this.#nodes.set(item, node);
      if (node instanceof Reference) for (const shape of shapes) prefetch(node, shape);
    }
  }

  #toNode(item: Item): unknown {
    return this.#nodes?.get(item) ?? this.#items.toNode(item);
  }
}

/** Where a connection's nodes are selected: by themselves, and in its edges. */
function nodeShapesOf(selection: Selection): Shape[] {
  const edges = selection.fieldsNamed('edges').flatMap(({ shape }) => {
    const edge = shape.kind === 'list' ? shape.item : shape;
    return edge.kind === 'object' ? edge.selection().fieldsNamed('node') : [];
  });
  return [...selection.fieldsNamed('nodes'), ...edges].map(({ shape }) => shape);
}

/** Whether what is selected on nodes has fields whose calls can start before they are resolved. */
function mayPrefetch(shape: Shape): boolean {
  if (shape.kind === 'list') return mayPrefetch(shape.item);
  return shape.kind === 'abstract' || (shape.kind === 'object' && shape.selection().prefetchable.length > 0);
}
