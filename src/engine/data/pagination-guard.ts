import { GatewayError } from '../http/errors.ts';

/** How many pages without an item may follow one another: a list that filters its pages has some. */
const mostEmptyPages = 100;

/** Follows the pages of a list, and stops where they never end: a broken service must not be read forever. */
export class PaginationGuard {
  readonly #seen: Set<string | undefined>;
  #empty = 0;

  /** `token` is that of the first page to be read. */
  constructor(token: string | undefined) {
    this.#seen = new Set([token]);
  }

  /** The token to continue with after a page of `size` items. Throws BAD_UPSTREAM_RESPONSE for pages without end. */
  follow(next: string, size: number): string {
    this.#empty = size === 0 ? this.#empty + 1 : 0;
    if (this.#seen.has(next)) throw endless('form a loop: the next page was read before');
    if (this.#empty > mostEmptyPages) throw endless(`do not end: ${this.#empty} pages in a row were empty`);
    this.#seen.add(next);
    return next;
  }
}

function endless(what: string): GatewayError {
  return new GatewayError('BAD_UPSTREAM_RESPONSE', `The pages of the service's list ${what}.`);
}
