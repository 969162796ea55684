import type { ArgumentNode, FieldNode, VariableNode } from 'graphql';

/** A connection as Apollo's cache stores it: records are references. */
export interface StoredConnection {
  readonly edges?: readonly StoredEdge[] | null;
  readonly nodes?: readonly unknown[] | null;
  readonly pageInfo?: Readonly<Record<string, unknown>> | null;
  readonly [field: string]: unknown;
}

type StoredEdge = Readonly<Record<string, unknown>>;

/** What is used of the options that Apollo Client gives to field policies. */
export interface ConnectionOptions {
  readonly args: Readonly<Record<string, unknown>> | null;
  readField(name: string, from: object | undefined): unknown;
  canRead(value: unknown): boolean;
  readonly field: FieldNode | null;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** What the policy remembers of a list. */
  readonly storage: ListStorage;
}

interface ListStorage {
  /** The selection that wrote all pages of the list; null if several did. */
  selection?: string | null;
}

/** An item of a list. Queries select edges, nodes or both. */
interface Item {
  readonly edge: StoredEdge | undefined;
  readonly node: unknown;
}

type ReadField = ConnectionOptions['readField'];
type PageInfo = StoredConnection['pageInfo'];

/** The list as queries see it, without records that the cache has evicted. */
export function readConnection(
  existing: StoredConnection | null | undefined,
  { readField, canRead }: ConnectionOptions,
): StoredConnection | null | undefined {
  if (!existing?.edges) return existing;
  const isThere = (node: unknown) => node === undefined || canRead(node);
  const edges = existing.edges.filter((edge) => isThere(readField('node', edge)));
  const nodes = edges.map((edge) => readField('node', edge));
  return nodes.includes(undefined) ? { ...existing, edges } : { ...existing, edges, nodes };
}

/**
 * Puts a page into the list that the cache has.
 * - A failed page is null. It leaves a list as it is, and does not become an empty one.
 * - A further page follows the item of its cursor. Items that an addition has moved there from the page before are not repeated.
 * - A first page replaces the list. If nothing has changed in it, the further pages of the same selection stay. Those of another may lack
 *   fields that the page has, and the list could never be read.
 * - A query of `totalCount` alone changes no items.
 */
export function mergePages(
  existing: StoredConnection | null | undefined,
  incoming: StoredConnection | null,
  options: ConnectionOptions,
): StoredConnection | null {
  const { args, readField, storage } = options;
  if (!incoming) return existing ?? null;
  const page = itemsOf(incoming, readField);
  if (!page) return { ...existing, ...incoming };
  const list = (existing && itemsOf(existing, readField)) ?? [];
  const selection = selectionOf(options);
  const isOfSameSelection = storage.selection === selection;
  const after = args?.after;
  if (typeof after === 'string') {
    const before = upTo(after, list, readField);
    storage.selection = isOfSameSelection || before.length === 0 ? selection : null;
    const items = [...before, ...withoutRepeated(before, page)];
    return stored(existing, incoming, items, followingInfo(existing?.pageInfo, incoming.pageInfo), readField);
  }
  storage.selection = selection;
  const isUnchanged =
    isOfSameSelection && hasMore(incoming, page, args) && page.every((item, i) => isSame(item, list[i]));
  const items = isUnchanged ? [...page, ...list.slice(page.length)] : page;
  const keepsEnd = isUnchanged && list.length > page.length;
  const info = keepsEnd ? { ...incoming.pageInfo, ...existing?.pageInfo } : incoming.pageInfo;
  return stored(existing, incoming, items, info, readField);
}

/** What a query selects of a page, with the values of its variables. */
function selectionOf({ field, variables }: ConnectionOptions): string {
  return JSON.stringify(field?.selectionSet ?? null, (key, value: unknown) => {
    if (key === 'loc') return undefined;
    if (Array.isArray(value)) return value.filter((node) => !isIgnored(node as Partial<FieldNode | ArgumentNode>));
    const node = value as Partial<VariableNode> | null;
    return node?.kind === 'Variable' ? { value: variables?.[node.name?.value ?? ''] } : value;
  });
}

/** Apollo Client adds `__typename`, but not to documents that code writes to the cache. Pages are no other selection. */
function isIgnored({ kind, name }: Partial<FieldNode | ArgumentNode>): boolean {
  if (kind === 'Field') return name?.value === '__typename';
  return kind === 'Argument' && (name?.value === 'first' || name?.value === 'after');
}

/** Undefined if a query has selected no items. */
function itemsOf({ edges, nodes }: StoredConnection, readField: ReadField): Item[] | undefined {
  if (edges) return edges.map((edge, i) => ({ edge, node: readField('node', edge) ?? nodes?.[i] }));
  return nodes?.map((node) => ({ edge: undefined, node }));
}

/** The items up to that of a cursor; all of them if none has it, because nodes have no cursors. */
function upTo(cursor: string, list: readonly Item[], readField: ReadField): readonly Item[] {
  const index = list.findIndex(({ edge }) => edge && readField('cursor', edge) === cursor);
  return index < 0 ? list : list.slice(0, index + 1);
}

function withoutRepeated(before: readonly Item[], page: readonly Item[]): Item[] {
  const known = new Set(before.map(refOf));
  return page.filter((item) => refOf(item) === undefined || !known.has(refOf(item)));
}

/** Whether a first page need not be the whole list. */
function hasMore({ pageInfo }: StoredConnection, page: readonly Item[], args: ConnectionOptions['args']): boolean {
  const hasNextPage = pageInfo?.hasNextPage;
  return typeof hasNextPage === 'boolean' ? hasNextPage : typeof args?.first === 'number' && page.length >= args.first;
}

function isSame(item: Item, other: Item | undefined): boolean {
  return other !== undefined && refOf(item) !== undefined && refOf(item) === refOf(other);
}

/** Undefined for a record that the cache keeps inside of the list. */
function refOf({ node }: Item): string | undefined {
  const ref = typeof node === 'object' && node !== null && '__ref' in node ? node.__ref : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

/** The list begins where its first page does, and ends where its last page does. */
function followingInfo(first: PageInfo, last: PageInfo): PageInfo {
  if (!first || !last) return last;
  const { startCursor = last.startCursor, hasPreviousPage = last.hasPreviousPage } = first;
  return { ...first, ...last, startCursor, hasPreviousPage };
}

/** Edges contain the nodes, so nodes are stored only where a query has selected them without. */
function stored(
  existing: StoredConnection | null | undefined,
  incoming: StoredConnection,
  items: readonly Item[],
  pageInfo: PageInfo,
  readField: ReadField,
): StoredConnection {
  const list = { ...existing, ...incoming, edges: undefined, nodes: undefined, pageInfo };
  const edges = items.map(({ edge }) => edge).filter((edge) => edge !== undefined);
  const nodes = items.map(({ node }) => node);
  const hasEdges = edges.length === items.length && (items.length > 0 || incoming.edges !== undefined);
  const hasNodes =
    !nodes.includes(undefined) && !(hasEdges && edges.every((edge) => readField('node', edge) !== undefined));
  return withoutUndefined({ ...list, ...(hasEdges && { edges }), ...(hasNodes && { nodes }) });
}

/** Apollo Client reads a field that is undefined as missing, and one that is absent, too. Absent fields are not copied further. */
function withoutUndefined(list: StoredConnection): StoredConnection {
  return Object.fromEntries(Object.entries(list).filter(([, value]) => value !== undefined));
}
