/** Why the service cannot be reached. It holds no address, id or header. */
export interface NetworkError {
  /** Id of the REST operation. */
  operation: string;
  /** Code of the error, like `ECONNREFUSED`, `ENOTFOUND` or `CERT_HAS_EXPIRED`. */
  code: string;
}

/** At most one report of each code in this time. */
const intervalMs = 1000;

/** Node, OpenSSL and undici have some hundred codes together; only few occur. */
const maxCodes = 100;

/** Reports network errors, but not each one of an outage: every code at most once per second. */
export class NetworkErrorReporter {
  readonly #onError: ((error: NetworkError) => void) | undefined;
  readonly #reportedAt = new Map<string, number>();

  constructor(onError: ((error: NetworkError) => void) | undefined) {
    this.#onError = onError;
  }

  report(operation: string, error: unknown): void {
    if (this.#onError === undefined) return;
    const code = codeOf(error);
    const now = performance.now();
    const last = this.#reportedAt.get(code);
    if (last !== undefined && now - last < intervalMs) return;
    if (this.#reportedAt.size >= maxCodes) this.#reportedAt.clear();
    this.#reportedAt.set(code, now);
    this.#onError({ operation, code });
  }
}

/** The error's code; its class where it has none. Messages may quote addresses, so they are not used. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'UNKNOWN';
  const { code, name, cause }: NodeJS.ErrnoException = error;
  // undici wraps the error of a socket that broke.
  if (code === 'UND_ERR_SOCKET' && cause instanceof Error && 'code' in cause) return codeOf(cause);
  return typeof code === 'string' ? code : name;
}
