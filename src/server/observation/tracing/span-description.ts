import { type CallRetry, type Endpoint, GatewayError, type ObservedCall } from '../../../engine/engine.ts';
import type { ObservedRequest } from '../../request/observed-request.ts';
import type { RequestState } from '../../request/request-state.ts';
import { isKnownMethod, methodOf } from '../known-methods.ts';
import type { Rejection, RequestEnd } from '../observer.ts';
import { plannedCallsOf } from '../planned-calls.ts';
import { faultIn, isCancelledCall } from '../request-outcome.ts';
import { keys } from './attribute-keys.ts';
import type { AttributeKey, AttributeValue } from './otlp-attributes.ts';

export interface AttributeSink {
  attribute(key: AttributeKey, value: AttributeValue): void;
}

export type Attributes = readonly (readonly [AttributeKey, AttributeValue])[];

/** Longest name of an operation in a span, in characters. */
const maxNameLength = 100;

/** `query Spaces`; without an operation the method of the request. */
export function requestSpanName({ operation, observed }: RequestState): string {
  if (operation === undefined) return rejectedSpanName(observed);
  const { name, operation: type } = operation;
  return name === undefined ? type : `${type} ${name.value.slice(0, maxNameLength)}`;
}

export function rejectedSpanName({ method }: ObservedRequest): string {
  return isKnownMethod(method) ? method : 'HTTP';
}

/** What the spans of all requests for an operation have in common. Never its document. */
export function requestAttributes({ operation, hash }: RequestState): Attributes {
  const name = operation?.name?.value.slice(0, maxNameLength);
  return [
    ...(operation === undefined ? [] : [[keys.operationType, operation.operation] as const]),
    ...(name === undefined ? [] : [[keys.operationName, name] as const]),
    ...(hash === undefined ? [] : [[keys.operationHash, hash] as const]),
  ];
}

/** What the span of a request tells in addition. Never a variable, a token or an address. Returns whether it is an error. */
export function describeRequest(
  sink: AttributeSink,
  state: RequestState,
  { status, outcome }: Pick<RequestEnd, 'status' | 'outcome'>,
): boolean {
  const { observed, statistics } = state;
  describeHttp(sink, observed, status);
  sink.attribute(keys.outcome, outcome);
  if (state.isCached) sink.attribute(keys.operationCached, true);
  if (state.isShared) sink.attribute(keys.sharedExecution, true);
  sink.attribute(keys.calls, statistics.made);
  const planned = plannedCallsOf(state);
  if (planned !== undefined) sink.attribute(keys.plannedCalls, planned);
  const fault = faultOf(state, { status, outcome });
  if (fault !== undefined) sink.attribute(keys.errorType, fault);
  return fault !== undefined;
}

/** The code or the status that is a fault of the gateway or of the REST service. */
function faultOf(state: RequestState, { status, outcome }: Pick<RequestEnd, 'status' | 'outcome'>) {
  return outcome === 'cancelled' ? undefined : (faultIn(state) ?? (status >= 500 ? String(status) : undefined));
}

export function describeRejected(
  sink: AttributeSink,
  observed: ObservedRequest,
  { status, reason, outcome }: Pick<Rejection, 'status' | 'reason' | 'outcome'>,
): boolean {
  describeHttp(sink, observed, status);
  sink.attribute(keys.outcome, outcome);
  sink.attribute(keys.errorType, reason);
  return status >= 500;
}

function describeHttp(sink: AttributeSink, observed: ObservedRequest, status: number): void {
  const { name, version } = observed.client;
  sink.attribute(keys.method, methodOf(observed.method));
  sink.attribute(keys.status, status);
  sink.attribute(keys.requestId, observed.id);
  if (name !== null) sink.attribute(keys.clientName, name);
  if (version !== null) sink.attribute(keys.clientVersion, version);
}

/** `GET /v1/spaces/{spaceId}`. */
export function callSpanName({ method, path }: Endpoint): string {
  return `${method} ${path}`;
}

/** What the spans of all calls of an operation have in common. */
export function operationAttributes({ id, method, path }: Endpoint, upstream: URL): Attributes {
  return [
    [keys.method, method],
    [keys.urlTemplate, path],
    [keys.restOperation, id],
    [keys.serverAddress, upstream.hostname],
    [keys.serverPort, Number(upstream.port || (upstream.protocol === 'https:' ? 443 : 80))],
  ];
}

/** Whether `describeCall` tells nothing of a call but status 200, as of most calls. */
export function isOrdinary(call: ObservedCall): boolean {
  const { status, error, isShared, cachedMs, isRevalidated, isBatched, retries } = call;
  const isPlain = !isShared && cachedMs === undefined && !isRevalidated && !isBatched && retries === undefined;
  return isPlain && status === 200 && error === undefined;
}

/** What the span of a call tells in addition. Returns whether it is an error. */
export function describeCall(sink: AttributeSink, call: ObservedCall): boolean {
  const { status, error, isShared, cachedMs, isStale, isRevalidated, isBatched, retries } = call;
  if (status !== null) sink.attribute(keys.status, status);
  if (isShared) sink.attribute(keys.shared, true);
  if (cachedMs !== undefined) sink.attribute(keys.cached, true);
  if (isStale) sink.attribute(keys.stale, true);
  if (isRevalidated) sink.attribute(keys.revalidated, true);
  if (isBatched) sink.attribute(keys.batched, true);
  if (retries !== undefined) sink.attribute(keys.resendCount, retries.length);
  if (isCancelledCall(call)) {
    sink.attribute(keys.cancelled, true);
    return false;
  }
  const isError = error !== undefined || (status !== null && status >= 400);
  if (isError) sink.attribute(keys.errorType, errorTypeOf(status, error));
  return isError;
}

function errorTypeOf(status: number | null, error: unknown): string {
  if (status !== null && status >= 400) return String(status);
  return error instanceof GatewayError ? error.code : 'INTERNAL_SERVER_ERROR';
}

/** What the event of a call that is sent again tells. */
export function retryAttributes({ status, failure, delayMs }: CallRetry): Attributes {
  return [
    ...(status === undefined ? [] : [[keys.status, status] as const]),
    ...(failure === undefined ? [] : [[keys.errorType, failure] as const]),
    [keys.delay, Math.round(delayMs)],
  ];
}
