import { memoize } from '../../engine/contract/memoize.ts';
import type { Operation } from '../../engine/contract/operation.ts';
import type { ObservedCall } from '../../engine/http/observed-call.ts';
import type { MadePlan, RequestState } from '../graphql/context.ts';
import type { ObservedRequest } from '../observation/observed-request.ts';
import type { Observer, Rejection, RequestEnd } from '../observation/observer.ts';
import { keys } from './attribute-keys.ts';
import type { Batch } from './batch.ts';
import { WallClock } from './clock.ts';
import type { ExportQueue } from './export-queue.ts';
import { RandomIds } from './random-ids.ts';
import { RequestTrace } from './request-trace.ts';
import type { Sampler } from './sampler.ts';
import {
  callSpanName,
  describeCall,
  describeRejected,
  describeRequest,
  operationAttributes,
  rejectedSpanName,
  requestSpanName,
  retryAttributes,
} from './span-description.ts';
import { encodeFields, SpanEncoder, spanKinds } from './span-encoder.ts';
import { traceParentOf } from './trace-parent.ts';

/** Events of one span; a read is sent again a few times at most. */
const maxEvents = 10;

const planFields = encodeFields('plan', spanKinds.internal, []);

export interface TraceRecorderOptions {
  sampler: Sampler;
  queue: ExportQueue;
  /** Base address of the REST service. */
  upstream: URL;
  /** Time for the last batches at the end, in milliseconds. */
  closeTimeoutMs: number;
}

interface EndedRequest {
  readonly state: RequestState;
  readonly trace: RequestTrace;
  readonly status: number;
  /** On the clock of `performance.now()`, in milliseconds. */
  readonly endedAt: number;
}

/**
 * Records a span for each request, for its plan and for each of its REST calls, in the bytes in which they are exported.
 * OpenTelemetry's SDK would take several times as long, as it keeps objects of all of them until then.
 */
export class TraceRecorder implements Observer {
  readonly observesCalls = true;
  readonly callHeaders = ['traceparent', 'tracestate'];
  readonly #options: TraceRecorderOptions;
  readonly #ids = new RandomIds();
  readonly #clock = new WallClock();
  readonly #fieldsOf: (operation: Operation) => Buffer;
  /** Requests that have ended in this turn of the event loop. They are encoded together, after their responses are sent. */
  #ended: EndedRequest[] = [];
  #encoding: NodeJS.Immediate | undefined = undefined;
  /** The batch that the encoder writes to. */
  #batch: Batch | undefined = undefined;
  #encoder: SpanEncoder | undefined = undefined;

  constructor(options: TraceRecorderOptions) {
    this.#options = options;
    this.#fieldsOf = memoize((operation: Operation) =>
      encodeFields(callSpanName(operation), spanKinds.client, operationAttributes(operation, options.upstream)),
    );
  }

  observesCallsOf({ trace }: ObservedRequest): boolean {
    return trace?.isSampled ?? false;
  }

  requestStarted(request: ObservedRequest): void {
    const parent = traceParentOf(request.headers);
    const traceId = parent?.traceId ?? this.#ids.traceId();
    const trace = new RequestTrace(traceId, this.#ids.spanId(), parent, this.#options.sampler(traceId, parent));
    request.trace = trace;
    if (trace.state !== '') request.callHeaders.push('tracestate', trace.state);
    if (!trace.isSampled) request.callHeaders.push('traceparent', trace.traceparent(trace.spanId));
  }

  callStarted(call: ObservedCall, { observed: { trace } }: RequestState): void {
    if (!(trace instanceof RequestTrace) || !trace.isSampled) return;
    call.spanId = this.#ids.spanId();
    call.headers = ['traceparent', trace.traceparent(call.spanId)];
  }

  callEnded(call: ObservedCall, { observed: { trace } }: RequestState): void {
    if (!(trace instanceof RequestTrace) || call.spanId === undefined) return;
    if (trace.ended === undefined) this.#recordCall(trace, call);
    else trace.ended.push(call);
  }

  requestEnded(state: RequestState, { status, ms }: RequestEnd): void {
    const { trace, startedAt } = state.observed;
    if (!(trace instanceof RequestTrace) || !trace.isSampled) return;
    this.#ended.push({ state, trace, status, endedAt: startedAt + ms });
    this.#encoding ??= setImmediate(() => this.#encodeEnded());
  }

  requestRejected({ request, status, reason }: Rejection): void {
    if (!(request?.trace instanceof RequestTrace) || !request.trace.isSampled) return;
    const encoder = this.#beginRequest(request, request.trace, rejectedSpanName(request), performance.now());
    encoder?.end(describeRejected(encoder, request, { status, reason }));
  }

  close(): Promise<void> {
    clearImmediate(this.#encoding);
    this.#encodeEnded();
    return this.#options.queue.close(this.#options.closeTimeoutMs);
  }

  #beginRequest(
    { startedAt }: ObservedRequest,
    trace: RequestTrace,
    name: string,
    endedAt: number,
  ): SpanEncoder | undefined {
    const encoder = this.#nextSpan();
    const clock = this.#clock;
    encoder?.begin(trace, name, spanKinds.server, clock.microseconds(startedAt), clock.microseconds(endedAt));
    return encoder;
  }

  #encodeEnded(): void {
    this.#encoding = undefined;
    const ended = this.#ended;
    this.#ended = [];
    for (const { state, trace, status, endedAt } of ended) {
      for (const call of trace.takeEnded()) this.#recordCall(trace, call);
      if (state.plan !== undefined) this.#recordPlan(trace, state.plan);
      const encoder = this.#beginRequest(state.observed, trace, requestSpanName(state), endedAt);
      encoder?.end(describeRequest(encoder, state, status));
    }
  }

  #recordCall(trace: RequestTrace, call: ObservedCall): void {
    const encoder = this.#nextSpan();
    if (encoder === undefined) return;
    const clock = this.#clock;
    const { operation, spanId = '', startedAt, endedAt, retries } = call;
    const start = clock.microseconds(startedAt);
    const end = clock.microseconds(endedAt);
    encoder.beginBelow(trace.asParent, spanId, this.#fieldsOf(operation), start, end);
    const isError = describeCall(encoder, call);
    for (const retry of retries?.slice(0, maxEvents) ?? []) {
      encoder.event('retry', clock.microseconds(retry.at), retryAttributes(retry));
    }
    encoder.end(isError);
  }

  #recordPlan(trace: RequestTrace, { calls, startedAt, endedAt }: MadePlan): void {
    const encoder = this.#nextSpan();
    if (encoder === undefined) return;
    const [start, end] = [this.#clock.microseconds(startedAt), this.#clock.microseconds(endedAt)];
    encoder.beginBelow(trace.asParent, this.#ids.spanId(), planFields, start, end);
    encoder.attribute(keys.plannedCalls, calls);
    encoder.end(false);
  }

  /** Undefined where the queue has no room: the span is then dropped. */
  #nextSpan(): SpanEncoder | undefined {
    const batch = this.#options.queue.next();
    if (batch === undefined) return undefined;
    if (batch !== this.#batch || this.#encoder === undefined) {
      this.#batch = batch;
      this.#encoder = new SpanEncoder(batch);
      this.#clock.align();
    }
    return this.#encoder;
  }
}
