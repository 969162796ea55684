import { GatewayError } from '../http/errors.ts';

/** How many pages without an item may follow one another: a list that filters its pages has some. */
const mostEmptyPages = 100;

/** Follows the pages of a list, and notices when they lead nowhere: a broken service must not be read for ever. */
export class PageTrail {
  readonly #seen: Set<string | undefined>;
  #empty = 0;

  /** `token` is that of the first page to be read. */
  constructor(token: string | undefined) {
    this.#seen = new Set([token]);
  }

  /** The token to go on with after a page of `size` items. Throws BAD_UPSTREAM_RESPONSE where there is no end to be seen. */
  follow(next: string, size: number): string {
    this.#empty = size === 0 ? this.#empty + 1 : 0;
    if (this.#seen.has(next)) throw endless('go round in a circle: the page that follows was read before');
    if (this.#empty > mostEmptyPages) throw endless(`go on without end: ${this.#empty} of them were empty`);
    this.#seen.add(next);
    return next;
  }
}

function endless(what: string): GatewayError {
  return new GatewayError('BAD_UPSTREAM_RESPONSE', `The service's pages ${what}.`);
}
