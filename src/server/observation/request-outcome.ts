import { type CallStatistics, type ErrorCode, GatewayError, type ObservedCall } from '../../engine/engine.ts';
import { cancelledStatus } from '../http/http-errors.ts';
import { codeOf } from '../request/error-code.ts';
import type { RequestState } from '../request/request-state.ts';
import type { RequestEnd } from './observer.ts';
import type { Outcome } from './outcome.ts';

/** The outcome of a request that has an error with this code. Other codes are those of GraphQL, and of embedders. */
const outcomesOfCodes: Readonly<Record<ErrorCode | 'INTERNAL_SERVER_ERROR' | 'SERVICE_UNAVAILABLE', Outcome>> = {
  UNAUTHENTICATED: 'client_fault',
  FORBIDDEN: 'client_fault',
  NOT_FOUND: 'client_fault',
  CONFLICT: 'client_fault',
  PRECONDITION_FAILED: 'client_fault',
  BAD_USER_INPUT: 'client_fault',
  RATE_LIMITED: 'refused',
  OPERATION_TOO_EXPENSIVE: 'refused',
  UPSTREAM_TIMEOUT: 'service_fault',
  UPSTREAM_UNAVAILABLE: 'service_fault',
  UPSTREAM_ERROR: 'service_fault',
  BAD_UPSTREAM_RESPONSE: 'service_fault',
  UPSTREAM_CONTRACT: 'service_fault',
  INTERNAL_SERVER_ERROR: 'gateway_fault',
  SERVICE_UNAVAILABLE: 'refused',
  WRITE_OUTCOME_UNKNOWN: 'unknown_write',
  CANCELLED: 'cancelled',
  NOT_EXECUTED: 'client_fault',
};

/** Every code of the gateway's own errors. */
export const errorCodes: readonly string[] = Object.keys(outcomesOfCodes);

/** Of several errors, the one that comes first here decides. */
const bySeverity: readonly Outcome[] = [
  'unknown_write',
  'gateway_fault',
  'service_fault',
  'refused',
  'client_fault',
  'cancelled',
];

/** The end of a request for an operation whose response is known. `status` is that of the response. */
export function requestEndOf(state: RequestState, status: number): RequestEnd {
  const isCancelled = state.caller.cancellation?.isCancelled === true;
  return {
    status: isCancelled ? cancelledStatus : status,
    ms: performance.now() - state.startedAt,
    outcome: outcomeOf(state, status, isCancelled),
  };
}

function outcomeOf(state: RequestState, status: number, isCancelled: boolean): Outcome {
  const worst = worstOf(state);
  if (worst === 'unknown_write') return worst;
  if (isCancelled) return 'cancelled';
  if (worst === 'service_fault') return hasData(state.result?.data) ? 'partial' : worst;
  return status >= 500 && worst !== 'refused' ? 'gateway_fault' : worst;
}

/** Whether nobody waited for the response to a REST call any more. */
export function isCancelledCall({ error }: ObservedCall): boolean {
  return error instanceof GatewayError && error.code === 'CANCELLED';
}

/** Whether a call without a response ended by no fault of the service or the gateway: by a limit, or by credentials that were rejected before. */
export function isRefusedCall({ error, status }: ObservedCall): boolean {
  return status === null && error instanceof GatewayError && !faults.has(outcomeOfCode(error.code));
}

/** The code of the first error that is a fault of the gateway or of the REST service, or of a write that failed by one; undefined where there is none. */
export function faultIn({ result, statistics }: RequestState): string | undefined {
  const fault = result?.errors?.map(codeOf).find((code) => faults.has(outcomeOfCode(code)));
  return fault ?? faultsOfWrites(statistics)[0];
}

const faults: ReadonlySet<Outcome> = new Set(['service_fault', 'gateway_fault', 'unknown_write']);

function worstOf({ result, statistics }: RequestState): Outcome {
  if (result?.errors === undefined && statistics.writeFailures === undefined) return 'ok';
  const codes = [...(result?.errors?.map(codeOf) ?? []), ...faultsOfWrites(statistics)];
  const outcomes = new Set(codes.map(outcomeOfCode));
  return bySeverity.find((outcome) => outcomes.has(outcome)) ?? 'ok';
}

/** The faults among what writes have failed with. Those of a batch are no errors of the result, nor are those that a client did not wait for. */
function faultsOfWrites({ writeFailures }: CallStatistics): readonly string[] {
  return writeFailures === undefined ? none : [...writeFailures].filter((code) => faults.has(outcomeOfCode(code)));
}

const none: readonly string[] = [];

function outcomeOfCode(code: string): Outcome {
  return Object.hasOwn(outcomesOfCodes, code) ? outcomesOfCodes[code as ErrorCode] : 'client_fault';
}

/** Whether a root field has a value. */
function hasData(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.values(data).some((value) => value !== null);
}
