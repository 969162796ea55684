import {
  GatewayError,
  isJsonObject,
  type Key,
  type ListEndpoint,
  type Page,
  PaginationGuard,
} from '../../engine/engine.ts';
import { dialect } from '../../resources/dialect.ts';
import type { DepartureKind } from './departures.ts';
import type { Query, Reply, RestReader } from './rest-reader.ts';

interface ProbedList {
  readonly endpoint: ListEndpoint;
  readonly path: Key;
  readonly query: Query;
  /** Its page without `limit`. */
  readonly page: Page<unknown>;
}

/** What is done with the pages that are read. */
interface PageVisitor {
  /** Reports a departure of a list; `message` is one sentence. */
  report(kind: DepartureKind, location: string, message: string): void;
  /** Checks the values of a further page. */
  check(page: Page<unknown>): void;
}

/** Most further pages that are read of one list, for each way to read it. */
const maxFurtherPages = 3;

const { maxLimit } = dialect.paging;

/** Checks that a list keeps `limit`, accepts the largest one, and continues with the tokens of its next pages. */
export async function probePages(list: ProbedList, reader: RestReader, visitor: PageVisitor): Promise<void> {
  const { items } = readPage(list, list.page, undefined);
  if (items.length > maxLimit) {
    const message = `A page without limit has ${items.length} items; ${maxLimit} is the maximum.`;
    visitor.report('page-size', '', message);
  }
  const probe = new PageProbe(list, reader, visitor);
  if (items.length > 1) await probe.singleItems();
  await probe.follow(list.page, list.query);
  await probe.largestLimit();
}

class PageProbe {
  readonly #list: ProbedList;
  readonly #reader: RestReader;
  readonly #visitor: PageVisitor;

  constructor(list: ProbedList, reader: RestReader, visitor: PageVisitor) {
    this.#list = list;
    this.#reader = reader;
    this.#visitor = visitor;
  }

  /** Reads pages of one item each. */
  async singleItems(): Promise<void> {
    const query = { ...this.#list.query, limit: 1 };
    const page = await this.#read(query, 'limit=1', 'page-size');
    if (page === undefined) return;
    const { items } = readPage(this.#list, page, undefined);
    if (items.length === 1) return this.follow(page, query);
    const message = `A page with limit=1 has ${items.length} items, of a list with more than one.`;
    this.#visitor.report('page-size', '', message);
  }

  async largestLimit(): Promise<void> {
    const page = await this.#read({ ...this.#list.query, limit: maxLimit }, `limit=${maxLimit}`, 'page-size');
    if (page === undefined) return;
    const { length } = readPage(this.#list, page, undefined).items;
    if (length > maxLimit) {
      this.#visitor.report('page-size', '', `A page with limit=${maxLimit} has ${length} items.`);
    }
  }

  /** Reads the pages after the first one, as the gateway does. */
  async follow(first: Page<unknown>, query: Query): Promise<void> {
    const guard = new PaginationGuard(undefined, maxFurtherPages + 2);
    const seen = new Set<string>();
    let total = 0;
    let page = first;
    let token: string | undefined;
    for (let further = 0; ; further++) {
      const { items, next } = readPage(this.#list, page, token);
      total += items.length;
      if (items.some((item) => isRepeated(item, seen))) {
        this.#visitor.report('next-page', '', 'An item is there twice, on one page or on several.');
        return;
      }
      if (next === undefined) return this.#checkEnd(first, total);
      if (further === maxFurtherPages || !this.#follows(guard, next, items.length)) return;
      token = next;
      const read = await this.#read(
        { ...query, [dialect.paging.pageParam]: token },
        'the token of a next page',
        'next-page',
      );
      if (read === undefined) return;
      this.#visitor.check(read);
      page = read;
    }
  }

  /** Whether the gateway would read the next page. */
  #follows(guard: PaginationGuard, next: string, size: number): boolean {
    try {
      guard.follow(next, size);
      return true;
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      this.#visitor.report('next-page', '', error.message);
      return false;
    }
  }

  /** The list has been read to its end. */
  #checkEnd(first: Page<unknown>, total: number): void {
    const known = readPage(this.#list, this.#list.page, undefined).items.length;
    if (total < known) {
      this.#visitor.report('next-page', '', `The pages end after ${total} of at least ${known} items.`);
      return;
    }
    const count = this.#list.endpoint.contract.pageFormat.countOf(first);
    if (typeof count !== 'number' || count === total) return;
    this.#visitor.report('count', dialect.list.count, `It is ${count}, and the list has ${total} items.`);
  }

  /** What is no departure of the page is reported where it is checked, or not at all if no more calls are made. */
  async #read(query: Query, what: string, kind: DepartureKind): Promise<Page<unknown> | undefined> {
    const reply = await this.#reader.get(this.#list.endpoint, this.#list.path, query);
    const page = pageIn(reply);
    if (page !== undefined) return page;
    const { report } = this.#visitor;
    if (reply.kind === 'status') report(kind, '', `The service responds to ${what} with ${reply.status}.`);
    else if (reply.kind === 'failed') report('response', '', `The call with ${what} failed: ${reply.reason}.`);
    else if (reply.kind !== 'unsent') report('response', '', `The response to ${what} is no page.`);
    return undefined;
  }
}

function pageIn(reply: Reply): Page<unknown> | undefined {
  const body = reply.kind === 'json' ? reply.body : undefined;
  return isJsonObject(body) && Array.isArray(body[dialect.list.items]) ? body : undefined;
}

/** A token of another type is reported with the other fields. */
function readPage({ endpoint }: ProbedList, page: Page<unknown>, token: string | undefined) {
  const { pageFormat } = endpoint.contract;
  const next: unknown = pageFormat.nextOf(page, token, maxLimit);
  return { items: pageFormat.itemsOf(page), next: typeof next === 'string' ? next : undefined };
}

/** Whether a record was there before. What has no id may be there several times. */
function isRepeated(item: unknown, seen: Set<string>): boolean {
  if (!isJsonObject(item) || typeof item[dialect.record.id] !== 'string') return false;
  const key = JSON.stringify([item[dialect.record.kind], item[dialect.record.id]]);
  const isKnown = seen.has(key);
  seen.add(key);
  return isKnown;
}
