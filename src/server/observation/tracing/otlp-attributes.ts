import { ProtobufWriter } from './protobuf-writer.ts';

/** Field numbers and types of `KeyValue` and `AnyValue` in OTLP, as the first byte of a field. */
const keyTag = 0x0a;
const valueTag = 0x12;
const stringTag = 0x0a;
const boolTag = 0x10;
const intTag = 0x18;

/** First bytes of `attributes` in the messages that have them. */
export const attributesOf = { span: 0x4a, event: 0x1a, resource: 0x0a } as const;

/** Longest text of an attribute, in characters. */
export const maxTextLength = 256;

/** The name of an attribute, encoded once. */
export class AttributeKey {
  readonly name: string;
  /** The key as a field of `KeyValue`, and the first byte of the value. */
  readonly encoded: Buffer;

  constructor(name: string) {
    const text = Buffer.from(name);
    this.name = name;
    this.encoded = Buffer.concat([Buffer.from([keyTag, text.length]), text, Buffer.from([valueTag])]);
  }
}

export type AttributeValue = string | number | boolean;

/** Writes an attribute: a text of at most `maxTextLength` characters, a whole number that is not negative, or a boolean. */
export function writeAttribute(writer: ProtobufWriter, tag: number, key: AttributeKey, value: AttributeValue): void {
  writer.byte(tag);
  const start = writer.begin();
  writer.raw(key.encoded);
  const inner = writer.begin();
  if (typeof value === 'string') {
    writer.byte(stringTag);
    writer.text(value.length > maxTextLength ? value.slice(0, maxTextLength) : value);
  } else if (typeof value === 'number') {
    writer.byte(intTag);
    writer.varint(value);
  } else {
    writer.byte(boolTag);
    writer.byte(value ? 1 : 0);
  }
  writer.end(inner);
  writer.end(start);
}

/** What `write` writes, of at most so many bytes. */
export function encoded(maxBytes: number, write: (writer: ProtobufWriter) => void): Buffer {
  const writer = new ProtobufWriter(Buffer.allocUnsafe(maxBytes));
  write(writer);
  return Buffer.from(writer.bytes.subarray(0, writer.position));
}
