import { maxPageSize, type Page } from '../contract/operation.ts';
import { PageTrail } from '../data/pagination-guard.ts';
import { badUserInput } from '../http/errors.ts';
import { decodeCursor, encodeCursor, listFingerprint, type Position, parseCursor } from './cursor.ts';

/** How many items a connection gives when `first` is not given. */
export const defaultFirst = 25;

export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** A list behind a connection: how it is told from others, and how a page of it is read. */
export interface List<Item> {
  /** The call's path and query without `page` and `limit`. */
  readonly url: string;
  read(token: string | undefined, limit: number): Promise<Page<Item>>;
  /** Reads a page that tells what is true of the whole list, be its items as they may. Left out: a page of one item. */
  readEnvelope?(): Promise<Page<Item>>;
}

/** The window of a list that `first` and `after` ask for. */
export interface Window {
  first: number;
  start: Position | undefined;
}

/** The fields of a connection that need its list's items; the others are in the envelope of any page. */
export const itemFields: ReadonlySet<string> = new Set(['edges', 'nodes', 'pageInfo']);

/** The window of a field that is asked for none of a list's items: only what its envelope holds. */
export const noItems: Window = { first: 0, start: undefined };

/** Checks `first` and `after`. Throws BAD_USER_INPUT. */
export function windowOf({ first, after }: ConnectionArguments, list: { url: string }): Window {
  const count = first ?? defaultFirst;
  checkFirst(count);
  return { first: count, start: after == null ? undefined : decodeCursor(listFingerprint(list.url), after) };
}

/** Checks `first` and the form of `after` before it is known which list they are for. Throws BAD_USER_INPUT. */
export function checkWindow({ first, after }: ConnectionArguments): void {
  checkFirst(first ?? defaultFirst);
  if (after != null) parseCursor(after);
}

/**
 * The most items that a window can give, and the most pages that it takes where each is as long as its limit.
 * Throws BAD_USER_INPUT.
 */
export function reachOf({ first, after }: ConnectionArguments): { items: number; pages: number } {
  const items = first ?? defaultFirst;
  checkFirst(items);
  if (after == null) return { items, pages: 1 };
  const { limit, skip } = parseCursor(after).position;
  return { items, pages: Math.max(1, Math.ceil((skip + items) / limit)) };
}

function checkFirst(count: number): void {
  if (count < 0 || count > maxPageSize) {
    throw badUserInput(`"first" must be from 0 to ${maxPageSize}, not ${count}.`);
  }
}

/** Reads the first REST page that a window needs. */
export function readFirst<Item>(list: List<Item>, window: Window): Promise<Page<Item>> {
  if (window === noItems && list.readEnvelope !== undefined) return list.readEnvelope();
  const { token, limit } = firstPage(window);
  return list.read(token, limit);
}

function firstPage({ first, start }: Window): { token: string | undefined; limit: number } {
  return { token: start?.token, limit: start?.limit ?? Math.max(first, 1) };
}

/** A stretch of a window's items: those of one REST page. */
interface Stretch {
  position: Position;
  /** Number of items that the stretch gives to the window. */
  taken: number;
  /** How many items the whole page held. */
  size: number;
  next: string | undefined;
}

/**
 * Reads the window that `first` and `after` ask for, page after page, in as few calls as the service's pages allow.
 * A page may be shorter than its limit and still have a next. Rejects with BAD_UPSTREAM_RESPONSE for pages without end.
 */
export function connectionOf<Item, Node>(
  list: List<Item>,
  window: Window,
  toNode: (item: Item) => Node,
): Promise<Connection<Item, Node>> {
  const { token, limit } = firstPage(window);
  return readFirst(list, window).then((page) => {
    const walk = new Walk<Item>(window, token, limit, page);
    return walk.next === undefined ? walk.connection(list, toNode) : walkOn(walk, walk.next, list, toNode);
  });
}

/** Goes on to further pages: the first one was shorter than the window. */
async function walkOn<Item, Node>(
  walk: Walk<Item>,
  next: string,
  list: List<Item>,
  toNode: (item: Item) => Node,
): Promise<Connection<Item, Node>> {
  const trail = new PageTrail(walk.token);
  trail.follow(next, walk.lastSize);
  for (let token: string | undefined = next; token !== undefined; ) {
    walk.add(await list.read(token, walk.limit), token, 0);
    token = walk.next && trail.follow(walk.next, walk.lastSize);
  }
  return walk.connection(list, toNode);
}

/** What has been gathered of a window's items. */
class Walk<Item> {
  readonly token: string | undefined;
  readonly limit: number;
  /** The token of the page to go on with; undefined when the window is full, or the list at its end. */
  next: string | undefined;
  readonly #window: Window;
  readonly #envelope: Page<Item>;
  readonly #stretches: Stretch[] = [];
  #items: Item[] = [];

