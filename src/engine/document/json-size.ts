const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;

/**
 * Whether a JSON text has more than `most` values: texts, numbers, lists, objects, and so on. It is told from the bytes, before they
 * are parsed: each value but the first follows a comma, or is the first one in a list or object, and empty ones count as if they
 * had one. Other bytes than JSON have any result.
 */
export function hasMoreValues(json: Uint8Array, most: number): boolean {
  // Each value has a byte, and another one before it.
  if (json.length / 2 < most) return false;
  let values = 1;
  for (let i = 0; i < json.length && values <= most; i++) {
    const byte = json[i];
    if (byte === quote) i = endOfString(json, i);
    else if (byte === comma || byte === bracket || byte === brace) values++;
  }
  return values > most;
}

/** Position of the quote that ends the string which begins at a quote. */
function endOfString(json: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < json.length && json[end] !== quote) end += json[end] === backslash ? 2 : 1;
  return end;
}

/** The same for a value that was parsed by others, however deep it is. */
export function holdsMoreValues(value: unknown, most: number): boolean {
  let values = 1;
  const containers: object[] = isContainer(value) ? [value] : [];
  for (let container = containers.pop(); container !== undefined && values <= most; container = containers.pop()) {
    for (const inner of Object.values(container)) {
      if (++values > most) break;
      if (isContainer(inner)) containers.push(inner);
    }
  }
  return values > most;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
