import { GraphQLError } from 'graphql';
import type { Endpoint, Method } from '../contract/endpoint.ts';

/** Every code that an error of the gateway can have in `extensions.code`. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'PRECONDITION_FAILED'
  | 'BAD_USER_INPUT'
  | 'RATE_LIMITED'
  | 'UPSTREAM_TIMEOUT'
  | 'UPSTREAM_UNAVAILABLE'
  | 'UPSTREAM_ERROR'
  | 'BAD_UPSTREAM_RESPONSE'
  | 'UPSTREAM_CONTRACT'
  | 'OPERATION_TOO_EXPENSIVE'
  | 'CANCELLED'
  | 'WRITE_OUTCOME_UNKNOWN'
  | 'NOT_EXECUTED';

/** The REST call behind an error, as `extensions.rest`. `path` is the template, so it holds no id. */
export interface RestInfo {
  operation: string;
  method: Method;
  path: string;
  status?: number;
  requestId?: string;
}

/** What an operation costs in REST calls, as `extensions.cost`. */
export interface OperationCost {
  /** In the worst case, as planned before the execution. */
  plannedCalls?: number;
  /** Made so far. */
  calls: number;
  limit: number;
}

export interface ErrorDetails {
  rest?: RestInfo;
  /** In seconds. */
  retryAfter?: number;
  cost?: OperationCost;
}

/** What is wrong with a request's body, or with one field of it. */
export interface Problem {
  /** Names from the body down to the field, in each way that it may be meant; none where the service names no field. */
  readonly paths: readonly (readonly string[])[];
  readonly message: string;
}

/** An error with a code of the catalogue. Its message is for the client: it holds no token, header or stack. */
export class GatewayError extends GraphQLError {
  readonly code: ErrorCode;
  readonly rest: RestInfo | undefined;
  /** The field whose value breaks the service's contract. */
  readonly field: string | undefined;
  /** What the service says of the body that it rejected, beside its message. */
  problems: readonly Problem[] | undefined = undefined;
  /** Whether the service's response has more bytes than a response may have. */
  isTooLarge = false;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}, field?: string) {
    // Nobody sees its stack, and a request may have thousands of such errors.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, { extensions: { code, ...details } });
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.rest = details.rest;
    this.field = field;
  }
}

/** The request holds an invalid value: the message quotes it and says what to do. */
export function badUserInput(message: string): GatewayError {
  return new GatewayError('BAD_USER_INPUT', message);
}

/** A mutation that was not sent because of another one in the request; `why` says of which. */
export function notExecuted(why: string, details?: ErrorDetails): GatewayError {
  return new GatewayError('NOT_EXECUTED', `Not executed: ${why}`, details);
}

/** Longest part of a value that a message quotes, in characters. */
const maxQuotedLength = 100;

/** A value of the request as a message quotes it: as JSON, and cut where it is long. */
export function quoted(value: string): string {
  return value.length > maxQuotedLength ? `${JSON.stringify(value.slice(0, maxQuotedLength))}…` : JSON.stringify(value);
}

/** Ends the message for a value of the service that has another type than the contract says. */
export const wrongJsonType = 'has a value of another type than the contract says';

/** Ends the message for an id of the service that could lead to another path. */
export const invalidId = 'has an id that no path can contain';

/** The service's value of `field` breaks its contract; `what` is the rest of the sentence, like `has no value`. */
export function contractBroken(endpoint: Endpoint | undefined, field: string, what: string): GatewayError {
  const subject = endpoint === undefined ? "The service's response" : `The service's response to ${endpoint.id}`;
  const details = endpoint === undefined ? {} : { rest: restInfo(endpoint) };
  return new GatewayError('UPSTREAM_CONTRACT', `${subject} ${what} in "${field}".`, details, field);
}

export function restInfo(endpoint: Endpoint, status?: number, requestId?: string): RestInfo {
  return {
    operation: endpoint.id,
    method: endpoint.method,
    path: endpoint.path,
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** Ends the message of every error that leaves open whether a write was applied. */
export const outcomeUnknown = 'The write may or may not have been applied. Read the record before you retry.';

interface Failure {
  code: ErrorCode;
  /** Used if the service sends no message of its own. */
  message: string;
}

const failures: Record<number, Failure> = {
  400: { code: 'BAD_USER_INPUT', message: 'The service rejected the request as invalid.' },
  401: {
    code: 'UNAUTHENTICATED',
    message: 'The service rejected the credentials. Send a valid token as "Authorization: Bearer …".',
  },
  403: { code: 'FORBIDDEN', message: 'The credentials do not permit this operation.' },
  404: { code: 'NOT_FOUND', message: 'The record does not exist, or the credentials do not permit reading it.' },
  409: { code: 'CONFLICT', message: "The record's current state does not permit this operation." },
  410: { code: 'NOT_FOUND', message: 'The record was deleted.' },
  412: { code: 'PRECONDITION_FAILED', message: 'A precondition of this operation is not met.' },
  422: { code: 'BAD_USER_INPUT', message: 'The service rejected the values in the request.' },
  429: { code: 'RATE_LIMITED', message: 'The service limits the rate of requests. Try again later.' },
  502: { code: 'UPSTREAM_UNAVAILABLE', message: 'The service is temporarily unavailable.' },
  503: { code: 'UPSTREAM_UNAVAILABLE', message: 'The service is temporarily unavailable.' },
  504: { code: 'UPSTREAM_UNAVAILABLE', message: 'The service did not respond to its proxy in time.' },
};

/** The code and message for a status of 300 and above. */
export function failureOf(status: number): Failure {
  const known = failures[status];
  if (known !== undefined) return known;
  if (status >= 500) return { code: 'UPSTREAM_ERROR', message: 'The service failed to process the request.' };
  if (status >= 400)
    return { code: 'BAD_USER_INPUT', message: `The service rejected the request with status ${status}.` };
  return { code: 'BAD_UPSTREAM_RESPONSE', message: `The service responded with the unexpected status ${status}.` };
}

/** Whether a status says that a request failed in a way that HTTP and the contract describe. */
export function isDescribedFailure(status: number): boolean {
  return status === 500 || Object.hasOwn(failures, status);
}

export function notFound(endpoint: Endpoint): GatewayError {
  return new GatewayError('NOT_FOUND', failureOf(404).message, { rest: restInfo(endpoint) });
}

export function isNotFound(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'NOT_FOUND';
}

/** What a service answers to one call, though it may answer another. */
const codesOfOneCall: ReadonlySet<ErrorCode> = new Set([
  'BAD_USER_INPUT',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_UPSTREAM_RESPONSE',
  'UPSTREAM_CONTRACT',
]);

/** Whether another call may succeed where one failed with this error: it is about no credentials, limit or fault of the service. */
export function isOfOneCall(error: unknown): boolean {
  return error instanceof GatewayError && (error.isTooLarge || codesOfOneCall.has(error.code));
}

export function isBadUserInput(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'BAD_USER_INPUT';
}

export function isForbidden(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'FORBIDDEN';
}
