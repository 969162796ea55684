import { badField } from './errors.ts';

/** The beginning of a text: at most `length` UTF-16 code units, and no half of a surrogate pair. */
export function truncate(text: string, length: number): string {
  const cut = text.slice(0, length);
  const isHalved = /[\uD800-\uDBFF]$/.test(cut) && cut.length < text.length;
  return isHalved ? cut.slice(0, -1) : cut;
}

/** One emoji as a character, such as 🚀, or as its code: hexadecimal code points, such as `1f680` or `1f1f3-1f1f4`. */
const emojiPattern = '^\\p{RGI_Emoji}$';
const emojiCharacter = new RegExp(emojiPattern, 'v');
/** The longest emoji has ten code points. */
const emojiCode = /^[0-9a-f]{4,6}(-[0-9a-f]{4,6}){0,9}$/i;

/** @throws 400 that names the field, for a text that is not exactly one emoji. */
export function requireEmoji(field: string, text: string): void {
  const character = emojiCharacters(text);
  // Emojis without the variation selector are as common as those with it.
  if (emojiCharacter.test(character) || emojiCharacter.test(`${character}\uFE0F`)) return;
  throw badField(
    field,
    `${JSON.stringify(truncate(text, 50))} is not an emoji. Send one emoji, or its code, such as "1f680".`,
  );
}

/** The characters of an emoji that is given as its code; any other text as it is. */
export function emojiCharacters(text: string): string {
  const points = emojiCode.test(text) ? text.split('-').map((point) => Number.parseInt(point, 16)) : [];
  const isCode = points.length > 0 && points.every((point) => point <= 0x10_ffff);
  return isCode ? String.fromCodePoint(...points) : text;
}
