export interface UrlPart {
  /** Offset in the URL. */
  readonly start: number;
  readonly text: string;
  /** Whether other URLs of the group have another text in its place. */
  readonly isDistinct: boolean;
}

/** Splits the URLs of one operation, and tells what distinguishes each of them from the others. */
export function distinguish(urls: readonly string[]): UrlPart[][] {
  const split = urls.map(piecesOf);
  const valuesByPlace = new Map<string, Map<string, number>>();
  for (const pieces of split) {
    for (const { place, text } of pieces) {
      const values = valuesByPlace.get(place) ?? new Map<string, number>();
      valuesByPlace.set(place, values.set(text, (values.get(text) ?? 0) + 1));
    }
  }
  return split.map((pieces) =>
    merged(
      pieces.map(({ place, separator, text }) => {
        const isCommon = valuesByPlace.get(place)?.get(text) === urls.length;
        return { separator, text, isDistinct: !isCommon };
      }),
    ),
  );
}

interface Piece {
  /** Position in the path, or name of the query parameter. */
  place: string;
  separator: string;
  text: string;
}

function piecesOf(url: string): Piece[] {
  const [path, query] = splitAt(url, '?');
  const segments = path.split('/').map((text, index) => ({ place: `${index}`, separator: index ? '/' : '', text }));
  const params = query === undefined ? [] : query.split('&');
  return [
    ...segments,
    ...params.map((param, index) => {
      const [name, value] = splitAt(param, '=');
      const separator = `${index ? '&' : '?'}${name}${value === undefined ? '' : '='}`;
      return { place: `?${name}`, separator, text: value ?? '' };
    }),
  ];
}

/** What is before the first separator, and behind it; the latter is undefined where there is none. */
function splitAt(text: string, separator: string): [string, string | undefined] {
  const index = text.indexOf(separator);
  return index === -1 ? [text, undefined] : [text.slice(0, index), text.slice(index + 1)];
}

/** The parts with their separators, neighbors of one kind in one part. */
function merged(pieces: readonly { separator: string; text: string; isDistinct: boolean }[]): UrlPart[] {
  const parts: { start: number; text: string; isDistinct: boolean }[] = [];
  const add = (text: string, isDistinct: boolean) => {
    const last = parts.at(-1);
    if (text === '') return;
    if (last?.isDistinct === isDistinct) last.text += text;
    else parts.push({ start: last ? last.start + last.text.length : 0, text, isDistinct });
  };
  for (const { separator, text, isDistinct } of pieces) {
    add(separator, false);
    add(text, isDistinct);
  }
  return parts;
}
