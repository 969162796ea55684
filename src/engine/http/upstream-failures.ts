/** A failure of the service. It holds no address, id or header. */
export interface UpstreamFailure {
  /** Id of the REST operation. */
  operation: string;
  /** Code of a network error, like `ECONNREFUSED`, `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  code?: string;
  /** What is wrong with a response, or that there was none in time. */
  cause?: 'TIMEOUT' | 'INCOMPLETE_RESPONSE' | 'UNUSABLE_RESPONSE';
  /** Status of a response that says that the service failed, or that it limits its clients. */
  status?: number;
  /** Number of failures of the same kind since the last report, which were not reported. */
  suppressed?: number;
}

/** At most one report of each kind in this time. */
const intervalMs = 1000;

/** Node, OpenSSL and undici have some hundred codes together; only few occur. */
const maxKinds = 100;

/** Reports failures of the service, but not each one of an outage: every kind at most once per second. */
export class UpstreamFailureReporter {
  readonly #onFailure: ((failure: UpstreamFailure) => void) | undefined;
  readonly #reports = new Map<string, { at: number; suppressed: number }>();

  constructor(onFailure: ((failure: UpstreamFailure) => void) | undefined) {
    this.#onFailure = onFailure;
  }

  /** An error of the network. */
  networkError(operation: string, error: unknown): void {
    const code = codeOf(error);
    this.#report(code, { operation, code });
  }

  /** A response that cannot be used, or none in time. */
  badResponse(operation: string, cause: NonNullable<UpstreamFailure['cause']>): void {
    this.#report(cause, { operation, cause });
  }

  /** A response whose status says that the service failed. */
  badStatus(operation: string, status: number): void {
    this.#report(String(status), { operation, status });
  }

  #report(kind: string, failure: UpstreamFailure): void {
    if (this.#onFailure === undefined) return;
    const now = performance.now();
    const last = this.#reports.get(kind);
    if (last !== undefined && now - last.at < intervalMs) {
      last.suppressed++;
      return;
    }
    if (this.#reports.size >= maxKinds) this.#reports.clear();
    this.#reports.set(kind, { at: now, suppressed: 0 });
    const suppressed = last?.suppressed ?? 0;
    this.#onFailure(suppressed === 0 ? failure : { ...failure, suppressed });
  }
}

/** The error's code; its class where it has none. Messages may quote addresses, so they are not used. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code, name, cause }: NodeJS.ErrnoException = error;
  // undici wraps the error of a socket that broke.
  if (code === 'UND_ERR_SOCKET' && cause instanceof Error && 'code' in cause) return codeOf(cause);
  return typeof code === 'string' ? code : name;
}
