import { HttpError } from '../../http/http-errors.ts';
import { TimeWindow } from '../../runtime/time-window.ts';

const secondMs = 1000;

export interface Bounds {
  readonly atOnce: number;
  /** Anyone can hold places: no address holds all. */
  readonly atOnceOfAddress: number;
  readonly perSecond: number;
}

/** Bounds how many requests are handled at a time, and how many of them may have an effect in a second. */
export class RequestBound {
  readonly #bounds: Bounds;
  readonly #running = new Map<string, number>();
  readonly #accepted: TimeWindow;
  #total = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#accepted = new TimeWindow(bounds.perSecond, secondMs);
  }

  /** Call before the body of a request is read. Throws an HttpError where too many others are; else call `leave` once. */
  enter(address: string): void {
    const { atOnce, atOnceOfAddress } = this.#bounds;
    const running = this.#running.get(address) ?? 0;
    if (this.#total >= atOnce || running >= atOnceOfAddress) throw tooMany(503, 'TOO_MANY_BODIES');
    this.#running.set(address, running + 1);
    this.#total++;
  }

  leave(address: string): void {
    const running = this.#running.get(address) ?? 0;
    if (running > 1) this.#running.set(address, running - 1);
    else this.#running.delete(address);
    this.#total--;
  }

  /** Call for a request that has proved where it comes from: no others count. Throws an HttpError for one too many. */
  accept(): void {
    if (!this.#accepted.take(1)) throw tooMany(429, 'TOO_MANY_REQUESTS');
  }
}

function tooMany(status: number, reason: string): HttpError {
  const headers = { 'retry-after': '1', ...(status === 503 && { connection: 'close' }) };
  return new HttpError(status, reason, 'Too many requests of this kind. Send it again later.', headers);
}
