/** Characters of an item with its comma, of a name with its quotes and its colon, and of a boolean or null. */
const itemLength = 1;
const nameLength = 3;
const wordLength = 4;

/** The least number of characters of a value of JSON. It stops soon after `most`, and allocates nothing. */
export function jsonLength(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number') return 1;
  if (typeof value !== 'object' || value === null) return wordLength;
  let length = 1;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length && length < most; i++) length += itemLength + jsonLength(value[i], most - length);
    return length;
  }
  for (const name in value) {
    const inner: unknown = (value as Readonly<Record<string, unknown>>)[name];
    length += itemLength + nameLength + name.length + jsonLength(inner, most - length);
    if (length >= most) break;
  }
  return length;
}

/** The terms of the same sum for a list or an object: for each, about `most` characters are counted, or one long text. */
export function* jsonLengths(value: object, most: number): Generator<number, void, void> {
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const values = value as Readonly<Record<string | number, unknown>>;
  let length = 1;
  for (const key of keys) {
    length += typeof key === 'number' ? itemLength : itemLength + nameLength + key.length;
    const inner = values[key];
    const innerLength = jsonLength(inner, most);
    if (innerLength < most || typeof inner !== 'object' || inner === null) length += innerLength;
    else yield* jsonLengths(inner, most);
    if (length < most) continue;
    yield length;
    length = 0;
  }
  yield length;
}
