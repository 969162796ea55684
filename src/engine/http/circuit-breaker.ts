/** Time between two probes while the circuit is open, in milliseconds. */
export const probeIntervalMs = 1000;

export interface CircuitBreakerOptions {
  /** Calls that fail in a row until the service is probed; 0 turns the circuit breaker off. */
  threshold: number;
  /** Whether the service responds at all. Must not reject. */
  probe: () => Promise<boolean>;
  /** Called when the circuit has opened or closed. */
  onChange: (isOpen: boolean) => void;
}

/**
 * Tells whether the service is down, so that calls fail at once instead of each waiting for its own failure. Calls of one client
 * may fail where others succeed: the circuit opens only if no call has succeeded since the first failure, and a probe fails
 * too. While it is open, the service is probed until it responds.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** How often the circuit has opened. */
  timesOpened = 0;
  #failures = 0;
  #isOpen = false;
  #isProbing = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A call has a response that only a working service sends. */
  onSuccess(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    this.#set(false);
  }

  /** A call could not reach the service, or had no response from it. */
  onFailure(): void {
    this.#failures++;
    const { threshold } = this.#options;
    if (threshold > 0 && this.#failures >= threshold && !this.#isOpen) void this.#probe();
  }

  /** Ends its probes. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #probe(): Promise<void> {
    if (this.#isProbing || this.#isClosed) return;
    this.#isProbing = true;
    const before = this.#failures;
    const isReachable = await this.#options.probe();
    this.#isProbing = false;
    if (isReachable) this.onSuccess();
    else if (this.#failures >= before) this.#open();
  }

  #open(): void {
    if (this.#isClosed) return;
    this.#set(true);
    this.#timer = setTimeout(() => void this.#probe(), probeIntervalMs).unref();
  }

  #set(isOpen: boolean): void {
    if (!isOpen) clearTimeout(this.#timer);
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) this.timesOpened++;
    this.#options.onChange(isOpen);
  }
}
