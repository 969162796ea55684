import { type Page, PageFormat } from '../contract/page-format.ts';

/** The form of the pages of lists that are in memory. */
export const arrayFormat = new PageFormat({
  paging: { kind: 'offset', pageParam: 'offset', limitParam: 'limit', maxLimit: Number.MAX_SAFE_INTEGER },
  list: { items: 'items', count: 'count' },
});

interface ArrayPage<Item> extends Page<Item> {
  readonly items: readonly Item[];
  readonly count: number;
}

/** Some items of a list that is in memory. `count` is the number of all of them. */
export function arrayPage<Item>(items: readonly Item[], count: number): ArrayPage<Item> {
  return { items, count };
}
