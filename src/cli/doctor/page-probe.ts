import type { Key } from '../../engine/contract/entity.ts';
import { isJsonObject } from '../../engine/contract/json.ts';
import { type ListOperation, maxPageSize } from '../../engine/contract/operation.ts';
import type { DepartureKind } from './departures.ts';
import type { Query, Reply, RestReader } from './rest-reader.ts';

/** Reports a departure of a list; `message` is one sentence. */
export type ReportPage = (kind: DepartureKind, message: string) => void;

interface ProbedList {
  readonly operation: ListOperation;
  readonly path: Key;
  readonly query: Query;
  /** The items of its page without `limit`. */
  readonly items: readonly unknown[];
}

/** Checks that a list keeps `limit`, accepts the largest one, and continues with the token of its next page. */
export async function probePages(list: ProbedList, reader: RestReader, report: ReportPage): Promise<void> {
  if (list.items.length > maxPageSize) {
    report('page-size', `A page without limit has ${list.items.length} items; ${maxPageSize} is the maximum.`);
  }
  if (list.items.length > 1) await probeNextPage(list, reader, report);
  const limit = maxPageSize;
  const largest = await reader.get(list.operation, list.path, { ...list.query, limit });
  const items = itemsIn(largest);
  if (items === undefined) reportRejected(`limit=${limit}`, largest, 'page-size', report);
  else if (items.length > limit) report('page-size', `A page with limit=${limit} has ${items.length} items.`);
}

async function probeNextPage(list: ProbedList, reader: RestReader, report: ReportPage): Promise<void> {
  const query = { ...list.query, limit: 1 };
  const first = await reader.get(list.operation, list.path, query);
  const items = itemsIn(first);
  if (items === undefined) {
    reportRejected('limit=1', first, 'page-size', report);
    return;
  }
  if (items.length !== 1) {
    report('page-size', `A page with limit=1 has ${items.length} items, of a list with more than one.`);
    return;
  }
  const token = tokenIn(first);
  if (token === undefined) {
    report('next-page', 'A page with limit=1, of a list with more than one item, has no next page.');
    return;
  }
  const second = await reader.get(list.operation, list.path, { ...query, page: token });
  const others = itemsIn(second);
  if (others === undefined) reportRejected('the token of a next page', second, 'next-page', report);
  else if (others.length === 0) report('next-page', 'The next page of a list with more than one item is empty.');
  else if (JSON.stringify(others[0]) === JSON.stringify(items[0])) {
    report('next-page', 'The next page starts with the item of the page before.');
  }
}

/** What is no departure of the page is reported where it is checked, or not at all if the calls are used up. */
function reportRejected(what: string, reply: Reply, kind: DepartureKind, report: ReportPage): void {
  if (reply.kind === 'status') report(kind, `The service responds to ${what} with ${reply.status}.`);
  else if (reply.kind === 'failed') report('response', `The call with ${what} failed: ${reply.reason}.`);
  else if (reply.kind !== 'unsent') report('response', `The response to ${what} is no page.`);
}

function itemsIn(reply: Reply): readonly unknown[] | undefined {
  const body = reply.kind === 'json' ? reply.body : undefined;
  const items = isJsonObject(body) ? body.items : body;
  return Array.isArray(items) ? items : undefined;
}

function tokenIn(reply: Reply): string | undefined {
  const body = reply.kind === 'json' ? reply.body : undefined;
  const next = isJsonObject(body) ? body.next : undefined;
  const token = isJsonObject(next) ? next.page : undefined;
  return typeof token === 'string' && token !== '' ? token : undefined;
}
