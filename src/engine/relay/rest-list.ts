import type { Key } from '../contract/entity.ts';
import { type ItemOf, type ListOperation, maxPageSize, type Page, type PathOf } from '../contract/operation.ts';
import type { Query } from '../data/cached-read.ts';
import { PaginationGuard } from '../data/pagination-guard.ts';
import type { ListCall, RequestReads } from '../data/request-cache.ts';
import { urlOf } from '../http/url.ts';
import type { List } from './connection.ts';

/** A list that REST returns in pages. */
export class RestList<O extends ListOperation> implements List<ItemOf<O>>, ListCall {
  readonly operation: O;
  readonly path: Key;
  readonly query: Query | undefined;
  readonly url: string;
  readonly #cache: RequestReads;

  /** Throws BAD_USER_INPUT for a path parameter that no URL can hold. */
  constructor(operation: O, path: PathOf<O>, query: Query | undefined, cache: RequestReads) {
    this.operation = operation;
    this.path = path as Key;
    this.query = query;
    this.url = urlOf(operation, this.path, query);
    this.#cache = cache;
  }

  get maxPages(): number {
    return this.#cache.maxListPages;
  }

  read(token: string | undefined, limit: number): Promise<Page<ItemOf<O>>> {
    return this.#cache.readPage(this, token, limit) as Promise<Page<ItemOf<O>>>;
  }

  readEnvelope(): Promise<Page<ItemOf<O>>> {
    return this.#cache.readEnvelope(this) as Promise<Page<ItemOf<O>>>;
  }
}

/** A list that arrived whole, inside a record; `url` tells it from other lists. */
export class ArrayList<Item> implements List<Item> {
  readonly url: string;
  readonly maxPages = Number.POSITIVE_INFINITY;
  readonly #items: readonly Item[];

  constructor(url: string, items: readonly Item[]) {
    this.url = url;
    this.#items = items;
  }

  /** Pages of the same limit wherever a window starts, so that its cursors stay valid. */
  read(token: string | undefined, limit: number): Promise<Page<Item>> {
    const from = Number(token ?? 0);
    const to = from + Math.min(limit, maxPageSize);
    return Promise.resolve({
      items: this.#items.slice(from, to),
      count: this.#items.length,
      ...(to < this.#items.length && { next: { page: String(to) } }),
    });
  }
}

/** All items of a list, however many pages it takes. Rejects with BAD_UPSTREAM_RESPONSE for pages without end. */
export async function readAll<O extends ListOperation>(
  operation: O,
  path: PathOf<O>,
  cache: RequestReads,
): Promise<ItemOf<O>[]> {
  const items: ItemOf<O>[] = [];
  for await (const page of pagesOf(new RestList(operation, path, undefined, cache))) items.push(...page);
  return items;
}

/** The first item of a list that matches; undefined where none does. Rejects as `readAll` does. */
export async function findItem<O extends ListOperation>(
  operation: O,
  { path, query }: { path: PathOf<O>; query: Query },
  matches: (item: ItemOf<O>) => boolean,
  cache: RequestReads,
): Promise<ItemOf<O> | undefined> {
  for await (const page of pagesOf(new RestList(operation, path, query, cache))) {
    const found = page.find(matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function* pagesOf<Item>(list: List<Item>): AsyncGenerator<Item[]> {
  const guard = new PaginationGuard(undefined, list.maxPages);
  let token: string | undefined;
  for (;;) {
    const { items, next } = await list.read(token, maxPageSize);
    yield items;
    if (!next?.page) return;
    token = guard.follow(next.page, items.length);
  }
}
