/** An edge as Apollo's cache stores it. A node that a query has selected without an edge is an edge that has the node alone. */
export type StoredEdge = Readonly<Record<string, unknown>>;

export type PageInfo = Readonly<Record<string, unknown>> | null | undefined;

export type ReadField = (name: string, from: object | undefined) => unknown;

/** Items that follow one another. */
export interface StoredList {
  readonly edges?: readonly StoredEdge[] | null;
  readonly pageInfo?: PageInfo;
  readonly views?: Views;
}

/** By what a query selects of the list. */
export type Views = Readonly<Record<string, View>>;

/** What the queries of one selection have of a list. Records that others have appended may lack fields of the selection. */
export interface View {
  /** The query that has written it, by its values. */
  readonly query: string;
  /** The last record of the view, which is the whole list without it. */
  readonly end?: string | undefined;
  /** Whether no items followed it when it was read. */
  readonly isLast?: boolean;
  /** Items that are no records: the cache cannot merge those of two selections. */
  readonly edges?: readonly StoredEdge[];
  readonly pageInfo?: PageInfo;
}

export interface Page {
  readonly edges: readonly StoredEdge[];
  readonly pageInfo: PageInfo;
  /** Whether there may be items behind the page. */
  readonly hasMore: boolean;
  readonly reader: Reader;
}

/** What reads or writes a list: a selection in a query. */
export interface Reader {
  readonly selection: string;
  /** The values of the query. A query may select the list in several places, but writes it as one of them. */
  readonly query: string;
}

type Items = Pick<StoredList, 'edges' | 'pageInfo'>;

/** What a selection has of a list; the whole list if no query of the selection has written to it. */
export function viewOf(list: StoredList, reader: Reader, readField: ReadField): Items {
  const view = list.views?.[reader.selection] ?? viewOfQuery(list, reader);
  if (view?.edges) return view;
  const edges = list.edges ?? [];
  const last = view?.end === undefined ? -1 : indexOf(view.end, edges, readField);
  if (last >= 0) return { edges: edges.slice(0, last + 1), pageInfo: view?.pageInfo };
  return { edges: list.edges, pageInfo: view?.pageInfo ? { ...list.pageInfo, ...view.pageInfo } : list.pageInfo };
}

function viewOfQuery({ views = {} }: StoredList, { query }: Reader): View | undefined {
  return Object.values(views).findLast((view) => view.query === query && !view.edges);
}

/** How many items of a list precede those behind a cursor. Undefined if the list does not have the cursor. */
export function lengthUpTo(cursor: string, list: StoredList, readField: ReadField): number | undefined {
  const edges = list.edges ?? [];
  const index = edges.findIndex((edge) => readField('cursor', edge) === cursor);
  if (index >= 0) return index + 1;
  if (list.pageInfo?.endCursor === cursor) return edges.length;
  const view = Object.values(list.views ?? {}).find(({ pageInfo }) => pageInfo?.endCursor === cursor);
  if (!view || view.edges) return undefined;
  return view.end === undefined ? edges.length : indexOf(view.end, edges, readField) + 1 || undefined;
}

export function indexOf(record: string, edges: readonly StoredEdge[], readField: ReadField): number {
  return edges.findIndex((edge) => recordOf(edge, readField) === record);
}

/** Undefined for an object that the cache keeps inside of the list. */
export function recordOf(edge: StoredEdge | undefined, readField: ReadField): string | undefined {
  const node = edge && readField('node', edge);
  const ref = typeof node === 'object' && node !== null && '__ref' in node ? node.__ref : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

export function withoutRepeated(
  before: readonly StoredEdge[],
  page: readonly StoredEdge[],
  readField: ReadField,
): StoredEdge[] {
  const known = new Set(before.map((edge) => recordOf(edge, readField)));
  return page.filter((edge) => !known.has(recordOf(edge, readField)));
}

/** Whether two lists begin with the same records, as far as both go. */
export function haveSameStart(one: readonly StoredEdge[], other: readonly StoredEdge[], readField: ReadField): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length).every((edge, i) => {
    const record = recordOf(edge, readField);
    return record !== undefined && record === recordOf(other[i], readField);
  });
}

/** The list begins where its first page does, and ends where its last page does. */
export function followingInfo(first: PageInfo, last: PageInfo): PageInfo {
  if (!first || !last) return last;
  const { startCursor = last.startCursor, hasPreviousPage = last.hasPreviousPage } = first;
  const start = { startCursor, hasPreviousPage };
  return { ...last, ...Object.fromEntries(Object.entries(start).filter(([, value]) => value !== undefined)) };
}
