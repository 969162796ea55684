import type { Key } from '../contract/entity.ts';

/** No id contains a control character, as no path accepts one. So two keys never have the same text. */
const separator = '\u0000';

export function keyText(key: Key): string {
  let text: string | undefined;
  for (const name in key) text = text === undefined ? key[name] : text + separator + key[name];
  return text ?? '';
}

/** All of a key but its last part, as one string: the same for siblings. */
export function parentText(key: Key): string {
  return Object.values(key).slice(0, -1).join(separator);
}
