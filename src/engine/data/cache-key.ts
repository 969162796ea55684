/** The values of a record's path. */
export type Key = Readonly<Record<string, string>>;

/** No id holds a control character: no path takes one. So two keys never have the same text. */
const separator = '\u0000';

/** A key as one text, to find the record by. */
export function keyText(key: Key): string {
  return Object.values(key).join(separator);
}

/** All of a key but its last part, as one text: the same for siblings. */
export function parentText(key: Key): string {
  return Object.values(key).slice(0, -1).join(separator);
}
