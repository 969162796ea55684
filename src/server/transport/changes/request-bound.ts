import { HttpError } from '../../http/http-errors.ts';
import { TimeWindow } from '../../runtime/time-window.ts';

const secondMs = 1000;

/** A body that has not arrived this time after its headers is late, in milliseconds: those of webhooks are small. */
const lateMs = 1000;

export interface Bounds {
  readonly atOnce: number;
  /** Anyone can hold places: no address holds all. */
  readonly atOnceOfAddress: number;
  readonly perSecond: number;
}

/** A request holds a place from its headers to the end of its response. */
export interface Place {
  readonly address: string;
  /** When it was taken, on the clock of `performance.now()`. */
  readonly since: number;
  /** Responds with an error, as the place is needed for another request. Must not throw. */
  readonly reject: (error: HttpError) => void;
}

/**
 * Bounds how many requests are handled at a time, and how many of them may have an effect in a second. Where all places are taken, the
 * oldest request whose body is late gives its own to the next one: nobody holds up others by bodies that have no end.
 */
export class RequestBound {
  readonly #bounds: Bounds;
  readonly #running = new Map<string, number>();
  readonly #places = new Set<Place>();
  /** Those of requests whose body has not arrived, the oldest first. */
  readonly #receiving = new Set<Place>();
  readonly #accepted: TimeWindow;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
    this.#accepted = new TimeWindow(bounds.perSecond, secondMs);
  }

  /** Call before the body of a request is read. Throws an HttpError where too many others are; else call `leave`. */
  enter(address: string, reject: Place['reject']): Place {
    const { atOnce, atOnceOfAddress } = this.#bounds;
    const running = this.#running.get(address) ?? 0;
    if (running >= atOnceOfAddress) throw tooMany(503, 'TOO_MANY_BODIES');
    if (this.#places.size >= atOnce) this.#makeRoom();
    const place = { address, since: performance.now(), reject };
    this.#running.set(address, running + 1);
    this.#places.add(place);
    this.#receiving.add(place);
    return place;
  }

  /** Call when the body has arrived: from then on, the request keeps its place. */
  arrived(place: Place): void {
    this.#receiving.delete(place);
  }

  /** May be called again. */
  leave(place: Place): void {
    if (!this.#places.delete(place)) return;
    this.#receiving.delete(place);
    const running = this.#running.get(place.address) ?? 0;
    if (running > 1) this.#running.set(place.address, running - 1);
    else this.#running.delete(place.address);
  }

  /** Call for a request that has proved where it comes from: no others count. Throws an HttpError for one too many. */
  accept(): void {
    if (!this.#accepted.take(1)) throw tooMany(429, 'TOO_MANY_REQUESTS');
  }

  /** Throws an HttpError where no body is late. */
  #makeRoom(): void {
    const [oldest] = this.#receiving;
    const error = tooMany(503, 'TOO_MANY_BODIES');
    if (oldest === undefined || performance.now() - oldest.since < lateMs) throw error;
    this.leave(oldest);
    oldest.reject(error);
  }
}

function tooMany(status: number, reason: string): HttpError {
  const headers = { 'retry-after': '1', ...(status === 503 && { connection: 'close' }) };
  return new HttpError(status, reason, 'Too many requests of this kind. Send it again later.', headers);
}
