import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { CallHeaderSource, ObservedCall } from '../../../engine/engine.ts';
import type { ObservedRequest, TraceContext } from '../../request/observed-request.ts';
import type { MadePlan, RequestState } from '../../request/request-state.ts';
import type { Observer, Rejection, RequestEnd } from '../observer.ts';
import { keys } from './attribute-keys.ts';
import { WallClock } from './clock.ts';
import {
  type AttributeSink,
  type Attributes,
  callSpanName,
  describeCall,
  describeRejected,
  describeRequest,
  operationAttributes,
  rejectedSpanName,
  requestAttributes,
  requestSpanName,
  retryAttributes,
} from './span-description.ts';

/** A request whose span is one of the application's tracer. */
class ApiTrace implements TraceContext {
  readonly span: Span;
  readonly context: Context;

  constructor(span: Span, parent: Context) {
    this.span = span;
    this.context = trace.setSpan(parent, span);
  }

  get traceId(): string {
    return this.span.spanContext().traceId;
  }

  get isSampled(): boolean {
    return this.span.isRecording();
  }
}

/**
 * Gives the spans of requests, plans and REST calls to the tracer of the application, which samples and exports them. The span
 * of a request is below the active one, where there is one: that of an instrumented server.
 */
export class ApiTracing implements Observer {
  readonly observesCalls = true;
  readonly callHeaders = propagation.fields();
  readonly #tracer: Tracer;
  readonly #upstream: URL;
  readonly #route: string;
  readonly #calls = new WeakMap<ObservedCall, Span>();
  readonly #clock = new WallClock();

  constructor(tracer: Tracer, upstream: URL, route: string) {
    this.#tracer = tracer;
    this.#upstream = upstream;
    this.#route = route;
  }

  requestStarted(request: ObservedRequest): void {
    this.#clock.align();
    const active = context.active();
    const isBelowServer = trace.getSpan(active) !== undefined;
    const parent = isBelowServer ? active : propagation.extract(active, request.headers);
    const kind = isBelowServer ? SpanKind.INTERNAL : SpanKind.SERVER;
    const attributes = { [keys.route.name]: this.#route };
    const options = { kind, startTime: this.#wallTime(request.startedAt), attributes };
    const started = new ApiTrace(this.#tracer.startSpan(rejectedSpanName(request), options, parent), parent);
    request.trace = started;
    if (this.callHeaders.includes('baggage')) addBaggage(request, started.context);
  }

  callStarted(call: ObservedCall, { observed }: RequestState): void {
    if (!(observed.trace instanceof ApiTrace)) return;
    const { endpoint, startedAt } = call;
    const attributes = plain(operationAttributes(endpoint, this.#upstream));
    const options = { kind: SpanKind.CLIENT, startTime: this.#wallTime(startedAt), attributes };
    const span = this.#tracer.startSpan(callSpanName(endpoint), options, observed.trace.context);
    this.#calls.set(call, span);
  }

  headerSourceOf({ observed }: RequestState): CallHeaderSource | undefined {
    const request = observed.trace;
    if (!(request instanceof ApiTrace)) return undefined;
    return {
      headersOf: (call, headers) => {
        const span = this.#calls.get(call);
        if (span === undefined) return headers;
        const carrier: Record<string, string> = {};
        propagation.inject(trace.setSpan(request.context, span), carrier);
        // It is among the headers of the request.
        delete carrier.baggage;
        return [...headers, ...Object.entries(carrier).flat()];
      },
    };
  }

  callEnded(call: ObservedCall): void {
    const span = this.#calls.get(call);
    if (span === undefined) return;
    const isError = describeCall(sinkOf(span), call);
    for (const retry of call.retries ?? [])
      span.addEvent('retry', plain(retryAttributes(retry)), this.#wallTime(retry.at));
    this.#end(span, isError, call.endedAt);
  }

  requestEnded(state: RequestState, requestEnd: RequestEnd): void {
    const { observed, plan } = state;
    if (!(observed.trace instanceof ApiTrace)) return;
    const { span } = observed.trace;
    if (plan !== undefined) this.#recordPlan(observed.trace, plan);
    span.updateName(requestSpanName(state));
    span.setAttributes(plain(requestAttributes(state)));
    this.#end(span, describeRequest(sinkOf(span), state, requestEnd), observed.startedAt + requestEnd.ms);
  }

  requestRejected(rejection: Rejection): void {
    const { request } = rejection;
    if (!(request?.trace instanceof ApiTrace)) return;
    const { span } = request.trace;
    this.#end(span, describeRejected(sinkOf(span), request, rejection), performance.now());
  }

  #recordPlan({ context }: ApiTrace, { calls, startedAt, endedAt }: MadePlan): void {
    const attributes = { [keys.plannedCalls.name]: calls };
    const span = this.#tracer.startSpan('plan', { startTime: this.#wallTime(startedAt), attributes }, context);
    this.#end(span, false, endedAt);
  }

  #end(span: Span, isError: boolean, time: number): void {
    if (isError) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end(this.#wallTime(time));
  }

  /** Milliseconds since 1970, of a time of `performance.now()`. */
  #wallTime(time: number): number {
    return this.#clock.microseconds(time) / 1000;
  }
}

/** Baggage may say who sends a request. It is a header of all calls of the request, and so keeps it apart from others. */
function addBaggage({ callHeaders }: ObservedRequest, ofRequest: Context): void {
  const carrier: Record<string, string> = {};
  propagation.inject(ofRequest, carrier);
  if (carrier.baggage !== undefined) callHeaders.push('baggage', carrier.baggage);
}

function sinkOf(span: Span): AttributeSink {
  return { attribute: (key, value) => void span.setAttribute(key.name, value) };
}

function plain(attributes: Attributes): Record<string, string | number | boolean> {
  return Object.fromEntries(attributes.map(([key, value]) => [key.name, value]));
}
