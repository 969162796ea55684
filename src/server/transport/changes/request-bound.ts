import { HttpError } from '../../http/http-errors.ts';

/** Longest time for which requests are counted together, in milliseconds. */
const windowMs = 1000;

/** Bounds how many requests are handled at a time, and how many of them may have an effect in a second. */
export class RequestBound {
  readonly #maxAtOnce: number;
  readonly #maxPerSecond: number;
  #running = 0;
  #windowStart = 0;
  #accepted = 0;

  constructor(maxAtOnce: number, maxPerSecond: number) {
    this.#maxAtOnce = maxAtOnce;
    this.#maxPerSecond = maxPerSecond;
  }

  /** Call before the body of a request is read. Throws an HttpError where too many others are; else call `leave` once. */
  enter(): void {
    if (this.#running >= this.#maxAtOnce) throw tooMany(503, 'TOO_MANY_BODIES');
    this.#running++;
  }

  leave(): void {
    this.#running--;
  }

  /** Call for a request that has proved where it comes from: no others count. Throws an HttpError for one too many. */
  accept(now = performance.now()): void {
    if (now - this.#windowStart >= windowMs) {
      this.#windowStart = now;
      this.#accepted = 0;
    }
    if (this.#accepted >= this.#maxPerSecond) throw tooMany(429, 'TOO_MANY_REQUESTS');
    this.#accepted++;
  }
}

function tooMany(status: number, reason: string): HttpError {
  const headers = { 'retry-after': '1', ...(status === 503 && { connection: 'close' }) };
  return new HttpError(status, reason, 'Too many requests of this kind. Send it again later.', headers);
}
