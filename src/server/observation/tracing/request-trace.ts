import type { CallHeaderSource, ObservedCall } from '../../../engine/engine.ts';
import type { TraceContext } from '../../request/observed-request.ts';
import type { SpanFamily } from './span-place.ts';
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
export class RequestTrace implements TraceContext, SpanFamily, CallHeaderSource {
  readonly traceId: string;
  readonly isSampled: boolean;
  /** Undefined for a request that begins its trace. */
  readonly parent: TraceParent | undefined;
  readonly spanPrefix: string;
  /** A `traceparent` up to the number of the span. */
  readonly #headerPrefix: string;
  #lastSpan = ownSpan;
  /** The `traceparent`s that were made last, and their block. */
  #traceparents = '';
  #block = -1;
  /** What the calls send: the headers of their client, and after them those of the trace. */
  #callHeaders: string[] = [];
  #clientHeaders: readonly string[] | undefined = undefined;

  constructor(traceId: string, spanPrefix: string, parent: TraceParent | undefined, isSampled: boolean) {
    this.traceId = traceId;
    this.parent = parent;
    this.isSampled = isSampled;
    this.spanPrefix = spanPrefix;
    this.#headerPrefix = `00-${traceId}-${spanPrefix}`;
  }

  /** The `tracestate`; empty where there is none. */
  get state(): string {
    return this.parent?.state ?? '';
  }

  /** The number of a new span of the request: below 2^24, from where on they begin anew. */
  nextSpan(): number {
    this.#lastSpan = (this.#lastSpan + 1) & 0xff_ffff;
    return this.#lastSpan;
  }

  /** Adds the `traceparent` to the headers of a call of a sampled request. The list is the same one for all of them. */
  headersOf(call: ObservedCall, headers: readonly string[]): string[] {
    call.spanNumber ??= this.nextSpan();
    if (headers !== this.#clientHeaders) {
      this.#clientHeaders = headers;
      this.#callHeaders = withTwoMore(headers);
    }
    const { length } = headers;
    this.#callHeaders[length] = 'traceparent';
    this.#callHeaders[length + 1] = this.traceparentOf(call.spanNumber);
    return this.#callHeaders;
  }

  /** The `traceparent` of a call of a sampled request: it names the span with this number as the parent. */
  traceparentOf(span: number): string {
    const block = blockOf(span);
    if (block !== this.#block) {
      this.#block = block;
      this.#traceparents = headersOf(block, this.#headerPrefix);
    }
    return headerOf(span, this.#traceparents);
  }

  /** The `traceparent` of all calls of a request that is not sampled: it names the span of the request as the parent. */
  get unsampledTraceparent(): string {
    return `${this.#headerPrefix}${ownDigits}-00`;
  }
}

/** A copy with room for two more. `concat` takes many times as long, and a spread list twice the memory. */
function withTwoMore(list: readonly string[]): string[] {
  const { length } = list;
  const copy = new Array<string>(length + 2);
  for (let i = 0; i < length; i++) copy[i] = list[i] as string;
  return copy;
}
