/** Bytes that a length takes up where it is written after what it counts. Protobuf allows forms that are longer than needed. */
const lengthBytes = 2;

/** The largest length that fits. */
export const maxMessageBytes = 16_383;

/** Writes protobuf (https://protobuf.dev/programming-guides/encoding/) into a buffer of a fixed size, without objects. */
export class ProtobufWriter {
  readonly bytes: Buffer;
  position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
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
    this.bytes.set(encoded, this.position);
    this.position += encoded.length;
  }

  /** The bytes of a text of hexadecimal digits. */
  hex(text: string): void {
    for (let i = 0; i < text.length; i += 2) {
      this.bytes[this.position++] = (digitOf(text.charCodeAt(i)) << 4) | digitOf(text.charCodeAt(i + 1));
    }
  }

  /** Whole microseconds since 1970, as a fixed64 of nanoseconds. Numbers above 2^53 do not fit a double. */
  microsecondsAsNanoseconds(microseconds: number): void {
    const low = (microseconds % two32) * 1000;
    const high = Math.floor(microseconds / two32) * 1000 + Math.floor(low / two32);
    this.fixed32(low % two32);
    this.fixed32(high);
  }

  fixed32(value: number): void {
    const { bytes } = this;
    bytes[this.position++] = value & 0xff;
    bytes[this.position++] = (value >>> 8) & 0xff;
    bytes[this.position++] = (value >>> 16) & 0xff;
    bytes[this.position++] = (value >>> 24) & 0xff;
  }

  /** A text with its length before it. */
  text(value: string): void {
    const start = this.begin();
    this.position += this.bytes.write(value, this.position, 'utf8');
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
}

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

/** The value of `0` to `9` and `a` to `f`. */
function digitOf(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
