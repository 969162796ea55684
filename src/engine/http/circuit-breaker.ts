import { type TimedTask, TimeoutQueue } from './timeout-queue.ts';

/** Time before each probe while the circuit is open, in milliseconds; the last one repeats. */
const probeDelaysMs = [25, 50, 100, 200, 400, 800, 1000] as const;

/** Number of probes that reads wait for. */
const awaitedProbes = 3;

/** Longest time that reads wait for them, in milliseconds: a probe may hang. A stall of the process does not count. */
const maxHoldMs = 250;

export interface CircuitBreakerOptions {
  /** Calls that fail in a row until the service is probed; 0 turns the circuit breaker off. */
  threshold: number;
  /** Whether the service responds at all. Must not reject. */
  probe: () => Promise<boolean>;
  /** Called when the circuit has opened or closed. */
  onChange: (isOpen: boolean) => void;
  /** Called when reads begin to wait for a probe, and when they do no longer. */
  onHold: (holdsReads: boolean) => void;
}

/**
 * Tells whether the service is down, so that calls fail at once instead of each waiting for its own failure. Calls of one client
 * may fail where others succeed: the circuit opens only if no call has succeeded since the first failure, and a probe fails
 * too. While it is open, the service is probed until it responds. Most outages are short: reads wait for the first probes. Written here,
 * as circuit breakers of packages make the next call the probe: this one sends its own, for which reads wait up to 250 ms.
 */
export class CircuitBreaker {
  readonly #options: CircuitBreakerOptions;
  /** How often the circuit has opened. */
  timesOpened = 0;
  #failures = 0;
  #isOpen = false;
  #isProbing = false;
  #isClosed = false;
  /** Number of probes since it has opened. */
  #probes = 0;
  #holdsReads = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #holds = new TimeoutQueue(maxHoldMs);
  readonly #hold: TimedTask = {
    previous: undefined,
    next: undefined,
    startedAt: 0,
    onTimeout: () => this.#setHold(false),
  };

  constructor(options: CircuitBreakerOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether calls of this kind fail at once. Reads may wait, as the circuit may close in a moment. */
  rejects(isRead: boolean): boolean {
    return this.#isOpen && !(isRead && this.#holdsReads);
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
    this.#setHold(false);
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
    if (this.#probes === awaitedProbes) this.#setHold(false);
    const delayMs = probeDelaysMs[Math.min(this.#probes, probeDelaysMs.length - 1)];
    this.#probes++;
    this.#timer = setTimeout(() => void this.#probe(), delayMs).unref();
  }

  #set(isOpen: boolean): void {
    if (!isOpen) clearTimeout(this.#timer);
    if (this.#isOpen === isOpen) return;
    this.#isOpen = isOpen;
    if (isOpen) this.timesOpened++;
    this.#probes = 0;
    this.#options.onChange(isOpen);
    this.#setHold(isOpen);
  }

  #setHold(holdsReads: boolean): void {
    if (this.#holdsReads === holdsReads) return;
    this.#holdsReads = holdsReads;
    if (holdsReads) this.#holds.add(this.#hold);
    else this.#holds.remove(this.#hold);
    this.#options.onHold(holdsReads);
  }
}
