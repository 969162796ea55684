import type { AttemptFailure } from './attempt-failure.ts';
import { type ErrorCode, GatewayError } from './errors.ts';
import { LineInterval } from './line-interval.ts';

/** A failure of the service. It holds no address, id or header. */
export interface UpstreamFailure {
  /** Id of the REST endpoint. */
  operation: string;
  /** Id of the request that made the call; undefined for a probe. */
  requestId?: string;
  /** Code of a network error, like `ECONNREFUSED`, `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  code?: string;
  /** What is wrong with a response, or that there was none in time. */
  cause?: 'TIMEOUT' | 'INCOMPLETE_RESPONSE' | 'UNUSABLE_RESPONSE';
  /** Status of a response that says that the service failed, or that it limits its clients, or that cannot be used. */
  status?: number;
  /** Number of failures of the same kind since the last report, which were not reported. */
  suppressed?: number;
}

interface FailedCall {
  readonly endpoint: { readonly id: string };
  readonly scope: { readonly requestId: string | undefined };
}

/** Node, OpenSSL and undici have some hundred codes together; only few occur. */
const maxKinds = 100;

/** The codes of errors about a response that has arrived, and that is not what the contract says. */
const unusableCodes: ReadonlySet<ErrorCode> = new Set(['BAD_UPSTREAM_RESPONSE', 'WRITE_OUTCOME_UNKNOWN']);

/** Reports failures of the service, but not each one of an outage: every kind at most once per second. */
export class UpstreamFailureReporter {
  readonly #onFailure: ((failure: UpstreamFailure) => void) | undefined;
  readonly #reports = new Map<string, LineInterval>();

  constructor(onFailure: ((failure: UpstreamFailure) => void) | undefined) {
    this.#onFailure = onFailure;
  }

  /** An error of the network, where a probe was sent. */
  failedProbe(error: unknown): void {
    this.#networkError({ operation: 'readiness probe' }, error);
  }

  /** An attempt without a response. */
  failedAttempt(call: FailedCall, failure: AttemptFailure): void {
    if ('error' in failure) this.#networkError(named(call), failure.error);
    else if (failure.kind === 'timeout') this.#badResponse(call, 'TIMEOUT');
    else if (failure.kind === 'broken') this.#badResponse(call, 'INCOMPLETE_RESPONSE');
    else if (failure.kind === 'unusable') this.#badResponse(call, 'UNUSABLE_RESPONSE');
  }

  /** A response whose status says that the service failed. */
  badStatus(call: FailedCall, status: number): void {
    this.#report(String(status), { ...named(call), status });
  }

  /** A response that became an error, which is a fault of the service where nothing else is known of it. */
  failedResponse(call: FailedCall, status: number, error: unknown): void {
    if (error instanceof GatewayError && unusableCodes.has(error.code))
      this.#report('UNUSABLE_RESPONSE', { ...named(call), cause: 'UNUSABLE_RESPONSE', status });
  }

  #badResponse(call: FailedCall, cause: NonNullable<UpstreamFailure['cause']>): void {
    this.#report(cause, { ...named(call), cause });
  }

  #networkError(named: Pick<UpstreamFailure, 'operation' | 'requestId'>, error: unknown): void {
    const code = codeOf(error);
    this.#report(code, { ...named, code });
  }

  #report(kind: string, failure: UpstreamFailure): void {
    if (this.#onFailure === undefined) return;
    if (this.#reports.size >= maxKinds && !this.#reports.has(kind)) this.#reports.clear();
    const interval = this.#reports.get(kind) ?? new LineInterval();
    this.#reports.set(kind, interval);
    const suppressed = interval.next();
    if (suppressed !== undefined) this.#onFailure({ ...failure, ...suppressed });
  }
}

function named({ endpoint, scope: { requestId } }: FailedCall) {
  return { operation: endpoint.id, ...(requestId !== undefined && { requestId }) };
}

/** The error's code; its class where it has none. Messages may quote addresses, so they are not used. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code, name, cause }: NodeJS.ErrnoException = error;
  // undici wraps the error of a socket that broke.
  if (code === 'UND_ERR_SOCKET' && cause instanceof Error && 'code' in cause) return codeOf(cause);
  return typeof code === 'string' ? code : name;
}
