/** Each so many calls allow one retry: more would multiply the load of a service that is failing. */
const callsPerRetry = 5;

/** Calls that may be saved up for retries, and those that a new process has. */
const maxSavedCalls = 500;
const initialCalls = 50;

/** The delay of the first retry is at most this, and doubles with each further one, in milliseconds. */
const firstDelayMs = 50;
const maxDelayMs = 2000;

/** Statuses of a service, or of a proxy before it, that may be gone a moment later. */
const transientStatuses = new Set([502, 503, 504]);

/** Whether a read with this response status is worth a retry. */
export function isTransient(status: number, retryAfterSeconds: number | undefined): boolean {
  // A service that limits its clients says when to try again, or is left alone.
  return transientStatuses.has(status) || (status === 429 && retryAfterSeconds !== undefined);
}

/** Decides whether and when a failed read is sent again. Its budget is a share of all calls. */
export class RetryPolicy {
  readonly #maxRetries: number;
  #savedCalls = initialCalls;

  constructor(maxRetries: number) {
    this.#maxRetries = maxRetries;
  }

  onCall(): void {
    if (this.#savedCalls < maxSavedCalls) this.#savedCalls++;
  }

  /** Whether a read that was sent again `retries` times may be sent once more without counting: nobody has seen it. */
  mayResend(retries: number): boolean {
    return retries === 0 && this.#maxRetries > 0;
  }

  /**
   * Milliseconds until the next retry; undefined where there is none. It is random, so that calls that failed together do not
   * come back together, and at least what the service asks for. It has to end within `remainingMs`.
   */
  delay(retries: number, retryAfterSeconds: number | undefined, remainingMs: number): number | undefined {
    if (retries >= this.#maxRetries || this.#savedCalls < callsPerRetry) return undefined;
    const backoff = Math.random() * Math.min(maxDelayMs, firstDelayMs * 2 ** retries);
    const delayMs = (retryAfterSeconds ?? 0) * 1000 + backoff;
    if (delayMs >= remainingMs) return undefined;
    this.#savedCalls -= callsPerRetry;
    return delayMs;
  }
}
