import { type ItemOf, type ListOperation, maxPageSize, type Page, type PathOf } from '../contract/operation.ts';
import { PageTrail } from '../data/pagination-guard.ts';
import type { Loaders } from '../data/request-cache.ts';
import { urlOf } from '../http/url.ts';
import type { List } from './connection.ts';

/** A list that REST pages. */
export class RestList<O extends ListOperation> implements List<ItemOf<O>> {
  readonly #operation: O;
  readonly #path: PathOf<O>;
  readonly #query: Readonly<Record<string, unknown>> | undefined;
  readonly #loaders: Loaders;

  constructor(operation: O, path: PathOf<O>, query: Readonly<Record<string, unknown>> | undefined, loaders: Loaders) {
    this.#operation = operation;
    this.#path = path;
    this.#query = query;
    this.#loaders = loaders;
  }

  get url(): string {
    return urlOf(this.#operation, this.#path as Record<string, string>, this.#query);
  }

  read(token: string | undefined, limit: number): Promise<Page<ItemOf<O>>> {
    const answer = this.#loaders.readPage(this.#operation, this.#path, this.#query, token, limit);
    return answer as Promise<unknown> as Promise<Page<ItemOf<O>>>;
  }

  readEnvelope(): Promise<Page<ItemOf<O>>> {
    const answer = this.#loaders.readEnvelope(this.#operation, this.#path, this.#query);
    return answer as Promise<unknown> as Promise<Page<ItemOf<O>>>;
  }
}

/** A list that came whole, inside a record; `url` tells it from other lists. */
export class ArrayList<Item> implements List<Item> {
  readonly url: string;
  readonly #items: Item[];

  constructor(url: string, items: Item[]) {
    this.url = url;
    this.#items = items;
  }

  /** Pages of the same limit wherever a window starts, so that its cursors can be gone on from. */
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
  path: Readonly<Record<string, string>>,
  loaders: Loaders,
): Promise<ItemOf<O>[]> {
  const list = new RestList(operation, path as PathOf<O>, undefined, loaders);
  const items: ItemOf<O>[] = [];
  const trail = new PageTrail(undefined);
  let token: string | undefined;
  for (;;) {
    const page = await list.read(token, maxPageSize);
    items.push(...page.items);
    const next = page.next?.page;
    if (!next) return items;
    token = trail.follow(next, page.items.length);
  }
}
