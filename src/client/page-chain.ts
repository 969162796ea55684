/** A page of a list by its arguments, and its last cursor. */
export interface PageRange {
  readonly first: unknown;
  /** Null or undefined for a first page. */
  readonly after: unknown;
  readonly end: unknown;
}

/** The pages that follow a page, by their cursors. */
export function pagesAfter<Page extends PageRange>(page: Page | undefined, pages: readonly Page[]): Page[] {
  const byCursor = new Map<unknown, Page[]>();
  for (const other of pages) {
    if (typeof other.after === 'string') byCursor.set(other.after, [...(byCursor.get(other.after) ?? []), other]);
  }
  const list: Page[] = [];
  for (let last = page; last; ) {
    const { first, end }: Page = last;
    last = ofSize(first, byCursor.get(end) ?? []);
    if (last) list.push(last);
    byCursor.delete(end);
  }
  return list;
}

/** Pages of other sizes overlap: one of them is enough. */
export function ofSize<Page extends PageRange>(first: unknown, pages: readonly Page[]): Page | undefined {
  return pages.find((page) => page.first === first) ?? pages.at(-1);
}

export function without<Page>(some: readonly Page[], pages: readonly Page[]): Page[] {
  const dropped = new Set(some);
  return pages.filter((page) => !dropped.has(page));
}

/** Without items that have moved from one page to the next. An item without a key is never one of these. */
export function unique<Item>(items: readonly Item[], keyOf: (item: Item) => unknown): Item[] {
  const known = new Set<unknown>();
  return items.filter((item) => {
    const key = keyOf(item) ?? item;
    const isKnown = key !== null && known.has(key);
    known.add(key);
    return !isKnown;
  });
}
