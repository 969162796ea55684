import type { ObservedCall } from '../../engine/http/observed-call.ts';
import type { TraceContext } from '../observation/observed-request.ts';
import { encodeParent, type SpanContext } from './span-encoder.ts';
import type { TraceParent } from './trace-parent.ts';

/** The place of one request in its trace: the context of its span, under which its calls have theirs. */
export class RequestTrace implements TraceContext, SpanContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly isParentRemote: boolean;
  readonly state: string;
  readonly isSampled: boolean;
  #asParent: Buffer | undefined = undefined;
  #ended: ObservedCall[] | undefined = [];

  constructor(traceId: string, spanId: string, parent: TraceParent | undefined, isSampled: boolean) {
    this.traceId = traceId;
    this.spanId = spanId;
    this.parentId = parent?.spanId;
    this.isParentRemote = parent !== undefined;
    this.state = parent?.state ?? '';
    this.isSampled = isSampled;
  }

  /** What the spans below that of the request have in common. */
  get asParent(): Buffer {
    this.#asParent ??= encodeParent(this);
    return this.#asParent;
  }

  /**
   * The calls that have ended and are not recorded yet; undefined once the request is recorded. Spans that are encoded one after
   * the other take a fraction of the time of those that are encoded between other work.
   */
  get ended(): ObservedCall[] | undefined {
    return this.#ended;
  }

  /** Ends the collection: calls that end later are recorded at once. */
  takeEnded(): readonly ObservedCall[] {
    const ended = this.#ended ?? [];
    this.#ended = undefined;
    return ended;
  }

  /** A `traceparent` that names a span of this trace as the parent. */
  traceparent(spanId: string): string {
    return `00-${this.traceId}-${spanId}-${this.isSampled ? '01' : '00'}`;
  }
}
