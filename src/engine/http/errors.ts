import { GraphQLError } from 'graphql';
import type { Method, Operation } from '../contract/operation.ts';

/** Every code that an error of the gateway may carry in `extensions.code`. */
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
  | 'WRITE_OUTCOME_UNKNOWN';

/** What `extensions.rest` says of the REST call behind an error: the path is the template, so that it holds no id. */
export interface RestInfo {
  operation: string;
  method: Method;
  path: string;
  status?: number;
  requestId?: string;
}

/** An error with a code of the catalogue. Its message is meant for the client: it holds no token, header, id or stack. */
export class GatewayError extends GraphQLError {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, details: { rest?: RestInfo; retryAfter?: number } = {}) {
    super(message, { extensions: { code, ...details } });
    this.code = code;
  }
}

/** The request names something that cannot be: the message quotes what was wrong and says what to do. */
export function badUserInput(message: string): GatewayError {
  return new GatewayError('BAD_USER_INPUT', message);
}

/** The service left out, or sent a value against, what its contract promises for a field. */
export function contractBroken(operation: Operation | undefined, field: string, what: string): GatewayError {
  const by = operation === undefined ? 'The service' : `The service's answer to ${operation.id}`;
  return new GatewayError('UPSTREAM_CONTRACT', `${by} ${what} in "${field}".`, {
    ...(operation === undefined ? {} : { rest: restInfo(operation) }),
  });
}

export function restInfo(operation: Operation, status?: number, requestId?: string): RestInfo {
  return {
    operation: operation.id,
    method: operation.method,
    path: operation.path,
    ...(status === undefined ? {} : { status }),
    ...(requestId === undefined ? {} : { requestId }),
  };
}

/** What a client has to know where a write may have been carried out, though no answer says so. */
export const lookFirst = 'The write may or may not have been carried out: look before you repeat it.';

interface Failure {
  code: ErrorCode;
  /** Said when the service sends no message of its own. */
  message: string;
}

const failures: Record<number, Failure> = {
  400: { code: 'BAD_USER_INPUT', message: 'The service refused the request as invalid.' },
  401: {
    code: 'UNAUTHENTICATED',
    message: 'The service did not accept the credentials. Send a valid token as "Authorization: Bearer …".',
  },
  403: { code: 'FORBIDDEN', message: 'The token does not have the right to do this.' },
  404: { code: 'NOT_FOUND', message: 'There is no such record, or the token may not see it.' },
  409: { code: 'CONFLICT', message: 'The record is in a state that does not allow this.' },
  410: { code: 'NOT_FOUND', message: 'The record is gone.' },
  412: { code: 'PRECONDITION_FAILED', message: 'A condition for this is not met.' },
  422: { code: 'BAD_USER_INPUT', message: 'The service refused the values of the request.' },
  429: { code: 'RATE_LIMITED', message: 'The service limits the rate of requests. Try again later.' },
  502: { code: 'UPSTREAM_UNAVAILABLE', message: 'The service is not available at the moment.' },
  503: { code: 'UPSTREAM_UNAVAILABLE', message: 'The service is not available at the moment.' },
  504: { code: 'UPSTREAM_UNAVAILABLE', message: 'The service did not answer its own proxy in time.' },
};

/** The failure that a status of 300 and above stands for. */
export function failureOf(status: number): Failure {
  const known = failures[status];
  if (known !== undefined) return known;
  if (status >= 500) return { code: 'UPSTREAM_ERROR', message: 'The service failed to answer the request.' };
  if (status >= 400) return { code: 'BAD_USER_INPUT', message: `The service refused the request (status ${status}).` };
  return { code: 'BAD_UPSTREAM_RESPONSE', message: `The service answered with an unexpected status ${status}.` };
}

export function notFound(operation: Operation): GatewayError {
  return new GatewayError('NOT_FOUND', failureOf(404).message, { rest: restInfo(operation) });
}

export function isNotFound(error: unknown): boolean {
  return error instanceof GatewayError && error.code === 'NOT_FOUND';
}
