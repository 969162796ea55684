import { type Arrival, arrivalOf } from '../../../src/engine/http/arrival.ts';
import type { List } from '../../../src/engine/relay/connection.ts';
import { type Page, restContract } from '../../../src/resources/dialect.ts';

/** How a service splits a list into pages. */
export interface Paging {
  length: number;
  /** Maximum number of items of each page, regardless of the limit; repeats from the start after the last one. */
  caps: readonly number[];
}

/** The start of a page, and its index among the service's pages. */
interface PageStart {
  from: number;
  index: number;
}

/**
 * A model of a service's list of the numbers from 0. Its pages can be shorter than requested, or empty with more to come.
 * A token is valid only with the limit that it was issued for, as in services that count in pages.
 */
export class PagedList implements List<number> {
  readonly url = '/v1/numbers';
  readonly format = restContract.pageFormat;
  readonly maxPages = Number.POSITIVE_INFINITY;
  /** The tokens read, undefined for the first page. */
  readonly reads: (string | undefined)[] = [];
  readonly #paging: Paging;

  constructor(paging: Paging) {
    this.#paging = paging;
  }

  async read(token: string | undefined, limit: number): Promise<Arrival<Page<number>>> {
    this.reads.push(token);
    const [from = 0, index = 0, tokenLimit = limit] = token?.split('-').map(Number) ?? [];
    if (limit !== tokenLimit) throw new Error(`The token ${token} is invalid for the limit ${limit}`);
    const { items, next } = this.#page({ from, index }, limit);
    return arrivalOf({
      items,
      count: this.#paging.length,
      ...(next && { next: { page: `${next.from}-${next.index}-${limit}` } }),
    });
  }

  /** The items of all pages for a limit. */
  pages(limit: number): number[][] {
    const pages: number[][] = [];
    let start: PageStart | undefined = { from: 0, index: 0 };
    while (start !== undefined) {
      const { items, next } = this.#page(start, limit);
      pages.push(items);
      start = next;
    }
    return pages;
  }

  #page({ from, index }: PageStart, limit: number): { items: number[]; next: PageStart | undefined } {
    const { length, caps } = this.#paging;
    const size = Math.min(limit, caps[index % caps.length] as number, length - from);
    const items = Array.from({ length: size }, (_, i) => from + i);
    const next = from + size < length ? { from: from + size, index: index + 1 } : undefined;
    return { items, next };
  }
}
