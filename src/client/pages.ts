import type { FieldNode } from 'graphql';
import {
  haveSameStart,
  type Page,
  type PageInfo,
  type Reader,
  type StoredEdge,
  type StoredList,
  viewOf,
} from './list.ts';
import { withFirstPage, withFurtherPage } from './list-update.ts';
import { selectionKey, valuesKey } from './selection-key.ts';

/** A connection as Apollo Client writes and reads it: records are references. */
export interface Connection {
  readonly edges?: readonly StoredEdge[] | null;
  readonly nodes?: readonly unknown[] | null;
  readonly pageInfo?: PageInfo;
  readonly [field: string]: unknown;
}

/** A connection in the cache. Its own items are the list from its start. */
export interface StoredConnection extends Connection, StoredList {
  readonly nodes?: never;
  /** By `first` and `after`. A page that failed is null. */
  readonly pages?: Readonly<Record<string, StoredList | null>>;
}

/** What is used of the options that Apollo Client gives to field policies. */
export interface ConnectionOptions {
  readonly args: Readonly<Record<string, unknown>> | null;
  readField(name: string, from: object | undefined): unknown;
  canRead(value: unknown): boolean;
  readonly field: FieldNode | null;
  readonly variables?: Readonly<Record<string, unknown>>;
  /** For `merge`: what the cache has, also if the query is to overwrite it. */
  readonly existingData?: unknown;
}

/** The list as queries see it, without records that the cache has evicted; a query with `after` sees its page alone. */
export function readConnection(
  existing: StoredConnection | null | undefined,
  options: ConnectionOptions,
): Connection | null | undefined {
  if (!existing) return existing;
  const { edges, pageInfo, views, pages, ...fields } = existing;
  const key = pageKey(options);
  const list = key === undefined ? existing : pages?.[key];
  if (list === null) return null;
  return { ...fields, ...(list && itemsOf(list, options)) };
}

function itemsOf(list: StoredList, options: ConnectionOptions): Connection {
  const { readField, canRead } = options;
  const view = viewOf(list, readerOf(options), readField);
  const isThere = (node: unknown) => node === undefined || canRead(node);
  const edges = view.edges?.filter((edge) => isThere(readField('node', edge)));
  const nodes = edges?.map((edge) => readField('node', edge));
  return withoutUndefined({ edges, nodes: nodes?.includes(undefined) ? undefined : nodes, pageInfo: view.pageInfo });
}

/**
 * Puts a page into the list that the cache has.
 * - A failed page is null. It leaves a list as it is, and does not become an empty one.
 * - A further page follows the item of its cursor. Items that an addition has moved there from the page before are not repeated. Queries
 *   with `after` have it as a page, also if the list does not have its cursor.
 * - A first page replaces the list. If nothing has changed in it, the further pages stay, for the queries that select the same.
 * - A query of `totalCount` alone changes no items.
 * - A query that is refetched begins its list anew. Other selections keep their pages.
 */
export function mergePages(
  existing: StoredConnection | null | undefined,
  incoming: Connection | null,
  options: ConnectionOptions,
): StoredConnection | null {
  const key = pageKey(options);
  const known = existing ?? withoutOwnView(options);
  if (!incoming) return withFailure(known, key);
  const { edges, nodes, pageInfo, ...fields } = incoming;
  const connection = { ...known, ...fields };
  if (!edges && !nodes && !pageInfo) return connection;
  return key === undefined
    ? withList(connection, incoming, options)
    : withFurtherList(connection, key, incoming, options);
}

/** What the cache has for other selections than that of a query which overwrites it. */
function withoutOwnView(options: ConnectionOptions): StoredConnection | null | undefined {
  const connection = options.existingData as StoredConnection | null | undefined;
  if (!connection?.views) return connection;
  const { [readerOf(options).selection]: _, ...views } = connection.views;
  return { ...connection, views };
}

/** Undefined for the start of the list. */
function pageKey({ args }: ConnectionOptions): string | undefined {
  return typeof args?.after === 'string' ? JSON.stringify([args.after, args.first ?? null]) : undefined;
}

function withFailure(existing: StoredConnection | null | undefined, key: string | undefined): StoredConnection | null {
  if (!existing || key === undefined) return existing ?? null;
  return { ...existing, pages: { ...existing.pages, [key]: existing.pages?.[key] ?? null } };
}

function withList(existing: StoredConnection, incoming: Connection, options: ConnectionOptions): StoredConnection {
  const { pages, ...connection } = existing;
  const page = pageOf(incoming, options);
  const list = page ? withFirstPage(existing, page, options.readField) : withInfo(existing, incoming, options);
  const isUnchanged = haveSameStart(existing.edges ?? [], page?.edges ?? [], options.readField);
  return { ...connection, ...list, ...(pages && isUnchanged && { pages }) };
}

function withFurtherList(
  existing: StoredConnection,
  key: string,
  incoming: Connection,
  options: ConnectionOptions,
): StoredConnection {
  const { readField, args } = options;
  const stored = existing.pages?.[key] ?? {};
  const page = pageOf(incoming, options);
  const list = page ? withFirstPage(stored, page, readField) : withInfo(stored, incoming, options);
  const joined = page && existing.edges ? withFurtherPage(existing, page, String(args?.after), readField) : {};
  return { ...existing, ...joined, pages: { ...existing.pages, [key]: list } };
}

/** Undefined if a query has selected no items. */
function pageOf({ edges, nodes, pageInfo }: Connection, options: ConnectionOptions): Page | undefined {
  const items = edges ? edges.map((edge, i) => withNode(edge, nodes?.[i], options)) : nodes?.map((node) => ({ node }));
  return items && { edges: items, pageInfo, hasMore: hasMore(items, pageInfo, options), reader: readerOf(options) };
}

function withNode(edge: StoredEdge, node: unknown, { readField }: ConnectionOptions): StoredEdge {
  return node === undefined || readField('node', edge) !== undefined ? edge : { ...edge, node };
}

/** Whether a first page need not be the whole list. */
function hasMore(items: readonly StoredEdge[], pageInfo: PageInfo, { args }: ConnectionOptions): boolean {
  const hasNextPage = pageInfo?.hasNextPage;
  return typeof hasNextPage === 'boolean' ? hasNextPage : typeof args?.first === 'number' && items.length >= args.first;
}

function withInfo(list: StoredList, { pageInfo }: Connection, options: ConnectionOptions): StoredList {
  const { selection, query } = readerOf(options);
  return { ...list, views: { ...list.views, [selection]: { ...list.views?.[selection], query, pageInfo } } };
}

function readerOf({ field, variables, args }: ConnectionOptions): Reader {
  return { selection: selectionKey(field, variables), query: `${args?.first}${valuesKey(field, variables)}` };
}

/** Apollo Client reads a field that is undefined as missing, as it does one that is absent. */
function withoutUndefined(connection: Connection): Connection {
  return Object.fromEntries(Object.entries(connection).filter(([, value]) => value !== undefined));
}
