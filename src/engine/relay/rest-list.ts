import type { ItemOf, ListEndpoint, PathOf } from '../contract/endpoint.ts';
import type { Key } from '../contract/entity.ts';
import type { Page, PageFormat } from '../contract/page-format.ts';
import type { Query } from '../data/cached-read.ts';
import { maxLookupPages, PaginationGuard } from '../data/pagination-guard.ts';
import type { ListCall, RequestReads } from '../data/request-cache.ts';
import { type Arrival, arrivalOf } from '../http/arrival.ts';
import { urlOf } from '../http/url.ts';
import { arrayFormat, arrayPage } from './array-pages.ts';
import type { List } from './connection.ts';

/** A list that REST returns in pages. */
export class RestList<O extends ListEndpoint> implements List<ItemOf<O>>, ListCall {
  readonly endpoint: O;
  readonly path: Key;
  readonly query: Query | undefined;
  readonly url: string;
  readonly #cache: RequestReads;

  /** Throws BAD_USER_INPUT for a path parameter that no URL can hold. */
  constructor(endpoint: O, path: PathOf<O>, query: Query | undefined, cache: RequestReads) {
    this.endpoint = endpoint;
    this.path = path as Key;
    this.query = query;
    this.url = urlOf(endpoint, this.path, query);
    this.#cache = cache;
  }

  get maxPages(): number {
    return this.#cache.maxListPages;
  }

  get format(): PageFormat {
    return this.endpoint.contract.pageFormat;
  }

  read(token: string | undefined, limit: number): Promise<Arrival<Page<ItemOf<O>>>> {
    return this.#cache.readPage(this, token, limit) as Promise<Arrival<Page<ItemOf<O>>>>;
  }

  readEnvelope(): Promise<Page<ItemOf<O>>> {
    return this.#cache.readEnvelope(this) as Promise<Page<ItemOf<O>>>;
  }
}

/** A list that arrived whole, inside a record; `url` tells it from other lists. */
export class ArrayList<Item> implements List<Item> {
  readonly url: string;
  readonly format = arrayFormat;
  readonly maxPages = Number.POSITIVE_INFINITY;
  readonly #items: readonly Item[];

  constructor(url: string, items: readonly Item[]) {
    this.url = url;
    this.#items = items;
  }

  /** Pages of the same limit wherever a window starts, so that its cursors stay valid. */
  read(token: string | undefined, limit: number): Promise<Arrival<Page<Item>>> {
    const from = Number(token ?? 0);
    return Promise.resolve(arrivalOf(arrayPage(this.#items.slice(from, from + limit), this.#items.length)));
  }
}

/**
 * All items of a list. Rejects with BAD_UPSTREAM_RESPONSE for pages without end, and with OPERATION_TOO_EXPENSIVE for more
 * than `maxLookupPages`.
 */
export async function readWhole<O extends ListEndpoint>(list: RestList<O>): Promise<ItemOf<O>[]> {
  const items: ItemOf<O>[] = [];
  for await (const page of pagesOf(list)) for (const item of page) items.push(item);
  return items;
}

/** The first item of a list that matches; undefined where none does. Rejects as `readWhole` does. */
export async function findItem<O extends ListEndpoint>(
  endpoint: O,
  { path, query }: { path: PathOf<O>; query: Query },
  matches: (item: ItemOf<O>) => boolean,
  cache: RequestReads,
): Promise<ItemOf<O> | undefined> {
  for await (const page of pagesOf(new RestList(endpoint, path, query, cache))) {
    const found = page.find(matches);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The items of each page of a list. Rejects as `readWhole` does. */
export async function* pagesOf<Item>(list: List<Item>): AsyncGenerator<readonly Item[]> {
  const { format } = list;
  const { maxLimit } = format.paging;
  const guard = new PaginationGuard(undefined, Math.min(list.maxPages, maxLookupPages));
  let token: string | undefined;
  for (;;) {
    const page = (await list.read(token, maxLimit)).take();
    const items = format.itemsOf(page);
    yield items;
    const next = format.nextOf(page, token, maxLimit);
    if (next === undefined) return;
    token = guard.follow(next, items.length);
  }
}
