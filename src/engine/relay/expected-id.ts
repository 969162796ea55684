import type { Entity, KeyOf } from '../contract/entity.ts';

/**
 * The id of a record that an earlier write of the request will return: of which kind it is, is known before. The kind is no property of
 * its own: in the values of an input, it is as simple as the id.
 */
export class ExpectedId {
  readonly #entity: Entity;

  constructor(entity: Entity) {
    this.#entity = entity;
  }

  get entity(): Entity {
    return this.#entity;
  }
}

/** Stands for each part of an id that is not known yet. No id of a request can be this text, as no path may contain it. */
export const unknownPart = '\u0000';

/** The key of a record whose id is not known yet, below the parents that are. */
export function unknownKey<E extends Entity>(
  { keyShapes }: E,
  parents: Readonly<Record<string, string>> = {},
): KeyOf<E> {
  const [names = []] = keyShapes;
  return Object.fromEntries(names.map((name) => [name, parents[name] ?? unknownPart])) as KeyOf<E>;
}

/** Whether two parts of ids may be the same. */
export function mayBeSame(one: string | undefined, other: string | undefined): boolean {
  return one === other || one === unknownPart || other === unknownPart;
}
