/** What an object, a list or a text takes besides its content, and each value in it, in bytes: about as much as V8 needs. */
const objectSize = 56;
const valueSize = 8;
const textSize = 24;
/** A character may take two bytes. */
const characterSize = 2;

/** Values that are nested deeper have no size. */
const maxDepth = 64;

/** Freezes a JSON value with all in it. Returns its size in memory, in bytes; infinity where it is nested too deep. */
export function freezeJson(value: unknown, depth = 0): number {
  if (typeof value === 'string') return valueSize + textSize + value.length * characterSize;
  if (typeof value !== 'object' || value === null) return valueSize;
  if (depth === maxDepth) return Number.POSITIVE_INFINITY;
  Object.freeze(value);
  return valueSize + objectSize + (Array.isArray(value) ? freezeItems(value, depth) : freezeFields(value, depth));
}

function freezeItems(items: readonly unknown[], depth: number): number {
  let size = 0;
  for (let i = 0; i < items.length; i++) size += freezeJson(items[i], depth + 1);
  return size;
}

/** Records of one kind share the names of their fields; other names take memory, too. */
function freezeFields(fields: object, depth: number): number {
  let size = 0;
  for (const name in fields) {
    size += name.length + freezeJson((fields as Readonly<Record<string, unknown>>)[name], depth + 1);
  }
  return size;
}
