import type { Page, PageFormat } from '../contract/page-format.ts';
import { PaginationGuard } from '../data/pagination-guard.ts';
import { type Arrival, arrivalOf } from '../http/arrival.ts';
import { badUserInput } from '../http/errors.ts';
import { arrayFormat, arrayPage } from './array-pages.ts';
import { decodeCursor, encodeCursor, listFingerprint, type Position, parseCursor } from './cursor.ts';
import { type PageSlice, WindowReader } from './window-reader.ts';

/** How many items a connection returns when `first` is not given. */
export const defaultFirst = 25;

/** Most items that one field returns; a list whose pages hold fewer is read in several. */
export const maxFirst = 1000;

export interface ConnectionArguments {
  first?: number | null | undefined;
  after?: string | null | undefined;
}

/** A list behind a connection: how it differs from other lists, and how a page of it is read. */
export interface List<Item> {
  /** The call's path and query without the parameters for paging. */
  readonly url: string;
  readonly format: PageFormat;
  /** Maximum number of pages that are read for one field. */
  readonly maxPages: number;
  read(token: string | undefined, limit: number): Promise<Arrival<Page<Item>>>;
  /** Reads any page, for what its envelope says of the whole list. Left out: a page of one item. */
  readEnvelope?(): Promise<Page<Item>>;
}

/** The part of a list that `first` and `after` select. */
export interface Window {
  first: number;
  start: Position | undefined;
}

/** The fields of a connection that need its list's items; the others are in the envelope of any page. */
export const itemFields: ReadonlySet<string> = new Set(['edges', 'nodes', 'pageInfo']);

/** The window of a connection of which only the envelope is selected. */
export const noItems: Window = { first: 0, start: undefined };

/** The window of arguments that `checkWindow` has passed. Throws BAD_USER_INPUT for a cursor of another list. */
export function windowOf({ first, after }: ConnectionArguments, { url, format }: ConnectedList): Window {
  const start = after == null ? undefined : decodeCursor(listFingerprint(url), after, format.paging);
  return { first: first ?? defaultFirst, start };
}

/** Checks `first` and the form of `after` before it is known which list they are for. Throws BAD_USER_INPUT. */
export function checkWindow({ first, after }: ConnectionArguments): void {
  const count = first ?? defaultFirst;
  if (count < 0 || count > maxFirst) throw badUserInput(`"first" must be from 0 to ${maxFirst}, not ${count}.`);
  if (after != null) parseCursor(after);
}

/**
 * The most items that a window can return, and the most pages of at most `maxLimit` items that it takes where each is as
 * long as its limit.
 */
export function windowSize({ first, after }: ConnectionArguments, maxLimit: number): { items: number; pages: number } {
  const items = first ?? defaultFirst;
  const { limit, skip } = after == null ? { limit: maxLimit, skip: 0 } : parseCursor(after).position;
  return { items, pages: Math.max(1, Math.ceil((skip + items) / limit)) };
}

export function readFirst<Item>(list: List<Item>, window: Window): Promise<Arrival<Page<Item>>> {
  if (window === noItems && list.readEnvelope !== undefined) return list.readEnvelope().then(arrivalOf);
  return list.read(window.start?.token, limitOf(list, window));
}

function limitOf({ format }: ConnectedList, { first, start }: Window): number {
  return start?.limit ?? Math.min(Math.max(first, 1), format.paging.maxLimit);
}

/** Makes the nodes of a connection. */
interface NodeMaker<Item, Node> {
  toNode(item: Item, index: number): Node;
}

/** What a connection makes of its list's items. */
export interface Items<Item, Node> extends NodeMaker<Item, Node> {
  /** Whether an item belongs to the connection, where its list holds several kinds of records. */
  includes?: ((item: Item) => boolean) | undefined;
}

/**
 * Completes a connection whose first page was read, with as many further pages as the window needs. A page may be shorter
 * than its limit and still have a next. Rejects with BAD_UPSTREAM_RESPONSE for pages without end.
 */
export function connectionFrom<Item, Node>(
  page: Page<Item>,
  list: List<Item>,
  window: Window,
  items: Items<Item, Node>,
): Connection<Item, Node> | Promise<Connection<Item, Node>> {
  const reader = new WindowReader<Item>(window.first, limitOf(list, window), items.includes);
  reader.add(list.format, page, window.start?.token, window.start?.skip ?? 0);
  if (reader.next === undefined) return new Connection(list, window.start, reader, page, items);
  return connectionFromPages(reader, reader.next, page, list, window, items);
}

