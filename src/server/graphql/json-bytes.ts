import { hasToJson } from './json-pieces.ts';

/** Values that are nested deeper than this are left to `JSON.stringify`, which says what is wrong with them. */
const maxDepth = 200;

/** Texts from this length on are looked through and copied by V8: below it, a loop is faster. */
const longText = 40;

/** A text that is written as it is: printable ASCII without a quote and a backslash. */
const plainText = /^[ !#-[\]-~]*$/;

/** Most bytes that one character takes as JSON, as an escape such as `\u001f`. */
const bytesPerCharacter = 6;

/** Size of the memory for one value at first, and that which is kept for the next value, in bytes. */
const firstSize = 65_536;
const mostKept = 1_048_576;

// One value is written at a time, and at once. What was written is copied: it may be sent later.
let bytes = Buffer.allocUnsafeSlow(firstSize);
/** Number of bytes that are written. */
let end = 0;

/**
 * The JSON of a value in UTF-8, with a line end: byte for byte as `JSON.stringify` writes it, whose text would be made, joined and
 * encoded one after the other. Throws what `JSON.stringify` throws.
 */
export function jsonLine(value: unknown): Buffer {
  end = 0;
  writeValue(value, 0);
  writeByte(0x0a);
  const line = Buffer.allocUnsafeSlow(end);
  bytes.copy(line, 0, 0, end);
  if (bytes.length > mostKept) bytes = Buffer.allocUnsafeSlow(firstSize);
  return line;
}

function writeValue(value: unknown, depth: number): void {
  if (typeof value === 'string') writeText(value);
  else if (typeof value === 'number') writeAscii(Number.isFinite(value) ? String(value) : 'null');
  else if (value === true) writeAscii('true');
  else if (value === false) writeAscii('false');
  else if (value == null) writeAscii('null');
  else if (typeof value !== 'object' || depth === maxDepth || hasToJson(value)) writeOther(value);
  else if (Array.isArray(value)) writeList(value, depth + 1);
  else writeObject(value as Readonly<Record<string, unknown>>, depth + 1);
}

/** A value of which only `JSON.stringify` knows what becomes of it. */
function writeOther(value: unknown): void {
  const json = JSON.stringify(value) ?? 'null';
  reserve(json.length * 3);
  end += bytes.write(json, end);
}

function writeList(list: readonly unknown[], depth: number): void {
  writeByte(0x5b);
  for (let i = 0; i < list.length; i++) {
    if (i > 0) writeByte(0x2c);
    writeValue(list[i], depth);
  }
  writeByte(0x5d);
}

function writeObject(object: Readonly<Record<string, unknown>>, depth: number): void {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype === Object.prototype || prototype === null) writeFields(object, depth);
  else writeOther(object);
}

function writeFields(object: Readonly<Record<string, unknown>>, depth: number): void {
  let isFirst = true;
  writeByte(0x7b);
  for (const name in object) {
    const value = object[name];
    // As JSON.stringify, which leaves these out of objects.
    if (value === undefined || typeof value === 'function' || typeof value === 'symbol') continue;
    if (!isFirst) writeByte(0x2c);
    isFirst = false;
    writeText(name);
    writeByte(0x3a);
    writeValue(value, depth);
  }
  writeByte(0x7d);
}

function writeText(text: string): void {
  if (text.length >= longText && plainText.test(text)) writePlain(text);
  else writeCharacters(text);
}

function writePlain(text: string): void {
  reserve(text.length + 2);
  bytes[end++] = 0x22;
  end += bytes.write(text, end, 'latin1');
  bytes[end++] = 0x22;
}

function writeCharacters(text: string): void {
  const { length } = text;
  reserve(length * bytesPerCharacter + 2);
  const target = bytes;
  let to = end;
  target[to++] = 0x22;
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80 && code >= 0x20 && code !== 0x22 && code !== 0x5c) target[to++] = code;
    else to = writeSpecial(code, target, to);
    if (to < 0) {
      writeOther(text);
      return;
    }
  }
  target[to++] = 0x22;
  end = to;
}

/** Writes a character that is no plain one. Returns the index after it; -1 for a surrogate, and for a rare control character. */
function writeSpecial(code: number, target: Buffer, at: number): number {
  if (code === 0x22 || code === 0x5c || code === 0x0a) {
    target[at] = 0x5c;
    target[at + 1] = code === 0x0a ? 0x6e : code;
    return at + 2;
  }
  if (code < 0x80 || (code >= 0xd800 && code <= 0xdfff)) return -1;
  if (code < 0x800) {
    target[at] = 0xc0 | (code >> 6);
    target[at + 1] = 0x80 | (code & 0x3f);
    return at + 2;
  }
  target[at] = 0xe0 | (code >> 12);
  target[at + 1] = 0x80 | ((code >> 6) & 0x3f);
  target[at + 2] = 0x80 | (code & 0x3f);
  return at + 3;
}

function writeAscii(text: string): void {
  const { length } = text;
  reserve(length);
  const target = bytes;
  const start = end;
  for (let i = 0; i < length; i++) target[start + i] = text.charCodeAt(i);
  end = start + length;
}

function writeByte(byte: number): void {
  reserve(1);
  bytes[end++] = byte;
}

/** Makes room for so many bytes more. */
function reserve(count: number): void {
  if (end + count <= bytes.length) return;
  const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, end + count));
  bytes.copy(larger, 0, 0, end);
  bytes = larger;
}
