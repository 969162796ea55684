import type { Logger } from 'pino';
import type { ObservedRequest } from '../../request/observed-request.ts';
import type { RequestState } from '../../request/request-state.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Observer, Rejection, RequestEnd } from '../observer.ts';
import type { Outcome } from '../outcome.ts';
import { type RequestLevel, type RequestLines, requestLinesOf } from './log-output.ts';
import { type AddressSettings, loggedAddress } from './logged-address.ts';
import { operationLine, operationText } from './operation-line.ts';

/** Maximum length of a name that a client chooses, in characters. */
const maxLength = 100;

type LogSettings = AddressSettings & Pick<Settings, 'logSample' | 'slowOperationMs'>;

/** From this duration on an operation is not sampled, where `SLOW_OPERATION_MS` is not set, in milliseconds. */
const defaultSlowMs = 1000;

/** Operations that an operator may have to look at are warnings: runbooks need their lines also where `LOG_LEVEL` is `warn`. */
const levels: Readonly<Record<Outcome, RequestLevel>> = {
  ok: 'info',
  partial: 'warn',
  cancelled: 'info',
  refused: 'warn',
  client_fault: 'info',
  service_fault: 'warn',
  gateway_fault: 'warn',
  unknown_write: 'warn',
};

/**
 * Writes one line for each operation and for each rejected request. Never the content of an operation, its variables, a
 * header or a URL, which may hold a token. The address of a client only where the settings say so.
 */
export class RequestLog implements Observer {
  readonly observesCalls = false;
  readonly #logger: Logger;
  readonly #lines: RequestLines | undefined;
  readonly #settings: LogSettings;

  constructor(logger: Logger, settings: LogSettings) {
    this.#logger = logger;
    this.#settings = settings;
    this.#lines = requestLinesOf(logger);
  }

  requestEnded(state: RequestState, end: RequestEnd): void {
    const level = levels[end.outcome];
    if (!this.#logger.isLevelEnabled(level)) return;
    if (!this.#isLogged(end)) return;
    const address = loggedAddress(state.observed, this.#settings);
    if (this.#lines === undefined) this.#logger[level](operationLine(state, end, address), 'operation');
    else this.#lines.write(level, operationText(state, end, address), 'operation');
  }

  requestRejected({ requestId, method, status, reason, outcome, request, origin = request }: Rejection): void {
    // Anyone can send any number of requests that are rejected for another reason.
    const level = outcome === 'gateway_fault' ? 'warn' : 'info';
    if (!this.#logger.isLevelEnabled(level)) return;
    const identified = request === undefined ? { requestId } : requestLine(request);
    // Names of methods are short, but a client may send others.
    this.#logger[level](
      {
        ...identified,
        address: loggedAddress(origin, this.#settings),
        method: method?.slice(0, maxLength) ?? null,
        status,
        outcome,
        reason,
      },
      'request rejected',
    );
  }

  /** Operations that fail or are slow are logged in any case. */
  #isLogged({ outcome, ms }: RequestEnd): boolean {
    const { logSample, slowOperationMs } = this.#settings;
    if (logSample === 1 || outcome !== 'ok' || ms >= (slowOperationMs || defaultSlowMs)) return true;
    return Math.random() < logSample;
  }
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
