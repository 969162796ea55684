import type { TraceContext } from '../observation/observed-request.ts';
import { encodeSpanStart } from './span-encoder.ts';
import type { TraceParent } from './trace-parent.ts';
import { blockOf, headerOf, headersOf } from './trace-parent-block.ts';

/** Digits of the ids of spans that those of one request have in common; the rest is the number of the span. */
export const spanPrefixDigits = 10;

/** The number of the request's own span: the first one, so that no id is 0. */
export const ownSpan = 1;
const ownDigits = ownSpan.toString(16).padStart(6, '0');

/**
 * The place of one request in its trace: its span, under which its plan and its calls have theirs. Ids of spans are those
 * random digits and a number, so that a new one costs next to nothing.
 */
export class RequestTrace implements TraceContext {
  readonly traceId: string;
  readonly isSampled: boolean;
  /** Undefined for a request that begins its trace. */
  readonly parent: TraceParent | undefined;
  readonly #spanPrefix: string;
  /** A `traceparent` up to the number of the span. */
  readonly #headerPrefix: string;
  #lastSpan = ownSpan;
  /** The headers that were made last, and their block. */
  #headers = '';
  #block = -1;
  #startBelow: Buffer | undefined = undefined;

  constructor(traceId: string, spanPrefix: string, parent: TraceParent | undefined, isSampled: boolean) {
    this.traceId = traceId;
    this.parent = parent;
    this.isSampled = isSampled;
    this.#spanPrefix = spanPrefix;
    this.#headerPrefix = `00-${traceId}-${spanPrefix}`;
  }

  /** The `tracestate`; empty where there is none. */
  get state(): string {
    return this.parent?.state ?? '';
  }

  /** Id of the request's span: 16 hexadecimal digits. */
  get spanId(): string {
    return this.#spanPrefix + ownDigits;
  }

  /** The number of a new span of the request: below 2^24, from where on they begin anew. */
  nextSpan(): number {
    this.#lastSpan = (this.#lastSpan + 1) & 0xff_ffff;
    return this.#lastSpan;
  }

  /** How the encoded span of the request starts. */
  get start(): Buffer {
    const { traceId, state, parent } = this;
    return encodeSpanStart({ traceId, state, parentId: parent?.spanId }, this.#spanPrefix);
  }

  /** How the encoded spans below that of the request start, up to the numbers of these spans. */
  get startBelow(): Buffer {
    this.#startBelow ??= encodeSpanStart(
      { traceId: this.traceId, state: this.state, parentId: this.spanId },
      this.#spanPrefix,
    );
    return this.#startBelow;
  }

  /** The `traceparent` of a call of a sampled request: it names the span with this number as the parent. */
  traceparentOf(span: number): string {
    const block = blockOf(span);
    if (block !== this.#block) {
      this.#block = block;
      this.#headers = headersOf(block, this.#headerPrefix);
    }
    return headerOf(span, this.#headers);
  }

  /** The `traceparent` of all calls of a request that is not sampled: it names the span of the request as the parent. */
  get unsampledTraceparent(): string {
    return `${this.#headerPrefix}${ownDigits}-00`;
  }
}
