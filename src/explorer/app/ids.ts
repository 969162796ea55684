import { isJsonObject } from '../../engine/contract/json.ts';

export type Variables = Record<string, unknown>;

/**
 * Fills empty string variables with ids from response data: `spaceId` takes the id of the first `space` in the data, which
 * may be a record, a list or a connection.
 *
 * @returns the filled variables, or the same object if nothing was filled.
 */
export function fillIds<V extends Variables>(variables: V, data: unknown): V {
  const found = missingIds(variables, data);
  return Object.keys(found).length === 0 ? variables : { ...variables, ...found };
}

/** The ids in response data for the variables that `fillIds` fills. */
export function missingIds(variables: Readonly<Variables>, data: unknown): Record<string, string> {
  const missing = Object.keys(variables).filter((name) => variables[name] === '' && name.endsWith('Id'));
  if (missing.length === 0) return {};
  const ids = idsByField(data);
  return Object.fromEntries(
    missing.flatMap((name) => {
      const id = ids.get(name.slice(0, -'Id'.length));
      return id === undefined ? [] : [[name, id]];
    }),
  );
}

/** The first id under each field name (or alias). Fields closer to the root take precedence. */
function idsByField(data: unknown): Map<string, string> {
  const ids = new Map<string, string>();
  let level: unknown[] = [data];
  while (level.length > 0) {
    const next: unknown[] = [];
    for (const value of level) {
      // A long list is more than a call takes arguments.
      if (Array.isArray(value)) for (const item of value) next.push(item);
      else if (isJsonObject(value)) {
        for (const [field, child] of Object.entries(value)) {
          const id = idOf(child);
          if (id !== undefined && !ids.has(field)) ids.set(field, id);
          next.push(child);
        }
      }
    }
    level = next;
  }
  return ids;
}

/** The id of a record, of a list's first record, or of a connection's first node. */
function idOf(value: unknown): string | undefined {
  if (Array.isArray(value)) return idOf(value[0]);
  if (!isJsonObject(value)) return undefined;
  if (typeof value.id === 'string') return value.id;
  return idOf(value.nodes);
}
