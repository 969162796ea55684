import type { Batch } from './batch.ts';
import { type AttributeKey, type AttributeValue, attributesOf, encoded, writeAttribute } from './otlp-attributes.ts';
import type { ProtobufWriter } from './protobuf-writer.ts';

/** Field numbers and types of `Span` in OTLP (opentelemetry/proto/trace/v1), as the first bytes of a field. */
const tags = { state: 0x1a, name: 0x2a, kind: 0x30, start: 0x39, end: 0x41 };
/** The same with the lengths of ids, in hexadecimal digits, as ids are. */
const idTags = { trace: '0a10', span: '1208', parent: '2208' };
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

/** The place of a span in its trace. Ids are hexadecimal digits. */
export interface SpanPlace {
  readonly traceId: string;
  /** The `tracestate`; empty where there is none. */
  readonly state: string;
  /** Undefined for the first span of a trace. */
  readonly parentId: string | undefined;
}

/**
 * How spans start that are at the same place, and whose ids have these 10 digits in common. The last three bytes of the ids,
 * which are the numbers of the spans, follow it.
 */
export function encodeSpanStart({ traceId, state, parentId }: SpanPlace, spanPrefix: string): Buffer {
  const parent = parentId === undefined ? '' : idTags.parent + parentId;
  const ids = Buffer.from(idTags.trace + traceId + parent + idTags.span + spanPrefix, 'hex');
  return state === '' ? ids : Buffer.concat([encodeState(state), ids]);
}

function encodeState(state: string): Buffer {
  return encoded(16 + 3 * state.length, (writer) => {
    writer.byte(tags.state);
    writer.text(state);
  });
}

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

/** Writes one span at a time, field by field: `begin`, `fields`, attributes and events, `end`. */
export class SpanEncoder {
  readonly #batch: Batch;
  readonly #writer: ProtobufWriter;
  #start = 0;

  constructor(batch: Batch) {
    this.#batch = batch;
    this.#writer = batch.writer;
  }

  /** `start` is that of `encodeSpanStart`, `span` the number of the span. Times are in microseconds since 1970. */
  begin(start: Buffer, span: number, startedAt: number, endedAt: number): void {
    const writer = this.#writer;
    this.#batch.rewind();
    writer.byte(spanTag);
    this.#start = writer.begin();
    writer.raw(start);
    writer.bytes24(span);
    writer.byte(tags.start);
    writer.microsecondsAsNanoseconds(startedAt);
    writer.byte(tags.end);
    writer.microsecondsAsNanoseconds(endedAt);
  }

  /** What `encodeKind` and `encodeFields` gave. */
  fields(encoded: Buffer): void {
    this.#writer.raw(encoded);
  }

  attribute(key: AttributeKey, value: AttributeValue): void {
    writeAttribute(this.#writer, attributesOf.span, key, value);
  }

  /** An event at a time in microseconds since 1970. Events of a span follow its attributes. */
  event(name: string, at: number, attributes: readonly (readonly [AttributeKey, AttributeValue])[]): void {
    const writer = this.#writer;
    writer.byte(eventTag);
    const start = writer.begin();
    writer.byte(0x09);
    writer.microsecondsAsNanoseconds(at);
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
