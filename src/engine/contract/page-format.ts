import type { Dialect } from './dialect.ts';
import { isJsonObject, type JsonObject } from './json.ts';

/** One page of a list: the body of a response, in the envelope of its dialect. A `PageFormat` reads it. */
export interface Page<Item> {
  readonly [field: string]: unknown;
  /** The type of the items; there is no such property. */
  readonly '~item'?: Item;
}

/** The parts of a dialect that pages depend on. */
type PagedDialect = Pick<Dialect, 'paging' | 'list'>;

/** Reads the pages of a dialect. It makes no object: it is called for each page of each list. */
export class PageFormat {
  readonly paging: Dialect['paging'];
  readonly #items: string;
  readonly #count: PathInPage | undefined;
  readonly #next: PathInPage | undefined;

  constructor({ paging, list }: PagedDialect) {
    this.paging = paging;
    this.#items = list.items;
    this.#count = list.count === undefined ? undefined : new PathInPage(list.count, 'number');
    this.#next = paging.kind === 'token' ? new PathInPage(paging.next, 'string') : undefined;
  }

  /** The items of a page that was checked when it arrived. */
  itemsOf<Item>(page: Page<Item>): readonly Item[] {
    return (page[this.#items] as readonly Item[] | undefined) ?? [];
  }

  /** The number of items in the whole list; undefined where the page does not have it. */
  countOf(page: Page<unknown>): number | undefined {
    return this.#count?.in(page) as number | undefined;
  }

  /**
   * The token of the page after `page`, which was read with `token` and `limit`; undefined for the last page. In a dialect
   * of offsets, the token is the number of items before the page.
   */
  nextOf(page: Page<unknown>, token: string | undefined, limit: number): string | undefined {
    if (this.#next !== undefined) return (this.#next.in(page) as string | undefined) || undefined;
    const size = this.itemsOf(page).length;
    const end = Number(token ?? 0) + size;
    const count = this.countOf(page);
    const isLast = count === undefined ? size < limit : size === 0 || end >= count;
    return isLast ? undefined : String(end);
  }

  /** The field of a page's envelope that leads to the next page, if it has another type than the dialect says. */
  invalidFieldIn(page: JsonObject): string | undefined {
    const path = this.#next ?? this.#count;
    return path?.isInvalidIn(page) ? path.first : undefined;
  }
}

/** A value in a page, one or two levels below its root. */
class PathInPage {
  readonly first: string;
  readonly #second: string | undefined;
  readonly #type: 'number' | 'string';

  constructor(path: string, type: 'number' | 'string') {
    const [first = '', second, ...others] = path.split('.');
    if (others.length > 0) throw new TypeError(`${path} has more than two levels.`);
    this.first = first;
    this.#second = second;
    this.#type = type;
  }

  in(page: JsonObject): unknown {
    const value = page[this.first];
    return this.#second === undefined ? value : (value as JsonObject | null | undefined)?.[this.#second];
  }

  /** Whether there is a value of another type. Null is none. */
  isInvalidIn(page: JsonObject): boolean {
    const outer = page[this.first];
    if (outer == null) return false;
    if (this.#second !== undefined && !isJsonObject(outer)) return true;
    const value = this.in(page);
    return value != null && typeof value !== this.#type;
  }
}