  constructor(window: Window, token: string | undefined, limit: number, page: Page<Item>) {
    this.#window = window;
    this.token = token;
    this.limit = limit;
    this.#envelope = page;
    this.add(page, token, window.start?.skip ?? 0);
  }

  /** How many items the last page held. */
  get lastSize(): number {
    return this.#stretches.at(-1)?.size ?? 0;
  }

  add(page: Page<Item>, token: string | undefined, skip: number): void {
    const size = page.items.length;
    const next = page.next?.page || undefined;
    const taken = Math.max(0, Math.min(size - skip, this.#window.first - this.#items.length));
    const part = taken === size ? page.items : page.items.slice(skip, skip + taken);
    this.#items = this.#items.length === 0 ? part : this.#items.concat(part);
    this.#stretches.push({ position: { token, limit: this.limit, skip }, taken, size, next });
    this.next = this.#items.length < this.#window.first ? next : undefined;
  }

  connection<Node>(list: List<Item>, toNode: (item: Item) => Node): Connection<Item, Node> {
    const items = this.#items;
    const toNodes = () => items.map(toNode);
    return new Connection(list, this.#window.start, this.#stretches, items, this.#envelope, toNodes);
  }
}

/** A Relay connection over REST pages. Cursors and nodes are made when they are selected. */
export class Connection<Item = unknown, Node = unknown> {
  /** The first page read: its envelope says what is true of the whole list. */
  readonly envelope: Page<Item>;
  readonly #list: { readonly url: string };
  readonly #start: Position | undefined;
  readonly #stretches: readonly Stretch[];
  readonly #items: readonly Item[];
  readonly #toNodes: () => Node[];
  #nodes: Node[] | undefined;
  #fingerprint: string | undefined;

  constructor(
    list: { readonly url: string },
    start: Position | undefined,
    stretches: readonly Stretch[],
    items: readonly Item[],
    envelope: Page<Item>,
    toNodes: () => Node[],
  ) {
    this.#list = list;
    this.#start = start;
    this.#stretches = stretches;
    this.#items = items;
    this.envelope = envelope;
    this.#toNodes = toNodes;
  }

  get totalCount(): number | undefined {
    return this.envelope.count;
  }

  get nodes(): Node[] {
    this.#nodes ??= this.#toNodes();
    return this.#nodes;
  }

  get edges(): Edge<Item, Node>[] {
    return this.#items.map((_, index) => new Edge(this, index));
  }

  get pageInfo(): PageInfo {
    return new PageInfo(this as Connection, this.#items.length);
  }

  get hasNextPage(): boolean {
    const last = this.#stretches.at(-1);
    if (last === undefined) return false;
    return last.next !== undefined || last.position.skip + last.taken < last.size;
  }

  /** REST pages have no way back: all that is known is that something stands before an `after`. */
  get hasPreviousPage(): boolean {
    return this.#start !== undefined;
  }

  item(index: number): Item {
    return this.#items[index] as Item;
  }

  /** The cursor of the item at an index. Behind a page's last item the list goes on with the next page. */
  cursor(index: number): string {
    this.#fingerprint ??= listFingerprint(this.#list.url);
    let before = 0;
    for (const { position, taken, size, next } of this.#stretches) {
      if (index < before + taken) {
        const skip = position.skip + index - before + 1;
        const atEnd = skip === size && next !== undefined;
        return encodeCursor(
          this.#fingerprint,
          atEnd ? { token: next, limit: position.limit, skip: 0 } : { ...position, skip },
        );
      }
      before += taken;
    }
    throw new RangeError(`No item ${index}.`);
  }
}

/** Where a connection's window stands in its list. */
export class PageInfo {
  readonly #connection: Connection;
  readonly #length: number;

  constructor(connection: Connection, length: number) {
    this.#connection = connection;
    this.#length = length;
  }

  get hasNextPage(): boolean {
    return this.#connection.hasNextPage;
  }

  get hasPreviousPage(): boolean {
    return this.#connection.hasPreviousPage;
  }

  get startCursor(): string | null {
    return this.#length === 0 ? null : this.#connection.cursor(0);
  }

  get endCursor(): string | null {
    return this.#length === 0 ? null : this.#connection.cursor(this.#length - 1);
  }
}

/** An edge of a connection; what REST says of the relation stands beside the node in `item`. */
export class Edge<Item = unknown, Node = unknown> {
  readonly #connection: Connection<Item, Node>;
  readonly #index: number;

  constructor(connection: Connection<Item, Node>, index: number) {
    this.#connection = connection;
    this.#index = index;
  }

  get node(): Node {
    return this.#connection.nodes[this.#index] as Node;
  }

  get cursor(): string {
    return this.#connection.cursor(this.#index);
  }

  get item(): Item {
    return this.#connection.item(this.#index);
  }
}
