import type { FieldNode } from 'graphql';
import { type PageRange, pagesAfter, unique, without } from './page-chain.ts';
import { digest, selectionKey, valuesOf } from './selection-key.ts';

/** Edges as Apollo Client stores them. A node that a query has selected without an edge is an edge that has the node alone. */
type Edges = readonly (Readonly<Record<string, unknown>> | null)[] | null | undefined;

type PageInfo = Readonly<Record<string, unknown>> | null | undefined;

/** A connection as Apollo Client writes and reads it: records are references. */
export interface Connection {
  readonly edges?: Edges;
  readonly nodes?: readonly unknown[] | null;
  readonly pageInfo?: PageInfo;
  readonly [field: string]: unknown;
}

/** A connection in the cache. */
export interface StoredConnection {
  /** As queries have written them, the newest last. */
  readonly pages?: readonly StoredPage[];
  readonly [field: string]: unknown;
}

/** What reads or writes a page. */
interface PageQuery {
  readonly first: unknown;
  /** Null for the start of the list. */
  readonly after: string | null;
  /** The digest of what the query selects. Pages of another selection may lack its fields. */
  readonly selection: string;
  /** The digests of the values of its variables, which fragments and other places of the query may use. */
  readonly values: Readonly<Record<string, string>>;
}

interface StoredPage extends PageQuery, PageRange {
  readonly after: string | null;
  /** The order in which pages were read. A first page that ends with the same item stays where it was. */
  readonly since: number;
  /** Undefined if the query has not selected them. */
  readonly edges?: Edges;
  readonly pageInfo?: PageInfo;
  /** Of a page without data: it has failed, or another query has found the list changed. */
  readonly state?: 'failed' | 'stale';
}

/** What is used of the options that Apollo Client gives to field policies. */
export interface ConnectionOptions {
  readonly args: Readonly<Record<string, unknown>> | null;
  canRead(value: unknown): boolean;
  mergeObjects(existing: object, incoming: object): object;
  readonly field: FieldNode | null;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** For `merge`: what the cache has, also if the query is to overwrite it. */
  readonly existingData?: unknown;
}

/** Of a list, unless the query that reads further has more. Older ones are read again. */
const maxPages = 500;

/** The first page of a query with the pages that follow it, without evicted records; of a query with `after`, its page alone. */
export function readConnection(
  existing: StoredConnection | null | undefined,
  options: ConnectionOptions,
): Connection | null | undefined {
  if (!existing) return existing;
  const { pages = [], ...fields } = existing;
  const query = queryOf(options);
  const start = startOf(pages, query);
  if (!start) return fields;
  if (start.state === 'failed') return null;
  // Apollo Client sends a query again only if it lacks something else than the last time.
  if (start.state === 'stale') return { ...fields, since: start.since };
  return { ...fields, ...joined(start.after === null ? chainOf(start, pages, query) : [start], options) };
}

/**
 * Puts a page into the list that the cache has.
 * - A page that fails leaves the one that the query has as it is.
 * - A first page that ends with the same item keeps the pages behind it, but for a refetch.
 * - A first page that has changed drops those of other queries that differ from it: these are sent again. Their results drop none, as
 *   queries whose results differ would be sent without end.
 */
