const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const bracket = 0x5b;
const brace = 0x7b;
const closingBracket = 0x5d;
const closingBrace = 0x7d;

/** What a JSON text has, as far as it was read. */
export interface JsonSize {
  /** Texts, numbers, lists, objects, and so on; empty lists and objects count as if they had one. */
  readonly values: number;
  /** Levels of lists and objects. */
  readonly levels: number;
}

/**
 * The size of a JSON text, told from the bytes, before they are parsed: each value but the first follows a comma, or is the first one
 * in a list or object. It stops where one of the two is more than its limit. Other bytes than JSON have any result.
 */
export function jsonSizeOf(json: Uint8Array, mostValues: number, mostLevels: number): JsonSize {
  let values = 1;
  let level = 0;
  let levels = 0;
  for (let i = 0; i < json.length && values <= mostValues && levels <= mostLevels; i++) {
    const byte = json[i];
    if (byte === quote) i = endOfString(json, i);
    else if (byte === comma) values++;
    else if (byte === bracket || byte === brace) {
      values++;
      level++;
      if (level > levels) levels = level;
    } else if (byte === closingBracket || byte === closingBrace) level--;
  }
  return { values, levels };
}

/** Position of the quote that ends the string which begins at a quote. */
function endOfString(json: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < json.length && json[end] !== quote) end += json[end] === backslash ? 2 : 1;
  return end;
}

/** Whether a value that was parsed by others has more than `most` values, however deep it is. */
export function holdsMoreValues(value: unknown, most: number): boolean {
  return countValues(value, most) > most;
}

/** Number of values in a value, itself included, however deep it is; any number beyond `most` where it has more. */
export function countValues(value: unknown, most: number): number {
  let values = 1;
  const containers: object[] = isContainer(value) ? [value] : [];
  for (let container = containers.pop(); container !== undefined && values <= most; container = containers.pop()) {
    for (const inner of Object.values(container)) {
      if (++values > most) break;
      if (isContainer(inner)) containers.push(inner);
    }
  }
  return values;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
