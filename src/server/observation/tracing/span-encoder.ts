import type { Batch } from './batch.ts';
import type { WallClock } from './clock.ts';
import { type AttributeKey, type AttributeValue, attributesOf, encoded, writeAttribute } from './otlp-attributes.ts';
import type { ProtobufWriter } from './protobuf-writer.ts';
import type { SpanPlace } from './span-place.ts';

/** Field numbers and types of `Span` in OTLP (opentelemetry/proto/trace/v1), as the first bytes of a field. */
const tags = { name: 0x2a, kind: 0x30, start: 0x39, end: 0x41 };
const eventTag = 0x5a;
const statusTag = 0x7a;
const flagsTag = [0x85, 0x01] as const;

/** `spans` of `ScopeSpans`. */
const spanTag = 0x12;

/** `STATUS_CODE_ERROR` as a `Status`. */
const errorStatus = Buffer.from([statusTag, 2, 0x18, 2]);

/** Flags of a sampled span that say whether its parent is in another process. */
const localFlags = 0x101;
const remoteFlags = 0x301;

export const spanKinds = { internal: 1, server: 2, client: 3 } as const;

/** Largest size of the fields that many spans have in common, in bytes. */
const maxFieldBytes = 4096;

/** The kind of spans, and whether their parent is in another process. */
export function encodeKind(kind: number, isParentRemote: boolean): Buffer {
  return encoded(16, (writer) => {
    writer.byte(tags.kind);
    writer.byte(kind);
    writer.byte(flagsTag[0]);
    writer.byte(flagsTag[1]);
    writer.fixed32(isParentRemote ? remoteFlags : localFlags);
  });
}

/** The name and the attributes that many spans have in common, after what `encodeKind` gave. */
export function encodeFields(
  name: string,
  attributes: readonly (readonly [AttributeKey, AttributeValue])[],
  kind: Buffer = Buffer.alloc(0),
): Buffer {
  return encoded(maxFieldBytes, (writer) => {
    writer.raw(kind);
    writer.byte(tags.name);
    writer.text(name);
    for (const [key, value] of attributes) writeAttribute(writer, attributesOf.span, key, value);
  });
}

/** When a span started and ended, on the clock of `performance.now()`. */
export interface SpanTimes {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Writes one span at a time, without an object for it (`TraceRecorder` says what that saves), field by field: `begin`, `fields`, attributes and events, `end`. */
export class SpanEncoder {
  readonly #batch: Batch;
  readonly #writer: ProtobufWriter;
  readonly #clock: Pick<WallClock, 'microseconds'>;
  #start = 0;

  constructor(batch: Batch, clock: Pick<WallClock, 'microseconds'>) {
    this.#batch = batch;
    this.#writer = batch.writer;
    this.#clock = clock;
  }

  /** `span` is the number of the span. The times are those of an object: as numbers, they would be allocated for each span. */
  begin(place: SpanPlace, span: number, times: SpanTimes): void {
    const writer = this.#writer;
    const clock = this.#clock;
    this.#batch.rewind();
    writer.byte(spanTag);
    this.#start = writer.begin();
    place.writeTo(writer);
    writer.bytes24(span);
    writer.byte(tags.start);
    writer.microsecondsAsNanoseconds(clock.microseconds(times.startedAt));
    writer.byte(tags.end);
    writer.microsecondsAsNanoseconds(clock.microseconds(times.endedAt));
  }

  /** What `encodeKind` and `encodeFields` gave. */
  fields(encoded: Buffer): void {
    this.#writer.raw(encoded);
  }

  attribute(key: AttributeKey, value: AttributeValue): void {
    writeAttribute(this.#writer, attributesOf.span, key, value);
  }

  /** An event at a time of `performance.now()`. Events of a span follow its attributes. */
  event(name: string, at: number, attributes: readonly (readonly [AttributeKey, AttributeValue])[]): void {
    const writer = this.#writer;
    writer.byte(eventTag);
    const start = writer.begin();
    writer.byte(0x09);
    writer.microsecondsAsNanoseconds(this.#clock.microseconds(at));
    writer.byte(0x12);
    writer.text(name);
    for (const [key, value] of attributes) writeAttribute(writer, attributesOf.event, key, value);
    writer.end(start);
  }

  end(isError: boolean): void {
    if (isError) this.#writer.raw(errorStatus);
    this.#writer.end(this.#start);
    this.#batch.commit();
  }
}
