import { isJsonObject } from '../contract/json.ts';

/** Whether two JSON values are the same, whatever the order of their members. Undefined members count as absent. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, i) => sameJson(item, other[i]));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return Object.is(one, other);
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => sameJson(own(one, name), own(other, name)));
}

function own(object: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