export function mergePages(
  existing: StoredConnection | null | undefined,
  incoming: Connection | null,
  options: ConnectionOptions,
): StoredConnection {
  const known = existing ?? (options.existingData as StoredConnection | null | undefined);
  const query = queryOf(options);
  const pages = known?.pages ?? [];
  const previous = pages.find((page) => isPageOf(page, query));
  const others = pages.filter((page) => page !== previous);
  if (!incoming) {
    const failed = previous && !previous.state ? previous : { ...query, since: 0, end: null, state: 'failed' as const };
    return { ...known, pages: [...others, failed] };
  }
  const { edges: _edges, nodes: _nodes, pageInfo, ...fields } = incoming;
  const edges = edgesOf(incoming, options);
  if (edges === undefined && pageInfo === undefined) return { ...known, ...fields, pages: others };
  const end = pageInfo?.endCursor ?? edges?.at(-1)?.cursor;
  const shown = existing && query.after === null ? startOf(pages, query) : undefined;
  const isKept = shown && !shown.state && shown.end === end && lastItem(shown.edges) === lastItem(edges);
  const since = isKept ? shown.since : Math.max(0, ...pages.map((other) => other.since)) + 1;
  const page = { ...query, since, end, edges, pageInfo };
  const isChange = page.after === null && !isExpected(page, previous, options);
  return {
    ...known,
    ...fields,
    pages: bounded([...(isChange ? withStale(others, page, options) : others), page], page),
  };
}

/** Without the oldest pages, if there are too many, but with a page and the list that its query shows: to lose its start would end it. */
function bounded(pages: readonly StoredPage[], page: StoredPage): readonly StoredPage[] {
  const excess = pages.length - maxPages;
  if (excess <= 0) return pages;
  const query = { ...page, after: null };
  const start = startOf(pages, query);
  const list = [page, ...(start ? chainOf(start, pages, query) : [])];
  return without(without(list, pages).slice(0, excess), pages);
}

/** A cursor may be a position, whatever item is there. An item without an id is what the query has selected of it. */
function lastItem(edges: Edges): string | undefined {
  return JSON.stringify(edges?.at(-1)?.node);
}

function queryOf({ args, field, variables }: ConnectionOptions): PageQuery {
  const { first = null, after } = args ?? {};
  return {
    first,
    after: typeof after === 'string' ? after : null,
    selection: digest(selectionKey(field, variables)),
    values: valuesOf(field, variables),
  };
}

/** What a query has selected of the items of a page. */
function edgesOf({ edges, nodes }: Connection, { mergeObjects }: ConnectionOptions): Edges {
  if (!edges) return nodes ? nodes.map((node) => ({ node })) : edges === null ? null : nodes;
  return nodes
    ? edges.map((edge, i) => edge && { ...edge, node: mergedNode(nodes[i], edge.node, mergeObjects) })
    : edges;
}

