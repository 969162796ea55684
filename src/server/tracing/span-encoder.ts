import type { Batch } from './batch.ts';
import { type AttributeKey, type AttributeValue, attributesOf, encoded, writeAttribute } from './otlp-attributes.ts';

import type { ProtobufWriter } from './protobuf-writer.ts';

/** Field numbers and types of `Span` in OTLP (opentelemetry/proto/trace/v1), as the first bytes of a field. */
const tags = {
  traceId: 0x0a,
  spanId: 0x12,
  state: 0x1a,
  parentId: 0x22,
  name: 0x2a,
  kind: 0x30,
  start: 0x39,
  end: 0x41,
};
const eventTag = 0x5a;
const statusTag = 0x7a;
const flagsTag = [0x85, 0x01] as const;

/** `spans` of `ScopeSpans`. */
const spanTag = 0x12;

const traceIdBytes = 16;
const spanIdBytes = 8;

/** `STATUS_CODE_ERROR` as a `Status`. */
const errorStatus = Buffer.from([statusTag, 2, 0x18, 2]);

/** Flags of a sampled span that say whether its parent is in another process. */
const localFlags = 0x101;
const remoteFlags = 0x301;

export const spanKinds = { internal: 1, server: 2, client: 3 } as const;

/** The place of a span in its trace; ids are hexadecimal digits. */
export interface SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentId: string | undefined;
  readonly isParentRemote: boolean;
  /** The `tracestate`; empty where there is none. */
  readonly state: string;
}

/** The name, the kind and the attributes that many spans have in common, encoded once. */
export function encodeFields(
  name: string,
  kind: number,
  attributes: readonly (readonly [AttributeKey, AttributeValue])[],
): Buffer {
  return encoded(4096, (writer) => {
    writeName(writer, name, kind);
    for (const [key, value] of attributes) writeAttribute(writer, attributesOf.span, key, value);
  });
}

/** What the spans below that of a request have in common, encoded once for each request. */
export function encodeParent({ traceId, spanId, state }: Omit<SpanContext, 'parentId' | 'isParentRemote'>): Buffer {
  return encoded(64 + 3 * state.length, (writer) => writeParent(writer, { traceId, parentId: spanId, state }));
}

function writeParent(
  writer: ProtobufWriter,
  { traceId, parentId, state }: Pick<SpanContext, 'traceId' | 'parentId' | 'state'>,
): void {
  writer.byte(tags.traceId);
  writer.byte(traceIdBytes);
  writer.hex(traceId);
  if (state !== '') {
    writer.byte(tags.state);
    writer.text(state);
  }
  if (parentId === undefined) return;
  writer.byte(tags.parentId);
  writer.byte(spanIdBytes);
  writer.hex(parentId);
}

function writeName(writer: ProtobufWriter, name: string, kind: number): void {
  writer.byte(tags.name);
  writer.text(name);
  writer.byte(tags.kind);
  writer.byte(kind);
}

/** Writes one span at a time, field by field: `begin`, attributes and events, `end`. */
export class SpanEncoder {
  readonly #batch: Batch;
  #start = 0;

  constructor(batch: Batch) {
    this.#batch = batch;
  }

  get #writer() {
    return this.#batch.writer;
  }

  /**
   * Begins a span below that of a request: `parent` is `encodeParent` of the request, and `fields` has the name, the kind and
   * the attributes that spans of its kind have in common. Times are in microseconds since 1970.
   */
  beginBelow(parent: Buffer, spanId: string, fields: Buffer, startedAt: number, endedAt: number): void {
    const writer = this.#writer;
    this.#open();
    writer.raw(parent);
    writer.byte(tags.spanId);
    writer.byte(spanIdBytes);
    writer.hex(spanId);
    this.#times(startedAt, endedAt, localFlags);
    writer.raw(fields);
  }

  /** Times are in microseconds since 1970. */
  begin(context: SpanContext, name: string, kind: number, startedAt: number, endedAt: number): void {
    const writer = this.#writer;
    this.#open();
    writeParent(writer, context);
    writer.byte(tags.spanId);
    writer.byte(spanIdBytes);
    writer.hex(context.spanId);
    writeName(writer, name, kind);
    this.#times(startedAt, endedAt, context.isParentRemote ? remoteFlags : localFlags);
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

  #open(): void {
    this.#batch.rewind();
    this.#writer.byte(spanTag);
    this.#start = this.#writer.begin();
  }

  #times(startedAt: number, endedAt: number, flags: number): void {
    const writer = this.#writer;
    writer.byte(tags.start);
    writer.microsecondsAsNanoseconds(startedAt);
    writer.byte(tags.end);
    writer.microsecondsAsNanoseconds(endedAt);
    writer.byte(flagsTag[0]);
    writer.byte(flagsTag[1]);
    writer.fixed32(flags);
  }

  end(isError: boolean): void {
    if (isError) this.#writer.raw(errorStatus);
    this.#writer.end(this.#start);
    this.#batch.commit();
  }
}
