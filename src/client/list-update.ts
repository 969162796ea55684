import {
  followingInfo,
  haveSameStart,
  indexOf,
  lengthUpTo,
  type Page,
  type PageInfo,
  type ReadField,
  recordOf,
  type StoredEdge,
  type StoredList,
  type View,
  type Views,
  viewOf,
  withoutRepeated,
} from './list.ts';

/** Puts a first page at the start of a list. If nothing has changed in it, the items behind it stay. */
export function withFirstPage(list: StoredList, page: Page, readField: ReadField): StoredList {
  return areRecords(page.edges, readField)
    ? new RecordsUpdate(list, page, 0, readField).result
    : withParts(list, page, 0, readField);
}

/** Puts a page behind the item of its cursor. The list stays as it is if it does not have the cursor. */
export function withFurtherPage(list: StoredList, page: Page, after: string, readField: ReadField): StoredList {
  if (areRecords(page.edges, readField)) {
    const start = lengthUpTo(after, list, readField);
    return start === undefined ? list : new RecordsUpdate(list, page, start, readField).result;
  }
  const start = lengthUpTo(after, viewOf(list, page.reader, readField), readField);
  return start === undefined ? list : withParts(list, page, start, readField);
}

function areRecords(edges: readonly StoredEdge[], readField: ReadField): boolean {
  return edges.every((edge) => recordOf(edge, readField) !== undefined);
}

/** Items that are no records belong to the selection that has them. */
function withParts(list: StoredList, page: Page, start: number, readField: ReadField): StoredList {
  const view = viewOf(list, page.reader, readField);
  const edges = [...(view.edges?.slice(0, start) ?? []), ...page.edges];
  const { selection, query } = page.reader;
  const own = { query, edges, pageInfo: start > 0 ? followingInfo(view.pageInfo, page.pageInfo) : page.pageInfo };
  const shared = list.edges && areRecords(list.edges, readField) ? list : own;
  return { edges: shared.edges, pageInfo: shared.pageInfo, views: { ...list.views, [selection]: own } };
}

/** A page of records that takes its place in a list. */
class RecordsUpdate {
  readonly #list: StoredList;
  readonly #page: Page;
  readonly #readField: ReadField;
  /** How many items precede the page. */
  readonly #start: number;
  /** How many items there are up to the end of the page. */
  readonly #end: number;
  readonly #isUnchanged: boolean;
  readonly #old: readonly StoredEdge[];
  readonly #edges: readonly StoredEdge[];

  constructor(list: StoredList, page: Page, start: number, readField: ReadField) {
    this.#list = list;
    this.#page = page;
    this.#start = start;
    this.#readField = readField;
    this.#old = list.edges ?? [];
    const before = this.#old.slice(0, start);
    const replaced = this.#old.slice(start);
    const fresh = withoutRepeated(before, page.edges, readField);
    this.#end = start + fresh.length;
    this.#isUnchanged = haveSameStart(replaced, fresh, readField);
    const merged = this.#isUnchanged ? fresh.map((edge, i) => ({ ...replaced[i], ...edge })) : fresh;
    const kept = this.#isUnchanged && page.hasMore ? replaced.slice(fresh.length) : [];
    this.#edges = [...before, ...merged, ...kept];
  }

  get result(): StoredList {
    return { edges: this.#edges, pageInfo: this.#pageInfo, views: { ...this.#otherViews, ...this.#ownView } };
  }

  /** Of the end of the list. */
  get #pageInfo(): PageInfo {
    const { pageInfo } = this.#list;
    if (this.#hasKept) return pageInfo;
    const followed = this.#followed(pageInfo);
    return this.#isUnchanged && this.#edges.length === this.#old.length ? { ...pageInfo, ...followed } : followed;
  }

  get #hasKept(): boolean {
    return this.#edges.length > this.#end;
  }

  #followed(pageInfo: PageInfo): PageInfo {
    return this.#start > 0 ? followingInfo(pageInfo, this.#page.pageInfo) : this.#page.pageInfo;
  }

  /** A view that the page has changed is gone: its queries have the list as it is, and are sent again if it lacks their fields. */
  get #otherViews(): Views {
    const others = Object.entries(this.#list.views ?? {}).filter(
      ([selection]) => selection !== this.#page.reader.selection,
    );
    return Object.fromEntries(
      others.flatMap(([selection, view]) => this.#otherView(view).map((kept) => [selection, kept])),
    );
  }

  #otherView(view: View): View[] {
    if (view.edges) return [view];
    const end = view.end ?? this.#recordAt(this.#old, this.#old.length - 1);
    const index = end === undefined ? -1 : indexOf(end, this.#edges, this.#readField);
    if (end !== undefined && (index < 0 || (index >= this.#start && !this.#isUnchanged))) return [];
    if (index < this.#edges.length - 1) return view.isLast ? [] : [{ ...view, end }];
    const isLast = this.#hasKept ? view.isLast : !this.#page.hasMore;
    return [{ query: view.query, isLast, pageInfo: view.pageInfo && { ...view.pageInfo, ...this.#pageInfo } }];
  }

  /** The view of the page's selection: up to the end of the page, or further if it was. */
  get #ownView(): Views {
    const { selection, query } = this.#page.reader;
    const view = this.#list.views?.[selection];
    const length = this.#lengthOf(view);
    if (length < this.#start) return view ? { [selection]: view } : {};
    if (view && this.#hasKept && length > this.#end) return { [selection]: view };
    const end = this.#hasKept ? this.#recordAt(this.#edges, this.#end - 1) : undefined;
    return { [selection]: { query, end, isLast: !this.#page.hasMore, pageInfo: this.#followed(view?.pageInfo) } };
  }

  /** How many items of the list a view has had. */
  #lengthOf(view: View | undefined): number {
    if (!view) return 0;
    return view.end === undefined ? this.#old.length : indexOf(view.end, this.#old, this.#readField) + 1;
  }

  #recordAt(edges: readonly StoredEdge[], index: number): string | undefined {
    return recordOf(edges[index], this.#readField);
  }
}
