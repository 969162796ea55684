import type { Endpoint } from '../contract/endpoint.ts';
import type { Page } from '../contract/page-format.ts';

/** The mean size of the lists of one endpoint. */
interface ListSize {
  lists: number;
  mean: number;
}

/** A list counts as much as each of so many before it: the mean follows what the service holds now. */
const maxLists = 256;

/** How long the lists of a service are: two numbers for each endpoint, of all clients, and nothing of what the lists hold. */
export class ListSizes {
  readonly #sizes = new Map<Endpoint, ListSize>();

  /** Notes the size of a list by its first page, where the page tells it. Called for every such page: it allocates nothing. */
  note(endpoint: Endpoint, page: Page<unknown>): void {
    const { pageFormat } = endpoint.contract;
    let size = pageFormat.countOf(page);
    if (size === undefined && pageFormat.nextOf(page, undefined, Number.POSITIVE_INFINITY) === undefined)
      size = pageFormat.itemsOf(page).length;
    if (size === undefined) return;
    const seen = this.#sizes.get(endpoint);
    if (seen === undefined) {
      this.#sizes.set(endpoint, { lists: 1, mean: size });
      return;
    }
    if (seen.lists < maxLists) seen.lists++;
    seen.mean += (size - seen.mean) / seen.lists;
  }

  /** The mean size of the lists of an endpoint; undefined where none was seen. */
  meanOf(endpoint: Endpoint): number | undefined {
    return this.#sizes.get(endpoint)?.mean;
  }
}
