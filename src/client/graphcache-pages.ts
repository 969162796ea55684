import { ofSize, type PageRange, pagesAfter, unique, without } from './page-chain.ts';

type Args = Readonly<Record<string, unknown>>;

/** The key of an entity. Graphcache has one for every object, whether it is a record or a part of one. */
type Link = string | null;

/** What is used of graphcache's cache. */
interface PageCache {
  inspectFields(entity: string): { fieldName: string; fieldKey: string; arguments: Args | null }[];
  resolve(entity: string, field: string): unknown;
}

/** What is used of graphcache's information about a field. */
interface FieldInfo {
  readonly parentKey: string;
  readonly parentFieldKey: string;
  readonly fieldName: string;
  /** Whether graphcache sends the query, because the cache lacks some of its data. */
  partial?: boolean;
}

/** A page in the cache. Its edges or nodes are undefined if no query has selected them. */
interface Page extends PageRange {
  readonly key: string;
  readonly type: string;
  readonly edges: readonly Link[] | undefined;
  readonly nodes: readonly Link[] | undefined;
  readonly info: unknown;
}

/** A connection for graphcache to read. What is absent here is read from the page of the query's own arguments. */
interface JoinedConnection {
  __typename: string;
  edges?: Link[];
  nodes?: Link[];
  pageInfo?: Record<string, string | boolean | null>;
}

/**
 * A resolver of graphcache for a connection. It joins the page of the query's own arguments with the pages before it, by their cursors.
 * While the cache lacks that page, the other pages are shown and the query is sent. Edges or nodes that no query has selected are a
 * miss.
 */
export function joinPages(
  _parent: unknown,
  args: Args,
  cache: PageCache,
  info: FieldInfo,
): JoinedConnection | undefined {
  const pages = pagesOf(args, cache, info);
  const ownKey = cache.resolve(info.parentKey, info.parentFieldKey);
  const own = pages.find(({ key }) => key === ownKey);
  if (own && !own.edges && !own.nodes) return { __typename: own.type };
  const list = pagesUpTo(own, args, pages.filter(hasItemsLike(own)));
  const [page] = list;
  if (!page) return undefined;
  if (ownKey === undefined) info.partial = true;
  const pageInfo = own === page && list.length === 1 ? {} : { pageInfo: joinedInfo(list, cache) };
  return { __typename: page.type, ...joinedItems(list, cache), ...pageInfo };
}

function pagesOf(args: Args, cache: PageCache, { parentKey, fieldName }: FieldInfo): Page[] {
  return cache
    .inspectFields(parentKey)
    .filter((field) => field.fieldName === fieldName && filtersOf(field.arguments) === filtersOf(args))
    .flatMap(({ fieldKey, arguments: pageArgs }) => {
      const key = cache.resolve(parentKey, fieldKey);
      return typeof key === 'string' ? [pageOf(key, pageArgs ?? {}, cache)] : [];
    });
}

/** What a list contains: its arguments in one order, but for those of paging. */
function filtersOf(args: Args | null): string {
  const { first, after, ...filters } = args ?? {};
  return JSON.stringify(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function pageOf(key: string, { first, after }: Args, cache: PageCache): Page {
  const type = String(cache.resolve(key, '__typename'));
  const edges = linksOf(cache.resolve(key, 'edges'));
  const nodes = linksOf(cache.resolve(key, 'nodes')) ?? nodesOf(edges, cache);
  const info = cache.resolve(key, 'pageInfo');
  return { key, type, first, after, edges, nodes, info, end: endOf(edges, info, cache) };
}

function linksOf(value: unknown): Link[] | undefined {
  return Array.isArray(value) ? value : undefined;
}

/** Undefined if a query has selected edges without their nodes. */
function nodesOf(edges: readonly Link[] | undefined, cache: PageCache): Link[] | undefined {
  const nodes = edges?.map((edge) => nodeOf(edge, cache));
  return nodes?.every((node) => node !== undefined) ? nodes : undefined;
}

function nodeOf(edge: Link, cache: PageCache): Link | undefined {
  return edge === null ? null : (cache.resolve(edge, 'node') as Link | undefined);
}

function endOf(edges: readonly Link[] | undefined, info: unknown, cache: PageCache): unknown {
  const end = typeof info === 'string' ? cache.resolve(info, 'endCursor') : undefined;
  const last = edges?.at(-1);
  return end ?? (last ? cache.resolve(last, 'cursor') : undefined);
}

/** Whether a page has the items that the query's own page has, or any items if the cache lacks that page. */
function hasItemsLike(own: Page | undefined): (page: Page) => boolean {
  if (!own) return ({ edges, nodes }) => edges !== undefined || nodes !== undefined;
  return ({ edges, nodes }) => Boolean((edges || !own.edges) && (nodes || !own.nodes));
}

/** A page behind those that lead to it. Further pages may lack fields of the query: it has not read them. */
function pagesUpTo(own: Page | undefined, args: Args, pages: readonly Page[]): Page[] {
  const others = pages.filter((page) => page !== own);
  if (own) return [...pagesBefore(own, others), own];
  return typeof args.after === 'string' ? pagesBefore(args, others) : firstPage(args, others);
}

/** The pages that lead to the cursor of a page. If no page ends there, because the list has changed, those of the list as it is now. */
function pagesBefore({ first, after }: Pick<Page, 'first' | 'after'> | Args, pages: readonly Page[]): Page[] {
  if (typeof after !== 'string') return [];
  const previous = ofSize(
    first,
    pages.filter(({ end }) => end === after),
  );
  if (previous) return [...pagesBefore(previous, without([previous], pages)), previous];
  const start = firstPage({ first }, pages);
  return [...start, ...pagesAfter(start[0], without(start, pages))];
}

function firstPage({ first }: Args, pages: readonly Page[]): Page[] {
  const page = ofSize(
    first,
    pages.filter(({ after }) => typeof after !== 'string'),
  );
  return page ? [page] : [];
}

function joinedItems(list: readonly Page[], cache: PageCache): Pick<JoinedConnection, 'edges' | 'nodes'> {
  const edges = list.every((page) => page.edges) && list.flatMap((page) => page.edges ?? []);
  const nodes = list.every((page) => page.nodes) && list.flatMap((page) => page.nodes ?? []);
  return {
    ...(edges && { edges: unique(edges, (edge) => nodeOf(edge, cache)) }),
    ...(nodes && { nodes: unique(nodes, (node) => node) }),
  };
}

/** The list begins where its first page does, and ends where its last page does. */
function joinedInfo(list: readonly Page[], cache: PageCache): Record<string, string | boolean | null> {
  const fields = [
    ...['startCursor', 'hasPreviousPage'].map((name) => [name, infoField(list[0], name, cache)]),
    ...['endCursor', 'hasNextPage'].map((name) => [name, infoField(list.at(-1), name, cache)]),
  ].filter(([, value]) => value !== undefined);
  return { __typename: 'PageInfo', ...Object.fromEntries(fields) };
}

function infoField(page: Page | undefined, name: string, cache: PageCache): unknown {
  return typeof page?.info === 'string' ? cache.resolve(page.info, name) : undefined;
}
