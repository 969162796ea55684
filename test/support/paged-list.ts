import type { Page } from '../../src/engine/contract/operation.ts';
import type { List } from '../../src/engine/relay/connection.ts';

/** How a service cuts a list into pages. */
export interface Paging {
  length: number;
  /** Most items that it puts on its first page, its second and so on, whatever the limit; then from the start again. */
  caps: readonly number[];
}

/** Where a page begins, and its place among the service's pages. */
interface Spot {
  from: number;
  index: number;
}

/**
 * A service's list of the numbers from 0, as a model: its pages may be shorter than asked, or empty with more to come.
 * A token is refused with another limit than it came with, as a service may do that counts in pages.
 */
export class PagedList implements List<number> {
  readonly url = '/v1/numbers';
  /** The tokens read, undefined for the first page. */
  readonly reads: (string | undefined)[] = [];
  readonly #paging: Paging;

  constructor(paging: Paging) {
    this.#paging = paging;
  }

  async read(token: string | undefined, limit: number): Promise<Page<number>> {
    this.reads.push(token);
    const [from = 0, index = 0, tokenLimit = limit] = token?.split('-').map(Number) ?? [];
    if (limit !== tokenLimit) throw new Error(`The token ${token} does not fit the limit ${limit}`);
    const { items, next } = this.#page({ from, index }, limit);
    return {
      items,
      count: this.#paging.length,
      ...(next && { next: { page: `${next.from}-${next.index}-${limit}` } }),
    };
  }

  /** The items of every page that the service cuts with a limit, to the last. */
  pages(limit: number): number[][] {
    const pages: number[][] = [];
    let spot: Spot | undefined = { from: 0, index: 0 };
    while (spot !== undefined) {
      const { items, next } = this.#page(spot, limit);
      pages.push(items);
      spot = next;
    }
    return pages;
  }

  #page({ from, index }: Spot, limit: number): { items: number[]; next: Spot | undefined } {
    const { length, caps } = this.#paging;
    const size = Math.min(limit, caps[index % caps.length] as number, length - from);
    const items = Array.from({ length: size }, (_, i) => from + i);
    const next = from + size < length ? { from: from + size, index: index + 1 } : undefined;
    return { items, next };
  }
}
