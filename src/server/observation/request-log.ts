import type { Logger } from 'pino';
import { roundMs } from '../../engine/http/round-ms.ts';
import { codeOf } from '../graphql/apollo-response.ts';
import type { RequestState } from '../graphql/context.ts';
import type { ObservedRequest } from './observed-request.ts';
import type { Observer, Rejection, RequestEnd } from './observer.ts';

/** Maximum length of a name that a client chooses, in characters. */
const maxLength = 100;

/**
 * Writes one line for each operation and for each rejected request. Never the content of an operation, its variables, a
 * header or an address, which may hold a token.
 */
export class RequestLog implements Observer {
  readonly observesCalls = false;
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  requestEnded(state: RequestState, end: RequestEnd): void {
    if (this.#logger.isLevelEnabled('info')) this.#logger.info(operationLine(state, end), 'operation');
  }

  requestRejected({ requestId, method, status, reason, request }: Rejection): void {
    if (!this.#logger.isLevelEnabled('info')) return;
    const identified = request === undefined ? { requestId } : requestLine(request);
    // Names of methods are short, but a client may send others.
    this.#logger.info(
      { ...identified, method: method?.slice(0, maxLength) ?? null, status, reason },
      'request rejected',
    );
  }
}

/**
 * What a log line tells of an operation. Properties without a value are undefined, which pino leaves out: an object that always
 * has the same properties is made in a fraction of the time.
 */
export function operationLine(state: RequestState, { status, ms }: RequestEnd) {
  const { observed, operation, result, statistics } = state;
  const { id, trace, client } = observed;
  const { made, retried, slowest, slowestMs } = statistics;
  return {
    requestId: id,
    traceId: trace?.traceId,
    client: client.name ?? undefined,
    clientVersion: client.version ?? undefined,
    operation: operation?.name?.value.slice(0, maxLength) ?? null,
    kind: operation?.operation ?? null,
    hash: state.hash,
    ms: roundMs(ms),
    status,
    calls: made,
    planned: state.plannedCalls,
    slowest: slowest?.id,
    slowestMs: slowest && roundMs(slowestMs),
    retries: retried === 0 ? undefined : retried,
    shared: state.isShared || undefined,
    errors: result?.errors?.map(codeOf),
  };
}

/** What identifies a request in the log. */
function requestLine({ id, trace, client }: ObservedRequest) {
  return {
    requestId: id,
    traceId: trace?.traceId,
    client: client.name ?? undefined,
    clientVersion: client.version ?? undefined,
  };
}
