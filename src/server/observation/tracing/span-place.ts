import { ProtobufWriter } from './protobuf-writer.ts';
import { maxStateLength } from './trace-parent.ts';

/** Field numbers and types of `Span` in OTLP, as the first bytes of a field; those of ids with their lengths in bytes. */
const stateTag = 0x1a;
const traceTag = [0x0a, 16] as const;
const spanTag = [0x12, 8] as const;
const parentTag = [0x22, 8] as const;

/** A state, which is ASCII, and the ids, with their tags and lengths. */
const maxBytes = maxStateLength + 64;

/** What the spans of one request have in common. Ids are hexadecimal digits. */
export interface SpanFamily {
  readonly traceId: string;
  /** The `tracestate`; empty where there is none. */
  readonly state: string;
  /** The 10 digits that the ids of these spans have in common. */
  readonly spanPrefix: string;
}

/** How spans at one place in their trace start, up to the last three bytes of their ids. It serves one place after the other. */
export class SpanPlace {
  readonly #writer = new ProtobufWriter(Buffer.alloc(maxBytes));
  readonly #prefix = new ProtobufWriter(Buffer.alloc(5));
  #familyEnd = 0;

  /** What follows is about the spans of this request. */
  enter({ traceId, state, spanPrefix }: SpanFamily): void {
    const writer = this.#writer;
    writer.position = 0;
    if (state !== '') {
      writer.byte(stateTag);
      writer.text(state);
    }
    writeTag(writer, traceTag);
    writer.hexadecimal(traceId);
    this.#familyEnd = writer.position;
    this.#prefix.position = 0;
    this.#prefix.hexadecimal(spanPrefix);
  }

  /** Below the request's span with this number. */
  setBelow(span: number): void {
    const writer = this.#writer;
    writer.position = this.#familyEnd;
    writeTag(writer, parentTag);
    this.#writePrefix();
    writer.bytes24(span);
    this.#writeSpan();
  }

  /** Below this span of another process; undefined for the first span of a trace. */
  setBelowRemote(parentId: string | undefined): void {
    const writer = this.#writer;
    writer.position = this.#familyEnd;
    if (parentId !== undefined) {
      writeTag(writer, parentTag);
      writer.hexadecimal(parentId);
    }
    this.#writeSpan();
  }

  writeTo(writer: ProtobufWriter): void {
    const { bytes, position } = this.#writer;
    writer.copy(bytes, position);
  }

  #writeSpan(): void {
    writeTag(this.#writer, spanTag);
    this.#writePrefix();
  }

  #writePrefix(): void {
    this.#writer.copy(this.#prefix.bytes, this.#prefix.position);
  }
}

function writeTag(writer: ProtobufWriter, [tag, length]: readonly [number, number]): void {
  writer.byte(tag);
  writer.byte(length);
}
