import type { Caching, Draft, Entity } from './model.ts';

/** A read whose response is not kept: it is short-lived, changes by itself, or is hardly read twice. */
export function neverCached<D extends Draft>(draft: D): D & { readonly caching: Caching } {
  return { ...draft, caching: { ...draft.caching, maxAgeMs: 0 } };
}

/** A read whose response depends on records that neither its path nor its body names: any write invalidates it. */
export function derived<D extends Draft>(draft: D): D & { readonly caching: Caching } {
  return { ...draft, caching: { ...draft.caching, isDerived: true } };
}

/**
 * A write that changes nothing outside of one record, what is below the record's path, and what is `derived`: it invalidates
 * the reads of these alone. The record is the one that the write's path begins with. Throws a TypeError for an entity whose
 * records may have several names, as a read may know the record by another one.
 */
export function touches<D extends Draft>(entity: Entity, draft: D): D & { readonly touches: Entity } {
  const [shape, ...others] = entity.keyShapes;
  if (shape?.length !== 1 || others.length > 0 || entity.hasAliases) {
    throw new TypeError(`Writes cannot touch a ${entity.name} alone: it needs one id, and no other name.`);
  }
  if (!isAtOrBelow(draft.path, pathOf(entity))) {
    throw new TypeError(`${draft.method} ${draft.path} is not below the path of a ${entity.name}.`);
  }
  return { ...draft, touches: entity };
}

/** The path template of an entity's records. */
export function pathOf({ endpoints }: Entity): string {
  return endpoints[0].path;
}

/** Whether a path template is another one, or continues it. Names of parameters do not count. */
export function isAtOrBelow(path: string, base: string): boolean {
  const [longer, shorter] = [path, base].map((template) => template.replaceAll(/\{\w+\}/g, '{}')) as [string, string];
  return longer === shorter || longer.startsWith(`${shorter}/`);
}
