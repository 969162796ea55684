import type { HttpError } from '../../http/http-errors.ts';

/** What one address may use at the same time, before the bodies of its requests are read. 0 turns a limit off. */
export interface AddressLimits {
  /** Size of one body. */
  maxBodyBytes: number;
  /** Requests in flight. */
  maxAddressRequests: number;
  /** Bytes of large request bodies, as declared. */
  maxAddressBodyBytes: number;
  /** CPU time in each second in which others have requests, too, in milliseconds. */
  maxAddressCpu: number;
}

/** For so many seconds an address may have saved CPU time. */
const savedSeconds = 5;

export interface WaitingEntry {
  readonly bytes: number;
  readonly waitsSince: number;
  /** It may be read now. Must not throw. */
  enter(): void;
  /** It waited too long. Must not throw. */
  reject(error: HttpError): void;
}

/** What the requests of one address use, and those that wait for it. */
export class AddressUse {
  requests = 0;
  bytes = 0;
  /** Those with a large body wait apart from others, the next one first. */
  readonly waiting = { small: new Set<WaitingEntry>(), large: new Set<WaitingEntry>() };
  readonly #limits: AddressLimits;
  /** CPU time of the address so far, in milliseconds. */
  readonly #readSpentMs: () => number;
  #savedMs: number;
  #spentMs: number;
  #countedAt = performance.now();

  constructor(limits: AddressLimits, readSpentMs: () => number) {
    this.#limits = limits;
    this.#readSpentMs = readSpentMs;
    this.#spentMs = readSpentMs();
    this.#savedMs = limits.maxAddressCpu * savedSeconds;
  }

  /** Whether it has requests, or has still to be remembered for what it used. */
  get isInUse(): boolean {
    return this.requests > 0 || this.waitingCount > 0 || this.#hasDebt();
  }

  get waitingCount(): number {
    return this.waiting.small.size + this.waiting.large.size;
  }

  /** Whether a request with a large body of so many bytes, or with none, may be read. A single one always may. */
  mayEnter(bytes: number, isContended: boolean): boolean {
    const { maxAddressRequests, maxAddressBodyBytes } = this.#limits;
    if (maxAddressRequests > 0 && this.requests >= maxAddressRequests) return false;
    const isFull = maxAddressBodyBytes > 0 && this.bytes + bytes > maxAddressBodyBytes;
    if (bytes > 0 && this.bytes > 0 && isFull) return false;
    return !isContended || this.requests === 0 || !this.#hasDebt();
  }

  /** In how many seconds a rejected request may enter, as far as that is known: when the CPU time that it used too much is earned. */
  retryAfterSeconds(isContended: boolean): number {
    return isContended && this.#hasDebt() ? Math.ceil(-this.#savedMs / this.#limits.maxAddressCpu) : 1;
  }

  /** Whether it has used more CPU time than it may. */
  #hasDebt(): boolean {
    const { maxAddressCpu } = this.#limits;
    if (maxAddressCpu === 0) return false;
    const now = performance.now();
    const spent = this.#readSpentMs();
    const earned = ((now - this.#countedAt) * maxAddressCpu) / 1000;
    const used = Math.max(spent - this.#spentMs, 0);
    this.#savedMs = Math.min(this.#savedMs + earned, maxAddressCpu * savedSeconds) - used;
    this.#countedAt = now;
    this.#spentMs = spent;
    return this.#savedMs < 0;
  }
}
