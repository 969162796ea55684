import { AttributeKey, type AttributeValue, attributesOf, encoded, writeAttribute } from './otlp-attributes.ts';
import { maxMessageBytes, ProtobufWriter, writeLength } from './protobuf-writer.ts';

/** Bytes of the spans of one batch. */
const batchBytes = 262_144;

/** Bytes of the lengths that are known only when a batch is complete: up to 256 MiB. */
const lengthBytes = 4;

/** The messages around the spans of a batch, whose lengths are still missing. */
export interface BatchFrame {
  /** All bytes before the first span. */
  readonly bytes: Buffer;
  /** Where the lengths of `ResourceSpans` and of its `ScopeSpans` are. */
  readonly lengthsAt: readonly number[];
}

/** The frame of all batches: an `ExportTraceServiceRequest` with one resource and one scope. */
export function batchFrame(
  resource: Readonly<Record<string, AttributeValue>>,
  scope: { name: string; version: string },
): BatchFrame {
  const lengthsAt: number[] = [];
  const bytes = encoded(2 * maxMessageBytes, (writer) => {
    const openFrame = (tag: number) => {
      writer.byte(tag);
      lengthsAt.push(writer.position);
      writer.position += lengthBytes;
    };
    openFrame(0x0a);
    writer.byte(0x0a);
    const start = writer.begin();
    for (const [name, value] of Object.entries(resource)) {
      writeAttribute(writer, attributesOf.resource, new AttributeKey(name), value);
    }
    writer.end(start);
    openFrame(0x12);
    writer.byte(0x0a);
    const scopeStart = writer.begin();
    writer.byte(0x0a);
    writer.text(scope.name);
    writer.byte(0x12);
    writer.text(scope.version);
    writer.end(scopeStart);
  });
  return { bytes, lengthsAt };
}

/** Spans that are exported together, in the bytes that are sent. */
export class Batch {
  readonly writer: ProtobufWriter;
  readonly #frame: BatchFrame;
  /** Number of complete spans, and where the last one ends. */
  #spans = 0;
  #end = 0;

  constructor(frame: BatchFrame) {
    this.#frame = frame;
    this.writer = new ProtobufWriter(Buffer.allocUnsafeSlow(batchBytes + frame.bytes.length));
    this.clear();
  }

  get spans(): number {
    return this.#spans;
  }

  /** Whether there is no room for another span. */
  get isFull(): boolean {
    return this.writer.position + 2 * maxMessageBytes > this.writer.bytes.length;
  }

  clear(): void {
    this.writer.position = 0;
    this.writer.raw(this.#frame.bytes);
    this.#end = this.writer.position;
    this.#spans = 0;
  }

  /** Counts what was written since the last span as a span. */
  commit(): void {
    this.#end = this.writer.position;
    this.#spans++;
  }

  /** Drops what was written since the last complete span. */
  rewind(): void {
    this.writer.position = this.#end;
  }

  /** The `ExportTraceServiceRequest`. It is overwritten after `clear`. */
  complete(): Buffer {
    const { bytes } = this.writer;
    for (const at of this.#frame.lengthsAt) writeLength(bytes, at, this.#end - at - lengthBytes, lengthBytes);
    return bytes.subarray(0, this.#end);
  }
}
