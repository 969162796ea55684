import { cancelledStatus } from '../http/http-errors.ts';

/**
 * What becomes of a request: one of these for each, in log lines, spans and metrics.
 * - `ok`: a response without errors.
 * - `partial`: a response with data, of which a part is missing by a fault of the REST service.
 * - `cancelled`: the client disconnected before the response.
 * - `refused`: a limit of the gateway or of the REST service was exceeded.
 * - `client_fault`: the request is invalid, or its credentials do not permit it, or names what does not exist.
 * - `service_fault`: the REST service failed, and there is no data.
 * - `gateway_fault`: the gateway failed.
 * - `unknown_write`: a write was sent, and nobody knows whether it was applied.
 */
export const outcomes = [
  'ok',
  'partial',
  'cancelled',
  'refused',
  'client_fault',
  'service_fault',
  'gateway_fault',
  'unknown_write',
] as const;

export type Outcome = (typeof outcomes)[number];

/** The outcome of a request that never became an operation. */
export function outcomeOfRejection(status: number, reason: string): Outcome {
  // The keys that verify tokens cannot be read: no limit.
  if (limitStatuses.has(status) && reason !== 'AUTHENTICATION_UNAVAILABLE') return 'refused';
  if (status === cancelledStatus) return 'cancelled';
  return status >= 500 ? 'gateway_fault' : 'client_fault';
}

/** A body, headers, requests or work beyond a limit. */
const limitStatuses: ReadonlySet<number> = new Set([413, 429, 431, 503]);
