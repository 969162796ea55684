import { GatewayError } from '../http/errors.ts';

/** How many pages without an item may follow one another: a list that filters its pages has some. */
const mostEmptyPages = 100;

/**
 * The most pages that a look-up reads of a list: 1,000 records, one page of the largest size, where the service returns 25 a
 * page.
 */
export const maxLookupPages = 40;

/** Follows the pages of a list, and stops where they never end, or are too many for one request. */
export class PaginationGuard {
  readonly #seen: Set<string | undefined>;
  readonly #maxPages: number;
  #empty = 0;

  /** `token` is that of the first page to be read. */
  constructor(token: string | undefined, maxPages: number) {
    this.#seen = new Set([token]);
    this.#maxPages = maxPages;
  }

  /** Whether no further page may be read. */
  get isLast(): boolean {
    return this.#seen.size >= this.#maxPages;
  }

  /**
   * The token to continue with after a page of `size` items. Throws BAD_UPSTREAM_RESPONSE for pages without end, and
   * OPERATION_TOO_EXPENSIVE for too many.
   */
  follow(next: string, size: number): string {
    this.#empty = size === 0 ? this.#empty + 1 : 0;
    if (this.#seen.has(next)) throw endless('form a loop: the next page was read before');
    if (this.#empty > mostEmptyPages) throw endless(`do not end: ${this.#empty} pages in a row were empty`);
    if (this.isLast) throw tooManyPages(this.#maxPages);
    this.#seen.add(next);
    return next;
  }
}

function tooManyPages(maxPages: number): GatewayError {
  return new GatewayError(
    'OPERATION_TOO_EXPENSIVE',
    `The list has more than ${maxPages} pages, which is the most that one field reads. Filter it, or use a smaller "first".`,
  );
}

function endless(what: string): GatewayError {
  return new GatewayError('BAD_UPSTREAM_RESPONSE', `The pages of the service's list ${what}.`);
}
