/** Bytes that a length takes up where it is written after what it counts. Protobuf allows forms that are longer than needed. */
const lengthBytes = 2;

/** The largest length that fits. */
export const maxMessageBytes = 16_383;

/** Writes protobuf (https://protobuf.dev/programming-guides/encoding/) into a buffer of a fixed size, without objects. */
export class ProtobufWriter {
  readonly bytes: Buffer;
  position = 0;
  readonly #view: DataView;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  byte(value: number): void {
    this.bytes[this.position++] = value;
  }

  /** A whole number from 0 to 2^53. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.bytes[this.position++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.bytes[this.position++] = rest;
  }

  /** Bytes that are encoded already. */
  raw(encoded: Uint8Array): void {
    if (encoded.length <= maxCopied) {
      this.copy(encoded, encoded.length);
      return;
    }
    this.bytes.set(encoded, this.position);
    this.position += encoded.length;
  }

  /** The first so many bytes, one by one. */
  copy(encoded: Uint8Array, length: number): void {
    const { bytes, position } = this;
    for (let i = 0; i < length; i++) bytes[position + i] = encoded[i] as number;
    this.position += length;
  }

  /** Bytes as an even number of hexadecimal digits. */
  hexadecimal(digits: string): void {
    this.position += this.bytes.write(digits, this.position, 'hex');
  }

  /** A whole number below 2^24, in three bytes that begin with the highest. */
  bytes24(value: number): void {
    this.#view.setUint16(this.position, value >>> 8);
    this.#view.setUint8(this.position + 2, value & 0xff);
    this.position += 3;
  }

  /** Whole microseconds since 1970, as a fixed64 of nanoseconds. Numbers above 2^53 do not fit a double. */
  microsecondsAsNanoseconds(microseconds: number): void {
    const upper = Math.floor(microseconds / two32);
    const lower = (microseconds - upper * two32) * 1000;
    const carry = Math.floor(lower / two32);
    this.fixed32(lower - carry * two32);
    this.fixed32(upper * 1000 + carry);
  }

  fixed32(value: number): void {
    this.#view.setUint32(this.position, value, true);
    this.position += 4;
  }

  /** A text with its length before it. */
  text(value: string): void {
    const start = this.begin();
    if (value.length > maxCopied || !this.#copiesAscii(value)) {
      this.position = start + this.bytes.write(value, start, 'utf8');
    }
    this.end(start);
  }

  /** Leaves room for the length of a message of at most `maxMessageBytes`, which `end` writes. */
  begin(): number {
    this.position += lengthBytes;
    return this.position;
  }

  /** Writes the length of what was written since `begin`. */
  end(start: number): void {
    writeLength(this.bytes, start - lengthBytes, this.position - start, lengthBytes);
  }

  /** Writes a text of ASCII alone, and returns whether it is one. */
  #copiesAscii(value: string): boolean {
    const { bytes, position } = this;
    for (let i = 0; i < value.length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      bytes[position + i] = code;
    }
    this.position += value.length;
    return true;
  }
}

/** Longer texts are left to `Buffer.write`, and more bytes to `set`: a call of one takes as long as so many of them. */
const maxCopied = 48;

const two32 = 0x1_0000_0000;

/** Writes a length as a varint of so many bytes. */
export function writeLength(bytes: Buffer, at: number, length: number, size: number): void {
  let rest = length;
  for (let i = 0; i < size - 1; i++) {
    bytes[at + i] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  bytes[at + size - 1] = rest;
}
