import type { Endpoint } from '../contract/endpoint.ts';
import type { Page } from '../contract/page-format.ts';

/** The mean size of the lists of one endpoint. */
interface ListSizes {
  lists: number;
  mean: number;
}

/** A list counts as much as each of so many before it: the mean follows what the service holds now. */
const maxLists = 256;

/** What this process has seen: two numbers for each endpoint, of all clients, and nothing of what the lists hold. */
let sizes = new WeakMap<Endpoint, ListSizes>();

/** Notes the size of a list by its first page, where the page tells it. Called for every such page: it allocates nothing. */
export function noteListSize(endpoint: Endpoint, page: Page<unknown>): void {
  const { pageFormat } = endpoint.contract;
  let size = pageFormat.countOf(page);
  if (size === undefined && pageFormat.nextOf(page, undefined, Number.POSITIVE_INFINITY) === undefined)
    size = pageFormat.itemsOf(page).length;
  if (size === undefined) return;
  const seen = sizes.get(endpoint);
  if (seen === undefined) {
    sizes.set(endpoint, { lists: 1, mean: size });
    return;
  }
  if (seen.lists < maxLists) seen.lists++;
  seen.mean += (size - seen.mean) / seen.lists;
}

/** Forgets all sizes: another service has lists of its own. */
export function forgetListSizes(): void {
  sizes = new WeakMap();
}

/** The mean size of the lists of an endpoint; undefined where none was seen. */
export function meanListSize(endpoint: Endpoint): number | undefined {
  return sizes.get(endpoint)?.mean;
}
