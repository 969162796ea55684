import type { Endpoint } from '../contract/endpoint.ts';
import type { AttemptFailure } from './attempt-failure.ts';
import { type ErrorCode, type ErrorDetails, GatewayError, outcomeUnknown, restInfo } from './errors.ts';

/** Seconds after which a client may try again what the gateway had no room for. */
const retryAfter = 1;

/** A call that was not sent, or a read whose response is not awaited any more. */
function notSent(
  code: ErrorCode,
  endpoint: Endpoint,
  message: string,
  details: ErrorDetails = { rest: restInfo(endpoint) },
): GatewayError {
  return new GatewayError(code, endpoint.method === 'GET' ? message : `${message} The write was not sent.`, details);
}

/** The same for a call that may be sent in a moment. */
function notSentNow(endpoint: Endpoint, message: string): GatewayError {
  return notSent('UPSTREAM_UNAVAILABLE', endpoint, message, { rest: restInfo(endpoint), retryAfter });
}

export function requestCancelled(endpoint: Endpoint): GatewayError {
  return notSent('CANCELLED', endpoint, 'The request was cancelled.');
}

/** The request has made all the calls that it may make. */
export function tooManyCalls(endpoint: Endpoint, maxCalls: number): GatewayError {
  const message = `The request needs more than ${maxCalls} REST calls. Request fewer items, or split it.`;
  return notSent('OPERATION_TOO_EXPENSIVE', endpoint, message, { cost: { calls: maxCalls, limit: maxCalls } });
}

/** The service has rejected the credentials in another call of the request. */
export function unauthenticatedBefore(endpoint: Endpoint): GatewayError {
  return notSent('UNAUTHENTICATED', endpoint, 'The service has rejected the credentials of this request.');
}

export function queueFull(endpoint: Endpoint): GatewayError {
  const message = 'Too many calls wait for a connection to the service. Try again later, or request less at once.';
  return notSentNow(endpoint, message);
}

/** No room for a response: others hold too much at the moment. */
export const outOfMemory =
  'The gateway holds too many responses at the moment. Try again later, or request less at once.';

/** No room for the result of an operation. */
export function noMemory(): GatewayError {
  const message = 'The gateway has no memory for the response at the moment. Try again later, or request less at once.';
  return new GatewayError('UPSTREAM_UNAVAILABLE', message, { retryAfter });
}

export function tooManyBytes(endpoint: Endpoint, maxBytes: number): GatewayError {
  const message = `The REST responses for this request have more than ${maxBytes} bytes. Request fewer items or fields.`;
  return new GatewayError('OPERATION_TOO_EXPENSIVE', message, { rest: restInfo(endpoint) });
}

export function circuitOpen(endpoint: Endpoint): GatewayError {
  return notSentNow(endpoint, 'The service is down. Try again later.');
}

/** The write would change what all processes keep, and they could not be told. */
export function notInvalidated(endpoint: Endpoint): GatewayError {
  return notSentNow(endpoint, 'The shared cache cannot be told of the write at the moment. Try again later.');
}

/** The deadline of the whole request has passed; `wasSent` is for writes. */
export function deadlinePassed(endpoint: Endpoint, timeoutMs: number, wasSent: boolean): GatewayError {
  const message = `The request was not complete within ${timeoutMs} ms.`;
  return endpoint.method !== 'GET' && wasSent
    ? unknownOutcome(endpoint, message)
    : notSent('UPSTREAM_TIMEOUT', endpoint, message);
}

/** The error of a call whose last attempt failed. `status` is that of a response that has begun; 0 without one. */
export function failedCall(
  endpoint: Endpoint,
  failure: AttemptFailure,
  { wasSent, status }: { wasSent: boolean; status: number },
  timeoutMs: number,
): GatewayError {
  const isRead = endpoint.method === 'GET';
  const rest = restInfo(endpoint, status === 0 ? undefined : status);
  const unusable = (message: string) =>
    isRead ? new GatewayError('BAD_UPSTREAM_RESPONSE', message, { rest }) : unknownOutcome(endpoint, message, status);
  switch (failure.kind) {
    case 'timeout': {
      const message = `The service did not respond within ${timeoutMs} ms.`;
      if (isRead) return new GatewayError('UPSTREAM_TIMEOUT', message, { rest });
      if (wasSent) return unknownOutcome(endpoint, message, status);
      return notSent(
        'UPSTREAM_UNAVAILABLE',
        endpoint,
        `No connection to the service was available within ${timeoutMs} ms.`,
      );
    }
    case 'closed':
    case 'unreachable':
      if (!isRead && wasSent)
        return unknownOutcome(endpoint, 'The connection to the service broke before it responded.');
      return notSent('UPSTREAM_UNAVAILABLE', endpoint, 'The service cannot be reached.');
    case 'broken':
      return unusable('The connection to the service broke before the response was complete.');
    case 'malformed':
      return unusable("The service's response is not valid HTTP.");
    case 'unusable': {
      const error = unusable(`The service's response ${failure.reason}`);
      error.isTooLarge = failure.isTooLarge === true;
      return error;
    }
    case 'noRoom':
      return isRead
        ? new GatewayError('UPSTREAM_UNAVAILABLE', failure.reason, { rest, retryAfter })
        : unknownOutcome(endpoint, failure.reason, status);
  }
}

function unknownOutcome(endpoint: Endpoint, message: string, status = 0): GatewayError {
  return new GatewayError('WRITE_OUTCOME_UNKNOWN', `${message} ${outcomeUnknown}`, {
    rest: restInfo(endpoint, status === 0 ? undefined : status),
  });
}
