/** The first time for which an address is ejected, in milliseconds. It doubles each time, up to the last one. */
const firstEjectionMs = 1000;
const maxEjectionMs = 60_000;

/** What one address of the service does, for operators. */
export interface AddressUsage {
  readonly address: string;
  /** Whether it gets no calls for a time, as they failed there. */
  readonly isEjected: boolean;
  readonly inFlight: number;
  /** Attempts to call it so far, and those of them that failed through a fault of it or of the network. */
  readonly calls: number;
  readonly failures: number;
  readonly timesEjected: number;
}

/** One address of the service, with what is known of it. It outlives its connections. */
export class ServiceAddress implements AddressUsage {
  readonly address: string;
  readonly family: number;
  inFlight = 0;
  calls = 0;
  failures = 0;
  timesEjected = 0;
  isEjected = false;
  /** Failures since the last call that succeeded. */
  failuresInRow = 0;
  /** How often it was ejected without having worked for long in between. */
  #ejectionsInRow = 0;
  #returnedAt = Number.NEGATIVE_INFINITY;
  #probe: NodeJS.Timeout | undefined;

  constructor(address: string, family: number) {
    this.address = address;
    this.family = family;
  }

  /** Ejects it, and calls `probe` after a time that grows with each ejection. */
  eject(probe: () => void): void {
    if (performance.now() - this.#returnedAt > 2 * this.#ejectionMs) this.#ejectionsInRow = 0;
    this.isEjected = true;
    this.timesEjected++;
    this.#ejectionsInRow++;
    this.#probeLater(probe);
  }

  /** A probe has failed: the next one is later. */
  stayEjected(probe: () => void): void {
    this.#ejectionsInRow++;
    this.#probeLater(probe);
  }

  /** Ends an ejection. */
  restore(): void {
    clearTimeout(this.#probe);
    if (!this.isEjected) return;
    this.isEjected = false;
    this.failuresInRow = 0;
    this.#returnedAt = performance.now();
  }

  get #ejectionMs(): number {
    return Math.min(maxEjectionMs, firstEjectionMs * 2 ** Math.max(0, this.#ejectionsInRow - 1));
  }

  #probeLater(probe: () => void): void {
    clearTimeout(this.#probe);
    this.#probe = setTimeout(probe, this.#ejectionMs).unref();
  }
}
