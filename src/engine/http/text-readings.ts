/**
 * A text as a reader may decode it. Characters stand for bytes of UTF-8, so that texts and what base64 holds compare alike.
 * Each one knows the part of the original text that it comes from.
 */
export interface Reading {
  readonly bytes: string;
  /** Index in the original of the first character behind each byte, and of the one after the last. */
  readonly from: readonly number[];
  readonly to: readonly number[];
  /** Whether bytes were decoded from base64 or hex: the characters around a match belong to the same encoded value. */
  readonly isEncoded: boolean;
}

/** How often escapes may be nested in one another. */
const maxRounds = 3;

/**
 * Every reading of a text in which a secret may be found: plain, with its escapes decoded once and several times, and
 * what base64 or hex decodes to at each alignment. Takes time in proportion to the text.
 */
export function readingsOf(text: string): Reading[] {
  const plain = [plainReading(text)];
  for (let round = 0; round < maxRounds; round++) {
    const last = plain.at(-1) as Reading;
    const next = unescaped(last);
    if (next.bytes === last.bytes) break;
    plain.push(next);
  }
  const decoded = plain.flatMap(decodedReadings);
  return [...plain, ...decoded, ...decoded.map(unescaped)];
}

/** The bytes of a text, as characters. */
export function bytesOf(text: string): string {
  return Buffer.from(text).toString('latin1');
}

class ReadingBuilder {
  readonly #parts: string[] = [];
  readonly #from: number[] = [];
  readonly #to: number[] = [];

  add(bytes: string, from: number, to: number): void {
    this.#parts.push(bytes);
    for (let i = 0; i < bytes.length; i++) {
      this.#from.push(from);
      this.#to.push(to);
    }
  }

  build(isEncoded: boolean): Reading {
    return { bytes: this.#parts.join(''), from: this.#from, to: this.#to, isEncoded };
  }
}

function plainReading(text: string): Reading {
  const builder = new ReadingBuilder();
  let at = 0;
  for (const character of text) {
    builder.add(bytesOf(character), at, at + character.length);
    at += character.length;
  }
  return builder.build(false);
}

/** Percent-encoding, escapes of JSON and of JavaScript, and entities of HTML. */
const escapes =
  /%([0-9a-f]{2})|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|\\([/"'\\])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&(amp|lt|gt|quot|apos);/gi;

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(reading: Reading): Reading {
  const { bytes, from, to, isEncoded } = reading;
  const builder = new ReadingBuilder();
  let copied = 0;
  const copy = (end: number) => {
    for (; copied < end; copied++) builder.add(bytes[copied] as string, from[copied] as number, to[copied] as number);
  };
  for (const match of bytes.matchAll(escapes)) {
    const end = match.index + match[0].length;
    copy(match.index);
    builder.add(characterOf(match), from[match.index] as number, to[end - 1] as number);
    copied = end;
  }
  if (copied === 0) return reading;
  copy(bytes.length);
  return builder.build(isEncoded);
}

/** The bytes of one escape. */
function characterOf([, percent, unicode, hex, literal, decimal, hexadecimal, entity]: RegExpExecArray): string {
  if (percent !== undefined) return String.fromCharCode(Number.parseInt(percent, 16));
  if (literal !== undefined) return literal;
  if (entity !== undefined) return entities[entity.toLowerCase()] ?? '';
  const code = decimal === undefined ? Number.parseInt(unicode ?? hex ?? hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? bytesOf(String.fromCodePoint(code)) : '';
}

/** What the runs of base64 and hex in a reading hold. Line breaks and spaces inside of base64 are skipped. */
function decodedReadings(reading: Reading): Reading[] {
  const compact = withoutSpaces(reading);
  const base64 = [0, 1, 2, 3].map((offset) => decodeRuns(compact, /[\w+/-]{8,}/g, 4, 3, offset, 'base64'));
  const hex = [0, 1].map((offset) => decodeRuns(reading, /[0-9a-f]{8,}/gi, 2, 1, offset, 'hex'));
  return [...base64, ...hex].filter(({ bytes }) => bytes !== '');
}

function withoutSpaces({ bytes, from, to }: Reading): Reading {
  const builder = new ReadingBuilder();
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as string;
    if (!/\s/.test(byte)) builder.add(byte, from[i] as number, to[i] as number);
  }
  return builder.build(false);
}

/** Decodes each run from `offset` on; `characters` of it make `size` bytes. Runs are kept apart by a zero byte. */
function decodeRuns(
  { bytes, from, to }: Reading,
  pattern: RegExp,
  characters: number,
  size: number,
  offset: number,
  encoding: 'base64' | 'hex',
): Reading {
  const builder = new ReadingBuilder();
  for (const { 0: run, index } of bytes.matchAll(pattern)) {
    const start = index + offset;
    const decoded = Buffer.from(run.slice(offset), encoding).toString('latin1');
    for (let i = 0; i < decoded.length; i++) {
      const first = start + Math.floor((i * characters) / size);
      const last = Math.min(start + Math.ceil(((i + 1) * characters) / size), bytes.length) - 1;
      builder.add(decoded[i] as string, from[first] as number, to[last] as number);
    }
    builder.add('\0', from[index] as number, from[index] as number);
  }
  return builder.build(true);
}
