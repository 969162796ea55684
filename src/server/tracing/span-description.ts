import type { Operation } from '../../engine/contract/operation.ts';
import { GatewayError } from '../../engine/http/errors.ts';
import type { CallRetry, ObservedCall } from '../../engine/http/observed-call.ts';
import type { RequestState } from '../graphql/context.ts';
import type { ObservedRequest } from '../observation/observed-request.ts';
import { keys } from './attribute-keys.ts';
import { faultIn } from './failures.ts';
import type { AttributeKey, AttributeValue } from './otlp-attributes.ts';

/** Receives the attributes of one span. */
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
  return knownMethods.has(method) ? method : 'HTTP';
}

const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
]);

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
export function describeRequest(sink: AttributeSink, state: RequestState, status: number): boolean {
  const { observed, result, statistics } = state;
  describeHttp(sink, observed, status);
  if (state.isCached) sink.attribute(keys.operationCached, true);
  if (state.isShared) sink.attribute(keys.sharedExecution, true);
  sink.attribute(keys.calls, statistics.made);
  const planned = state.plannedCalls;
  if (planned !== undefined) sink.attribute(keys.plannedCalls, planned);
  const fault = faultIn(result?.errors) ?? (status >= 500 ? String(status) : undefined);
  if (fault !== undefined) sink.attribute(keys.errorType, fault);
  return fault !== undefined;
}

/** The same for a request that was rejected. */
export function describeRejected(
  sink: AttributeSink,
  observed: ObservedRequest,
  { status, reason }: { status: number; reason: string },
): boolean {
  describeHttp(sink, observed, status);
  sink.attribute(keys.errorType, reason);
  return status >= 500;
}

function describeHttp(sink: AttributeSink, observed: ObservedRequest, status: number): void {
  const { name, version } = observed.client;
  sink.attribute(keys.method, knownMethods.has(observed.method) ? observed.method : '_OTHER');
  sink.attribute(keys.status, status);
  sink.attribute(keys.requestId, observed.id);
  if (name !== null) sink.attribute(keys.clientName, name);
  if (version !== null) sink.attribute(keys.clientVersion, version);
}

/** `GET /v1/spaces/{spaceId}`. */
export function callSpanName({ method, path }: Operation): string {
  return `${method} ${path}`;
}

/** What the spans of all calls of an operation have in common. */
export function operationAttributes({ id, method, path }: Operation, upstream: URL): Attributes {
  return [
    [keys.method, method],
    [keys.urlTemplate, path],
    [keys.restOperation, id],
    [keys.serverAddress, upstream.hostname],
    [keys.serverPort, Number(upstream.port || (upstream.protocol === 'https:' ? 443 : 80))],
  ];
}

/** Whether `describeCall` tells nothing of a call but status 200, as of most calls. */
export function isOrdinary({ status, error, isShared, isBatched, retries }: ObservedCall): boolean {
  return status === 200 && error === undefined && !isShared && !isBatched && retries === undefined;
}

/** What the span of a call tells in addition. Returns whether it is an error. */
export function describeCall(sink: AttributeSink, call: ObservedCall): boolean {
  const { status, error, isShared, isBatched, retries } = call;
  if (status !== null) sink.attribute(keys.status, status);
  if (isShared) sink.attribute(keys.shared, true);
  if (isBatched) sink.attribute(keys.batched, true);
  if (retries !== undefined) sink.attribute(keys.resendCount, retries.length);
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
