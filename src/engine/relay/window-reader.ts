import type { Page, PageFormat } from '../contract/page-format.ts';

/** The part of one REST page that belongs to a window. */
export interface PageSlice {
  /** Names the page; undefined for the first one. */
  readonly token: string | undefined;
  readonly limit: number;
  /** Index in the page of the first item that was looked at, and of the one after the last. */
  readonly start: number;
  readonly end: number;
  /** Indexes in the page of the items, where they do not simply follow one another from `start`. */
  readonly indexes: readonly number[] | undefined;
  /** Number of items that the slice contributes to the window. */
  readonly count: number;
  /** Number of items in the whole page. */
  readonly size: number;
  /** The token of the page after it. */
  readonly next: string | undefined;
}

/** Collects the items of a window from one page after the other. */
export class WindowReader<Item> {
  readonly limit: number;
  /** Most windows have one, so that no list is made to grow. */
  slices: readonly PageSlice[] = noSlices;
  items: readonly Item[] = noItems;
  /** The token of the page to continue with; undefined when the window is full, or the list at its end. */
  next: string | undefined;
  readonly #first: number;
  readonly #includes: ((item: Item) => boolean) | undefined;

  /** Reads at most `first` items, from pages of `limit`; only those that it `includes`, where that is given. */
  constructor(first: number, limit: number, includes?: (item: Item) => boolean) {
    this.#first = first;
    this.limit = limit;
    this.#includes = includes;
  }

  /** How many items the last page held. */
  get lastSize(): number {
    return this.slices.at(-1)?.size ?? 0;
  }

  /** Adds the items of a page, but for the first `skip`. */
  add(format: PageFormat, page: Page<Item>, token: string | undefined, skip: number): void {
    const all = format.itemsOf(page);
    const size = all.length;
    const next = format.nextOf(page, token, this.limit);
    const missing = this.#first - this.items.length;
    const end = Math.max(skip, Math.min(size, skip + missing));
    const includes = this.#includes;
    if (includes === undefined || all.every(includes)) {
      const items = skip === 0 && end === size ? all : all.slice(skip, end);
      this.#append(items, {
        token,
        limit: this.limit,
        start: skip,
        end,
        indexes: undefined,
        count: items.length,
        size,
        next,
      });
    } else {
      const { items, ...place } = selected(all, skip, missing, includes);
      this.#append(items, { token, limit: this.limit, start: skip, ...place, count: items.length, size, next });
    }
  }

  #append(items: readonly Item[], slice: PageSlice): void {
    const isFirst = this.slices.length === 0;
    this.items = isFirst ? items : this.items.concat(items);
    this.slices = isFirst ? [slice] : [...this.slices, slice];
    this.next = this.items.length < this.#first ? slice.next : undefined;
  }
}

const noSlices: readonly PageSlice[] = [];
const noItems: readonly never[] = [];

/** Up to `most` of the items from `start` on, without those that are not included; `end` is past all of these that follow. */
function selected<Item>(all: readonly Item[], start: number, most: number, includes: (item: Item) => boolean) {
  const items: Item[] = [];
  const indexes: number[] = [];
  let end = start;
  for (const item of all.slice(start)) {
    if (includes(item)) {
      if (items.length === most) break;
      items.push(item);
      indexes.push(end);
    }
    end++;
  }
  return { items, end, indexes };
}