function mergedNode(one: unknown, other: unknown, mergeObjects: ConnectionOptions['mergeObjects']): unknown {
  return isObject(one) && isObject(other) ? mergeObjects(one, other) : (other ?? one);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function isPageOf(page: StoredPage, query: PageQuery): boolean {
  return isSameQuery(page, query) && page.first === query.first && page.after === query.after;
}

function isSameQuery(one: PageQuery, other: PageQuery): boolean {
  return one.selection === other.selection && haveSameValues(one, other);
}

/** Whether a page of one query can follow that of another: fragments use variables. */
function canFollow(one: PageQuery, other: PageQuery): boolean {
  return one.selection === other.selection && haveNoOtherValues(one, other);
}

function haveSameValues(one: PageQuery, other: PageQuery): boolean {
  return Object.keys(one.values).length === Object.keys(other.values).length && haveNoOtherValues(one, other);
}

/** Whether two queries have the same values for the variables that both of them have. */
function haveNoOtherValues({ values: one }: PageQuery, { values: other }: PageQuery): boolean {
  return Object.entries(one).every(([name, value]) => (other[name] ?? value) === value);
}

/** The page of a query. If the cache has none, that of another query, which may have its fields. */
function startOf(pages: readonly StoredPage[], query: PageQuery): StoredPage | undefined {
  const own = pages.find((page) => isPageOf(page, query));
  if (own) return own;
  const fitting = pages.filter((page) => !page.state && page.after === query.after && isOfSize(page, query, pages));
  return (
    fitting.findLast((page) => isSameQuery(page, query)) ??
    fitting.findLast((page) => haveSameValues(page, query)) ??
    fitting.findLast(({ selection }) => selection === query.selection) ??
    fitting.at(-1)
  );
}

/** Whether a page has the size of a query, or begins a list that has no more items. Code that reads the list gives no selection. */
function isOfSize(page: StoredPage, query: PageQuery, pages: readonly StoredPage[]): boolean {
  if (page.first === query.first || query.selection === '') return true;
  const chain = chainOf(page, pages, query);
  const length = chain.reduce((sum, { edges }) => sum + (edges?.length ?? 0), 0);
  return chain.at(-1)?.pageInfo?.hasNextPage === false && (query.first === null || length <= Number(query.first));
}

/** A page with those that follow it, were read later, and have the fields of the page or of a query. */
function chainOf(page: StoredPage, pages: readonly StoredPage[], query: PageQuery): StoredPage[] {
  const isLater = (other: StoredPage) => other.since > page.since && !other.state;
  const further = pages.filter((other) => isLater(other) && (canFollow(page, other) || canFollow(query, other)));
  return [page, ...pagesAfter(page, further)];
}

function joined(list: readonly StoredPage[], options: ConnectionOptions): Connection {
  const [first, last] = [list[0], list.at(-1)];
  const all = list.flatMap((page) => page.edges ?? []);
  const edges = readable(first?.edges && unique(all, recordOf), options);
  const nodes = edges?.map((edge) => (edge === null ? null : edge.node));
  const { startCursor, hasPreviousPage } = first?.pageInfo ?? {};
  const pageInfo = last?.pageInfo && withoutUndefined({ ...last.pageInfo, startCursor, hasPreviousPage });
  return withoutUndefined({ edges, nodes: nodes?.includes(undefined) ? undefined : nodes, pageInfo });
}

/** Without the records that the cache has evicted. */
function readable(edges: Edges, { canRead }: ConnectionOptions): Edges {
  return edges?.filter((edge) => edge?.node === undefined || canRead(edge.node)) ?? edges;
}

/** Undefined for an item without an id, which the cache keeps inside of the list. */
function recordOf(edge: object | null): unknown {
  const node = edge && 'node' in edge ? edge.node : undefined;
  return isObject(node) && '__ref' in node ? node.__ref : undefined;
}

/** Whether a first page is what the cache has of it, or is read again because another query has found the list changed. */
function isExpected(page: StoredPage, previous: StoredPage | undefined, options: ConnectionOptions): boolean {
  if (previous?.state === 'stale') return true;
  return previous?.edges?.length === page.edges?.length && previous !== undefined && areAlike(previous, page, options);
}

/** Drops the first pages that differ from a new one. */
function withStale(pages: readonly StoredPage[], page: StoredPage, options: ConnectionOptions): StoredPage[] {
  const isStale = (other: StoredPage) => other.after === null && !other.state && !areAlike(other, page, options);
  return pages.map((other) => {
    const { edges, pageInfo, ...query } = other;
    return isStale(other) ? { ...query, state: 'stale' } : other;
  });
}

/** Whether a first page and a new one can be those of one list. Items without an id are all alike. */
function areAlike(page: StoredPage, fresh: StoredPage, options: ConnectionOptions): boolean {
  if (!page.edges || !fresh.edges) return true;
  const [one, other] = [readable(page.edges, options) ?? [], fresh.edges].map((edges) => edges.map(recordOf));
  const isCut = (info: PageInfo, length = 0, others = 0) => info?.hasNextPage === false && length < others;
  if (isCut(page.pageInfo, one?.length, other?.length) || isCut(fresh.pageInfo, other?.length, one?.length))
    return false;
  return !one?.some((record, i) => record && other?.[i] && record !== other[i]);
}

/** Apollo Client reads a field that is undefined as missing, as it does one that is absent. */
function withoutUndefined(connection: Connection): Connection {
  return Object.fromEntries(Object.entries(connection).filter(([, value]) => value !== undefined));
}