/** Reads further pages: the first one was shorter than the window. */
async function connectionFromPages<Item, Node>(
  reader: WindowReader<Item>,
  next: string,
  page: Page<Item>,
  list: List<Item>,
  window: Window,
  items: Items<Item, Node>,
): Promise<Connection<Item, Node>> {
  const guard = new PaginationGuard(window.start?.token, list.maxPages);
  guard.follow(next, reader.lastSize);
  for (let token: string | undefined = next; token !== undefined; ) {
    reader.add(list.format, (await list.read(token, reader.limit)).take(), token, 0);
    token = reader.next && guard.follow(reader.next, reader.lastSize);
  }
  return new Connection(list, window.start, reader, page, items);
}

type ConnectedList = Pick<List<unknown>, 'url' | 'format'>;

/** A Relay connection over REST pages. Cursors and nodes are made when they are selected. */
export class Connection<Item = unknown, Node = unknown> {
  /** The first page read: its envelope says what is true of the whole list. */
  readonly envelope: Page<Item>;
  readonly #list: ConnectedList;
  readonly #start: Position | undefined;
  readonly #slices: readonly PageSlice[];
  readonly #items: readonly Item[];
  readonly #nodesOf: NodeMaker<Item, Node>;
  #nodes: Node[] | undefined;
  #fingerprint: string | undefined;

  constructor(
    list: ConnectedList,
    start: Position | undefined,
    { items, slices }: { readonly items: readonly Item[]; readonly slices: readonly PageSlice[] },
    envelope: Page<Item>,
    nodesOf: NodeMaker<Item, Node>,
  ) {
    this.#list = list;
    this.#start = start;
    this.#slices = slices;
    this.#items = items;
    this.envelope = envelope;
    this.#nodesOf = nodesOf;
  }

  /** A connection that is known to be empty without a call. */
  static empty<Item, Node>(): Connection<Item, Node> {
    const none = { items: [], slices: [] };
    const list = { url: '', format: arrayFormat };
    return new Connection<Item, Node>(list, undefined, none, arrayPage<Item>([], 0), noNodes);
  }

  get totalCount(): number | undefined {
    return this.#list.format.countOf(this.envelope);
  }

  get nodes(): Node[] {
    this.#nodes ??= this.#items.map((item, index) => this.#nodesOf.toNode(item, index));
    return this.#nodes;
  }

  get edges(): Edge<Item, Node>[] {
    return this.#items.map((_, index) => new Edge(this, index));
  }

  get pageInfo(): PageInfo {
    return this;
  }

  get hasNextPage(): boolean {
    const last = this.#slices.at(-1);
    return last !== undefined && (last.next !== undefined || last.end < last.size);
  }

  /** REST pages have no way back: all that is known is that there are items before an `after`. */
  get hasPreviousPage(): boolean {
    return this.#start !== undefined;
  }

  get startCursor(): string | null {
    return this.#items.length === 0 ? null : this.cursor(0);
  }

  get endCursor(): string | null {
    return this.#items.length === 0 ? null : this.cursor(this.#items.length - 1);
  }

  item(index: number): Item {
    return this.#items[index] as Item;
  }

  /** The cursor of the item at an index. After a page's last item the list continues with the next page. */
  cursor(index: number): string {
    this.#fingerprint ??= listFingerprint(this.#list.url);
    let before = 0;
    for (const { token, limit, start, indexes, count, size, next } of this.#slices) {
      if (index < before + count) {
        const skip = (indexes?.[index - before] ?? start + index - before) + 1;
        const isLast = skip === size && next !== undefined;
        return encodeCursor(this.#fingerprint, isLast ? { token: next, limit, skip: 0 } : { token, limit, skip });
      }
      before += count;
    }
    throw new RangeError(`No item ${index}.`);
  }
}

/** For a connection without items. */
const noNodes: NodeMaker<never, never> = { toNode: (item) => item };

/** The `pageInfo` of a connection: the connection itself has its fields. */
export type PageInfo = Pick<Connection, 'hasNextPage' | 'hasPreviousPage' | 'startCursor' | 'endCursor'>;

/** An edge of a connection; what REST says of the relation is beside the node, in `item`. */
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
