import type { Operation } from '../contract/operation.ts';
import { type ErrorCode, type ErrorDetails, GatewayError, outcomeUnknown, restInfo } from './errors.ts';
import type { AttemptFailure } from './http-attempt.ts';

/** Seconds after which a client may try again what the gateway had no room for. */
const retryAfter = 1;

/** A call that was not sent, or a read whose response is not awaited any more. */
function notSent(
  code: ErrorCode,
  operation: Operation,
  message: string,
  details: ErrorDetails = { rest: restInfo(operation) },
): GatewayError {
  return new GatewayError(code, operation.method === 'GET' ? message : `${message} The write was not sent.`, details);
}

/** The same for a call that may be sent in a moment. */
function notSentNow(operation: Operation, message: string): GatewayError {
  return notSent('UPSTREAM_UNAVAILABLE', operation, message, { rest: restInfo(operation), retryAfter });
}

export function requestCancelled(operation: Operation): GatewayError {
  return notSent('UPSTREAM_UNAVAILABLE', operation, 'The request was cancelled.');
}

/** The request has made all the calls that it may make. */
export function tooManyCalls(operation: Operation, maxCalls: number): GatewayError {
  const message = `The request needs more than ${maxCalls} REST calls. Request fewer items, or split it.`;
  return notSent('OPERATION_TOO_EXPENSIVE', operation, message, { cost: { calls: maxCalls, limit: maxCalls } });
}

export function queueFull(operation: Operation): GatewayError {
  const message = 'Too many calls wait for a connection to the service. Try again later, or request less at once.';
  return notSentNow(operation, message);
}

/** No room for a response: others hold too much at the moment. */
export const outOfMemory =
  'The gateway holds too many responses at the moment. Try again later, or request less at once.';

export function tooManyBytes(operation: Operation, maxBytes: number): GatewayError {
  const message = `The REST responses for this request have more than ${maxBytes} bytes. Request fewer items or fields.`;
  return new GatewayError('OPERATION_TOO_EXPENSIVE', message, { rest: restInfo(operation) });
}

export function circuitOpen(operation: Operation): GatewayError {
  return notSentNow(operation, 'The service is down. Try again later.');
}

/** The deadline of the whole request has passed; `wasSent` is for writes. */
export function deadlinePassed(operation: Operation, timeoutMs: number, wasSent: boolean): GatewayError {
  const message = `The request was not complete within ${timeoutMs} ms.`;
  return operation.method !== 'GET' && wasSent
    ? unknownOutcome(operation, message)
    : notSent('UPSTREAM_TIMEOUT', operation, message);
}

/** The error of a call whose last attempt failed. `status` is that of a response that has begun; 0 without one. */
export function failedCall(
  operation: Operation,
  failure: AttemptFailure,
  { wasSent, status, timeoutMs }: { wasSent: boolean; status: number; timeoutMs: number },
): GatewayError {
  const isRead = operation.method === 'GET';
  const rest = restInfo(operation, status === 0 ? undefined : status);
  const unusable = (message: string) =>
    isRead ? new GatewayError('BAD_UPSTREAM_RESPONSE', message, { rest }) : unknownOutcome(operation, message, status);
  switch (failure.kind) {
    case 'timeout': {
      const message = `The service did not respond within ${timeoutMs} ms.`;
      if (isRead) return new GatewayError('UPSTREAM_TIMEOUT', message, { rest });
      if (wasSent) return unknownOutcome(operation, message, status);
      return notSent(
        'UPSTREAM_UNAVAILABLE',
        operation,
        `No connection to the service was available within ${timeoutMs} ms.`,
      );
    }
    case 'closed':
    case 'unreachable':
      if (!isRead && wasSent)
        return unknownOutcome(operation, 'The connection to the service broke before it responded.');
      return notSent('UPSTREAM_UNAVAILABLE', operation, 'The service cannot be reached.');
    case 'broken':
      return unusable('The connection to the service broke before the response was complete.');
    case 'malformed':
      return unusable("The service's response is not valid HTTP.");
    case 'unusable':
      return unusable(`The service's response ${failure.reason}`);
    case 'noRoom':
      return isRead
        ? new GatewayError('UPSTREAM_UNAVAILABLE', failure.reason, { rest, retryAfter })
        : unknownOutcome(operation, failure.reason, status);
  }
}

function unknownOutcome(operation: Operation, message: string, status = 0): GatewayError {
  return new GatewayError('WRITE_OUTCOME_UNKNOWN', `${message} ${outcomeUnknown}`, {
    rest: restInfo(operation, status === 0 ? undefined : status),
  });
}
