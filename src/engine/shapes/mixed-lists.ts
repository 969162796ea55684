import type { Endpoint } from '../contract/endpoint.ts';
import type { Entity } from '../contract/entity.ts';
import { isJsonObject } from '../contract/json.ts';

/** Lists that also hold records of other kinds than the contract's schema of their items describes. */
export class MixedLists {
  readonly #entities: ReadonlyMap<Endpoint, Entity>;

  constructor(entities: readonly Entity[]) {
    const mixed = entities.filter(({ isMixed }) => isMixed);
    this.#entities = new Map(mixed.flatMap((entity) => entity.lists.map((list) => [list, entity] as const)));
  }

  /** A page of a list with the records of its own kind alone; any other response as it is. */
  ofOneKind(endpoint: Endpoint, page: unknown): unknown {
    const entity = this.#entities.get(endpoint);
    if (entity === undefined || !isJsonObject(page)) return page;
    const { items: name } = endpoint.contract.dialect.list;
    const items = page[name];
    if (!Array.isArray(items)) return page;
    return { ...page, [name]: items.filter((item) => !isJsonObject(item) || entity.includes(item)) };
  }
}
